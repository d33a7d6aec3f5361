/** Which of the server's suggestions are worth showing. */

import type { Suggestion } from "./contract";

/** A first guess that leaves so many times the codes of the best one is no good one: 1111 leaves 512, 1123 leaves 185. */
const FAR_WORSE = 2;

/** The first guesses that may be called good. */
export function goodFirst(suggestions: readonly Suggestion[]): readonly Suggestion[] {
  const best = Math.min(...suggestions.map(({ expected_size }) => expected_size ?? Infinity));
  return suggestions.filter(({ expected_size }, n) => n === 0 || expected_size === null || expected_size <= FAR_WORSE * best);
}
