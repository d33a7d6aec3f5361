/** How many codes are left after each turn of a game, asked once for each position and remembered. */

import { post } from "./api";
import { canonicalPosition } from "./canonical";
import { isContradiction } from "./contract";
import { said } from "./figures";
import { gameSize, grouped, powerText, sizePower, type Game } from "./game";
import type { Position } from "./position";

export interface Left {
  /** Exactly counted; null when not known. */
  count: number | null;
  estimate: number | null;
  /** Contains the number with a probability of 95 %, where it is estimated. */
  interval?: readonly number[] | null;
}

const MOST_REMEMBERED = 500;

/** Codes (as a power of ten) up to which every beginning is counted; of larger games only what is on show. */
const COUNTED_THROUGHOUT = 7.5;

class Counts {
  private known = $state<Record<string, Left>>({});
  private asked = new Set<string>();

  /** What is left at a position, undefined until it is known. Ask for it with `want`. */
  of(position: Position): Left | undefined {
    return this.known[canonicalPosition(position)];
  }

  /** What was counted elsewhere. */
  know(position: Position, left: Left): void {
    const text = canonicalPosition(position);
    this.asked.add(text);
    this.known[text] = left;
  }

  /** Ask for every beginning of a game that is not known yet. */
  async want(position: Position, signal?: AbortSignal): Promise<void> {
    const least = sizePower(position.game) <= COUNTED_THROUGHOUT ? 0 : position.turns.length;
    for (let turns = position.turns.length; turns >= least; turns--) {
      const text = canonicalPosition({ game: position.game, turns: position.turns.slice(0, turns) });
      if (this.asked.has(text)) continue;
      if (this.asked.size > MOST_REMEMBERED) {
        this.asked.clear();
        this.known = {};
      }
      this.asked.add(text);
      try {
        const answer = await post("/candidates", { position: text, limit: 0 }, signal);
        this.known[text] = isContradiction(answer)
          ? { count: 0, estimate: null }
          : { count: answer.candidates, estimate: answer.candidates_estimate, interval: answer.candidates_interval };
      } catch {
        this.asked.delete(text); // the view that needs it says what is wrong
        return;
      }
    }
  }
}

export const counts = new Counts();

/** What was left after a turn that the coach reviews; undefined before the first. */
export function leftAfter(turn: { candidates_after: number | null; candidates_interval: number[] | null } | undefined): Left | undefined {
  if (!turn || turn.candidates_after === null) return undefined;
  const isCounted = !turn.candidates_interval && Number.isInteger(turn.candidates_after);
  return isCounted ? { count: turn.candidates_after, estimate: null } : { count: null, estimate: turn.candidates_after, interval: turn.candidates_interval };
}

/** "13 codes left", "2.4 to 3.1 million codes left", or nothing. */
export function leftWords(left: Left | undefined): string {
  const text = leftShort(left);
  return text && `${text} ${left?.count === 1 ? "code" : "codes"} left`;
}

/** "13", "2.4 to 3.1 million", "about 4 million", or nothing. */
export function leftShort(left: Left | undefined): string {
  if (left === undefined) return "";
  if (left.count !== null) return roughly(left.count);
  return left.estimate === null ? "" : estimateText(left.estimate, left.interval);
}

/** The least power of ten that is shown as such. */
export const LEAST_POWER = 15;
const SCALES = [
  [1e12, "trillion"],
  [1e9, "billion"],
  [1e6, "million"],
] as const;

/**
 * An estimate as `codepegs.game.estimate_words` has it: its interval, both ends with two digits; without an interval the
 * estimate, with two digits as well.
 */
export function estimateText(estimate: number, interval?: readonly number[] | null): string {
  const [low = 0, high = 0] = interval ?? [];
  if (!interval) return `about ${rounded(Math.max(1, estimate), 2)}`;
  if (high >= 10 ** LEAST_POWER) return `${powerText(Math.floor(Math.log10(Math.max(1, low))))} to ${powerText(Math.ceil(Math.log10(high)))}`;
  const [[first, scale], [last, itsScale]] = [scaled(low, 2), scaled(high, 2)];
  if (first === last && scale === itsScale) return `about ${first}${scale}`;
  return `${first}${scale === itsScale ? "" : scale} to ${last}${itsScale}`;
}

/** A count: three digits from a million on, one from 10¹⁵ on. */
export function roughly(count: number): string {
  return count < 1e6 ? grouped(count) : rounded(count, 3);
}

function rounded(count: number, digits: number): string {
  return scaled(count, digits).join("");
}

/** The number and the name of its scale, after a blank, if it has one. */
function scaled(count: number, digits: number): [string, string] {
  const value = Number(count.toPrecision(digits));
  if (value >= 10 ** LEAST_POWER) return [powerText(Math.log10(count)), ""];
  const [unit, name] = SCALES.find(([least]) => value >= least) ?? [1, ""];
  return name ? [String(Number((value / unit).toPrecision(digits))), ` ${name}`] : [grouped(value), ""];
}

/** The number of codes of a game in as few letters. */
export function sizeShort(game: Game): string {
  const power = sizePower(game);
  return power < LEAST_POWER ? roughly(Number(gameSize(game))) : powerText(power);
}

/** Half widths from which on an expected number of guesses has no decimals, and one. */
const [NO_DECIMALS, ONE_DECIMAL] = [5, 0.1];

/** The expected number of guesses from here on, or what a guess does that is certain to be the last; after ± the half width of its 95 % interval, where it is an estimate. */
export function expectedWords(guess: Valued, surely = "wins now"): string {
  const short = expectedShort(guess, surely);
  return short && !winsNow(guess) ? `${short}, including this one` : short;
}

/** The same where room is short: "needs 6.5 ± 0.3 guesses on average". */
export function expectedShort(guess: Valued, surely = "wins now"): string {
  if (winsNow(guess)) return surely;
  const needed = neededText(guess);
  return needed && said("average", `needs ${needed}`);
}

/** The same of a guess whose reply is known: "6.5 ± 0.3 guesses with best play", whoever plays on; nothing of one that was certain to win. */
export function expectedBefore(guess: Valued): string {
  const needed = winsNow(guess) ? "" : neededText(guess);
  return needed && `${needed} with best play`;
}

interface Valued {
  expected_guesses: number | null;
  expected_guesses_error: number | null;
}

/** Whether a guess is certain to win. */
export function winsNow({ expected_guesses: value, expected_guesses_error: error }: Valued): boolean {
  return !error && value?.toFixed(2) === "1.00";
}

/** "6.5 ± 0.3 guesses", or nothing. */
function neededText({ expected_guesses: value, expected_guesses_error: error }: Valued): string {
  if (value === null) return "";
  const digits = !error || error < ONE_DECIMAL ? 2 : error < NO_DECIMALS ? 1 : 0;
  const needed = error ? `${grouped(value, digits)} ± ${grouped(Math.max(error, 0.01), digits)}` : grouped(value, digits).replace(/\.00$/, "");
  return `${needed} guesses`;
}
