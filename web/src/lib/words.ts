/** Counts with nouns that take more than an s. */

import { grouped, isDigits, type Game } from "./game";

/** "1 guess", "5 guesses". */
export function guessesText(count: number): string {
  return `${grouped(count)} ${count === 1 ? "guess" : "guesses"}`;
}

/** "82 %"; a probability near 0 or 1 is not rounded to it. */
export function chanceText(probability: number): string {
  const percent = 100 * probability;
  if (probability > 0 && percent < 0.01) return "under 0.01 %";
  if (probability < 1 && percent > 99) return "over 99 %";
  return `${Number(percent.toPrecision(2))} %`;
}

/** A reason or a comment in the page's words: candidates, as the toolkit calls them, are codes that are left. */
export function inCodes(text: string): string {
  return text
    .replace("The only candidate", "The only code left")
    .replace("the best candidate leaves", "the best guess that may be the secret leaves")
    .replace(/\bcandidate(s?)\b/g, "code$1");
}

/** What the replies of a game tell, as the end of a sentence. */
export function replyMeaning(game: Game): string {
  if (isDigits(game))
    return {
      "": "how many digits are right and in the right place (bulls), and how many are right but in the wrong place (cows)",
      b: "how many digits are right and in the right place (bulls), and nothing else",
      t: "how many of your digits are in the secret, wherever they are",
      w: "how many digits are right but in the wrong place (cows); it does not show how many are in the right place",
    }[game.view];
  return {
    "": "how many pegs have the right colour in the right place (black), and how many others have a right colour in the wrong place (white)",
    b: "how many pegs have the right colour in the right place (black), and nothing else",
    t: "how many of your colours are in the secret, wherever they are",
    w: "how many colours are right but in the wrong place (white); it does not show how many are in the right place",
  }[game.view];
}
