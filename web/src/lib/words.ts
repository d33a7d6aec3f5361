/** Counts with nouns that take more than an s. */

import { grouped } from "./game";

/** "1 guess", "5 guesses". */
export function guessesText(count: number): string {
  return `${grouped(count)} ${count === 1 ? "guess" : "guesses"}`;
}
