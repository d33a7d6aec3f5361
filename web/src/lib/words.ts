/** Counts with nouns that take more than an s. */

import { grouped, type Game } from "./game";

/** "1 guess", "5 guesses". */
export function guessesText(count: number): string {
  return `${grouped(count)} ${count === 1 ? "guess" : "guesses"}`;
}

/** What the replies of a game tell, as the end of a sentence. */
export function replyMeaning({ view }: Game): string {
  return {
    "": "how many pegs are right (black), and how many more colours are right but in the wrong place (white)",
    b: "how many pegs are right (black) and nothing else",
    t: "how many of its colours are right, in any place",
    w: "how many colours are right but in the wrong place (white), but not how many pegs are right",
  }[view];
}
