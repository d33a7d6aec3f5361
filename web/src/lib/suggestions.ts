/** Which of the server's suggestions are worth showing. */

import type { Suggestion } from "./contract";

/** A first guess that needs so many guesses more than the best one is not a good one: 1111 needs 4.9, 1123 needs 4.3. */
const FAR_WORSE = 0.3;

/** The first guesses that may be called good. */
export function goodFirst(suggestions: readonly Suggestion[]): readonly Suggestion[] {
  const best = Math.min(...suggestions.map(({ expected_guesses }) => expected_guesses ?? Infinity));
  return suggestions.filter(
    ({ expected_guesses }, n) => n === 0 || expected_guesses === null || expected_guesses <= best + FAR_WORSE,
  );
}
