/** Counts with nouns that take more than an s. */

import type { CoachTurn } from "./contract";
import { fromCanonical } from "./canonical";
import { counted, formatCode, grouped, isDigits, nounsOf, type Game } from "./game";
import { palette } from "./palette.svelte";

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

/** "82 %", or "about 82 %" of an estimate; a probability near 0 or 1 is not rounded to it. */
export function chanceText(probability: number, isEstimate = false): string {
  const percent = 100 * probability;
  if (probability > 0 && percent < 0.01) return "under 0.01 %";
  if (probability < 1 && percent > 99) return "over 99 %";
  return `${isEstimate ? "about " : ""}${Number(percent.toPrecision(2))} %`;
}

/** A reason or a comment in the page's words: candidates, as the toolkit calls them, are codes that are left; figures have two decimals, as all that players see. */
export function inCodes(text: string): string {
  return text
    .replace("The only candidate", "The only code left")
    .replace("the best candidate leaves", "the best guess that may be the secret leaves")
    .replace("every candidate gives", "every code left gives")
    .replace("One of the two candidates", "One of the two codes left")
    .replace(/\bcandidate(s?)\b/g, "code$1")
    .replace(/\b\d+\.\d{3,}\b/g, (figure) => Number(figure).toFixed(2));
}

/** What `auto` plays, as the toolkit puts it, in the page's words. */
export function autoWords(text: string): string {
  return `plays ${text}`
    .replace("plays with", "plays")
    .replace("the gallery's tree, proved optimal on average", "a tree that is proved optimal on average (see Best moves)")
    .replace("the gallery's tree, the best known", "the best tree known (see Best moves)")
    .replace(/; with (\S+) after guesses that are not in it/, "; after guesses that are not in it, it plays $1")
    .replace(/; with (\S+) if replies may be false/, "; if replies may be wrong, it plays $1");
}

/** "1.3 s"; what takes no time to speak of is not "0.0 s". */
export function secondsText(seconds: number): string {
  return seconds < 0.1 ? "less than 0.1 s" : `${seconds.toFixed(1)} s`;
}

/** The coach's sentences with codes as they stand on the pegs; the codes are those that it may name. */
export function withPegs(words: string, game: Game, codes: readonly (string | null | undefined)[]): string {
  const shown = new Map(
    codes.flatMap((code) => {
      const spelled = code && fromCanonical(game, code);
      return spelled ? [[formatCode(game, spelled), palette.written(game, spelled)] as const] : [];
    }),
  );
  if (shown.size === 0) return words;
  // in one pass: in games of many colours a code in letters can look like another one
  const named = new RegExp(`(^|[.:] |\\bwith )(${[...shown.keys()].join("|")})(?=\\.(?!\\d)| was not found| would have been)`, "g");
  return words.replace(named, (_, before: string, code: string) => before + (shown.get(code) ?? code));
}

/** The coach's sentences about a turn in the page's words, with the uncertainty of the numbers that are estimates. */
export function coachWords(turn: Pick<CoachTurn, "words" | "expected_guesses_error" | "best">): string {
  const spread = (value: string, error: number | null | undefined): string => {
    const digits = value.split(".")[1]?.length ?? 0;
    return error ? `${value} ± ${Math.max(error, 10 ** -digits).toFixed(digits)}` : `about ${value}`;
  };
  return inCodes(turn.words)
    .replace(/(^|: )inconsistent with (turns?|\d+ turns) ([^.]*?)(, but|\.)/i, (_, before: string, turns: string, named: string, after: string) => {
      const replies = turns === "turn" ? "reply to turn" : turns === "turns" ? "replies to turns" : `replies to ${turns}`;
      return `${before}${before ? "it" : "This guess"} does not fit the ${replies} ${named}${after === "." ? after : ", but is"}`;
    })
    .replace(/\babout (\d[\d.,]*)(?= guesses expected from here)/i, (_, value: string) => spread(value, turn.expected_guesses_error))
    .replace(/\babout (\d[\d.,]*)(?=( guesses expected)? with )/i, (_, value: string) => spread(value, turn.best?.expected_guesses_error))
    // no sentence begins with a number after one that ends with a number
    .replace(/(\d\. )((?:about )?[\d.,]+(?: ± [\d.,]+)?) guesses expected from here/, "$1From here, $2 guesses are expected")
    .replace(/((?:about )?[\d.,]+(?: ± [\d.,]+)?) guesses expected with (.+)\.$/i, (_, value: string, guess: string) => `With ${guess}, ${value.toLowerCase()} guesses would have been expected from here.`);
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
