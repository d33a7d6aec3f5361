/** Counts with nouns that take more than an s. */

import { fromCanonical } from "./canonical";
import { estimateText, LEAST_POWER, roughly } from "./counts.svelte";
import type { Done } from "./engine/sampling";
import { counted, grouped, isDigits, nounsOf, type Game } from "./game";
import { palette } from "./palette.svelte";
import { pageWords, type Reason } from "./reasons";

/** "1 guess", "5 guesses". */
export function guessesText(count: number): string {
  return `${grouped(count)} ${count === 1 ? "guess" : "guesses"}`;
}

/** "40 of 200 pegs and 3 of 20 colour counts known; about 150 guesses to go.": how far a large game is. */
export function progressWords(game: Game, progress: { known_pegs: number | null; counted_colors: number | null; left_estimate: number | null }): string {
  const { known_pegs: known, counted_colors: tallied, left_estimate: left } = progress;
  const parts = [
    known === null ? "" : `${grouped(known)} of ${counted(game.pegs, nounsOf(game).peg)}`,
    tallied === null ? "" : `${grouped(tallied)} of ${counted(game.colors, `${nounsOf(game).color} count`)}`,
  ].filter(Boolean);
  const found = `${parts.join(" and ")} known`;
  if (left === null) return `${found}.`;
  const guesses = Number(Math.max(1, left).toPrecision(2));
  return `${found}; about ${guessesText(Math.round(guesses))} to go.`;
}

/** "1", "1 and 2", "1, 2 and 3". */
export function listed(items: readonly (string | number)[]): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

/** "both turn 1 and turn 2", "all of these: …": turns in conflict, by their names. */
export function inConflict(turns: readonly number[], named: (turn: number) => string): string {
  return `${turns.length > 2 ? "all of these: " : turns.length > 1 ? "both " : ""}${listed(turns.map(named))}`;
}

/** "82 %", or "about 82 %" of an estimate; a probability near 0 or 1 is not rounded to it. */
export function chanceText(probability: number, isEstimate = false): string {
  const percent = 100 * probability;
  if (probability > 0 && percent < 0.01) return "under 0.01 %";
  if (probability < 1 && percent > 99) return "over 99 %";
  return `${isEstimate ? "about " : ""}${Number(percent.toPrecision(2))} %`;
}

/** "1.3 s"; what takes no time to speak of is not "0.0 s". */
export function secondsText(seconds: number): string {
  return seconds < 0.1 ? "less than 0.1 s" : `${seconds.toFixed(1)} s`;
}

/** What long work is at. */
export const WORK: Record<Done["doing"], string> = {
  candidates: "Looking for codes that fit",
  guesses: "Comparing guesses",
  counting: "Counting the codes left",
  explaining: "Comparing all replies",
  reviewing: "Reviewing the game",
};

/** Shares of work below which the time that is left is not said. */
const LEAST_SHARE = 0.02;

/**
 * "40 %, about 3 s left" of work that takes `seconds` so far, and had done a share of it after `after` seconds; where no share is
 * known, only the time so far.
 */
export function shareWords(share: number | null, seconds: number, after = seconds): string {
  if (share === null || share < LEAST_SHARE) return `${Math.round(seconds)} s so far`;
  const left = Math.max(1, Math.round(after / share - seconds));
  return `${Math.floor(100 * share)} %, about ${left < 90 ? `${left} s` : `${Math.round(left / 60)} min`} left`;
}

/** What the coach says, in the page's words, with codes as they stand on the pegs. */
export function reviewWords(game: Game, reasons: readonly Reason[]): string {
  return pageWords(reasons, {
    code: (text) => palette.written(game, fromCanonical(game, text)),
    left: (left) => {
      if (Array.isArray(left)) return estimateText(0, left.map(Number));
      return typeof left === "string" || !Number.isInteger(left) ? String(left) : `${left >= 10 ** LEAST_POWER ? "about " : ""}${roughly(left)}`;
    },
  });
}

/** What the replies of a game tell, as the end of a sentence. */
export function replyMeaning(game: Game): string {
  if (isDigits(game))
    return {
      "": "how many digits are right and in the right place (bulls), and how many are right but in the wrong place (cows)",
      b: "how many digits are right and in the right place (bulls), and nothing else",
      t: "how many digits of the guess are in the secret, in any place",
      w: "how many digits are right but in the wrong place (cows), but not how many are in the right place (bulls)",
    }[game.view];
  return {
    "": "how many pegs have the right colour in the right place (black), and how many have the right colour in the wrong place (white)",
    b: "how many pegs have the right colour in the right place (black), and nothing else",
    t: "how many pegs have the right colour, in the right or the wrong place",
    w: "how many pegs have the right colour in the wrong place (white), but not how many are in the right place (black)",
  }[game.view];
}
