/** How many codes are left after each turn of a game, asked once for each position and remembered. */

import { post } from "./api";
import { canonicalPosition } from "./canonical";
import { isContradiction } from "./contract";
import { gameSize, sizePower, type Game } from "./game";
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

/** "13 codes left", "about 2,000 codes left", or nothing. */
export function leftWords(left: Left | undefined): string {
  if (left === undefined) return "";
  if (left.count !== null) return left.count === 1 ? "1 code left" : `${roughly(left.count)} codes left`;
  if (left.estimate === null) return "";
  return left.interval ? `${range(left.interval)} codes left` : `about ${about(left.estimate)} codes left`;
}

export function leftShort(left: Left | undefined): string {
  if (left === undefined) return "";
  if (left.count !== null) return roughly(left.count);
  if (left.estimate === null) return "";
  return left.interval ? range(left.interval) : `≈ ${about(left.estimate)}`;
}

/** "2.4 M to 3.1 M": an interval, both ends with two digits. */
function range(interval: readonly number[]): string {
  const [low = 0, high = 0] = interval.map((end) => Number(end.toPrecision(2)));
  return roughly(low) === roughly(high) ? `about ${roughly(low)}` : `${roughly(low)} to ${roughly(high)}`;
}

/** The number of codes of a game in as few letters. */
export function sizeShort(game: Game): string {
  const power = sizePower(game);
  return power < 12 ? roughly(Number(gameSize(game))) : `10${raised(Math.floor(power))}`;
}

/** A whole number as an exponent. */
function raised(power: number): string {
  return [...String(power)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("");
}

/** Three digits, or from 10¹² on one. */
export function roughly(count: number): string {
  const rounded = count >= 1e6 ? Number(count.toPrecision(3)) : Math.round(count);
  if (rounded >= 1e12) {
    const [digit, power] = rounded.toExponential(0).split("e+");
    return `${digit === "1" ? "" : `${digit} × `}10${raised(Number(power))}`;
  }
  if (rounded >= 1e9) return `${rounded / 1e9} billion`;
  return rounded >= 1e6 ? `${rounded / 1e6} million` : rounded.toLocaleString("en-US");
}

/** An estimate: one digit, for the next is not known. */
export function about(estimate: number): string {
  return roughly(Number(Math.max(1, estimate).toPrecision(1)));
}

/** The expected number of guesses from here on: "needs 6.5 ± 0.3 guesses, this one included"; ± is a 95 % interval. */
export function expectedWords(guess: { expected_guesses: number | null; expected_guesses_error: number | null }): string {
  if (guess.expected_guesses === null) return "";
  const { expected_guesses: value, expected_guesses_error: error } = guess;
  const spread = error?.toFixed(1) ?? "0.0";
  const estimate = spread === "0.0" ? `about ${value.toFixed(1)}` : `${value.toFixed(1)} ± ${spread}`;
  const text = error ? estimate : value.toFixed(2);
  return text === "1.00" ? "wins now" : `needs ${text.replace(/\.00$/, "")} guesses, this one included`;
}
