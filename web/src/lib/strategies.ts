/** Which strategies play a game. */

import { get } from "./api";
import { canonicalRules } from "./canonical";
import { parseRules } from "./game";

const known = new Map<string, Promise<string[]>>();

/** What stands behind the question mark to ask for the strategies of a game. */
export function strategiesOf(rules: string): string {
  return `?rules=${encodeURIComponent(canonicalRules(parseRules(rules)))}`;
}

/** Names of the strategies that play these rules; asked for once a game. */
export function playersOf(rules: string): Promise<string[]> {
  const before = known.get(rules);
  if (before) return before;
  const asked = get("/strategies", strategiesOf(rules))
    .then((answer) => answer.strategies.filter((strategy) => strategy.plays !== false).map((strategy) => strategy.name))
    .catch((error: unknown) => {
      known.delete(rules);
      throw error;
    });
  known.set(rules, asked);
  return asked;
}
