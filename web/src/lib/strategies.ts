/** Which strategies there are, and which of them play a game. */

import { get } from "./api";
import type { components } from "./schema";

export type Strategies = components["schemas"]["StrategiesAnswer"];

const known = new Map<string, Promise<Strategies>>();

/** The strategies, with whether they play these rules; asked for once a game. */
export function strategiesFor(rules: string): Promise<Strategies> {
  const before = known.get(rules);
  if (before) return before;
  const asked = get<Strategies>(`/strategies?rules=${encodeURIComponent(rules)}`).catch((error: unknown) => {
    known.delete(rules);
    throw error;
  });
  known.set(rules, asked);
  return asked;
}
