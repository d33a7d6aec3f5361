/** Which strategies play a game. */

import { get } from "./api";

const known = new Map<string, Promise<string[]>>();

/** Names of the strategies that play these rules; asked for once a game. */
export function playersOf(rules: string): Promise<string[]> {
  const before = known.get(rules);
  if (before) return before;
  const asked = get("/strategies", `?rules=${encodeURIComponent(rules)}`)
    .then((answer) => answer.strategies.filter((strategy) => strategy.plays !== false).map((strategy) => strategy.name))
    .catch((error: unknown) => {
      known.delete(rules);
      throw error;
    });
  known.set(rules, asked);
  return asked;
}
