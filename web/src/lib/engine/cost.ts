/** What games and positions cost this page: decides which games it plays itself, and says how long a guess takes. */

import constants from "../constants.json" with { type: "json" };
import { gameSize, sizePower, type Game } from "../game.ts";

/** Bits of a key, a whole number that is exact, and pegs of the longest code: one colour takes a bit, too. */
const KEY_BITS = 53;

/** Memory that a game may take, and what lists of codes, of guesses, of parts and of logarithms take of it for each code. */
export const MOST_BYTES = 100_000_000;
const BYTES_A_CODE = 64;
/** The power of ten above which no game fits, without counting its codes. */
const MOST_POWER = 8;

/** Codes that a word of a bit plane holds, and what the number of words is a multiple of. */
export const { WORD_BITS, LANES } = constants.planes;

/** The work of comparing guesses: a unit is a guess, a word of codes and a kind of reply. */
const MOST_UNITS = 2_000_000_000;
const UNITS_A_SECOND = 400_000_000;
/** Work of a turn that nobody notices. */
const QUICK_UNITS = 100_000_000;

/** Why the page cannot compute a game: replies that may be wrong, too many codes, or too long ones. */
export type Lack = "noise" | "codes" | "length";

/** Why this page cannot list the codes of a game, compare all guesses and review it; null if it can. */
export function lackOf(game: Game, isNoisy = false): Lack | null {
  if (isNoisy) return "noise";
  if (sizePower(game) > MOST_POWER || Number(gameSize(game)) * BYTES_A_CODE > MOST_BYTES) return "codes";
  return game.pegs * bitsOf(game) > KEY_BITS ? "length" : null;
}

/** The longest codes of games that are sampled here because their codes are too many for a list, and the most colours. */
const [MOST_SAMPLED_PEGS, MOST_SAMPLED_COLORS] = [12, 255];

/** Whether this page advises on a game by a sample of its codes, because it cannot list them. */
export function isSampledOnly(game: Game, isNoisy = false): boolean {
  return !isNoisy && lackOf(game) !== null && game.pegs <= MOST_SAMPLED_PEGS && game.colors <= MOST_SAMPLED_COLORS;
}

const { MOST_SAMPLED_PEGS: SAMPLED_WELL, MOST_SAMPLED_PEGS_OF_MANY_COLORS: SAMPLED_WELL_OF_MANY, LEAST_GROWING_PEGS, FEW_CELLS } = constants.streaming;
/** The longest codes of games that are streamed here: lists of longer ones take the memory of a small telephone. */
const MOST_STREAMED_PEGS = 299;

/**
 * Whether `auto` plays a game by `streaming`, which this page can do: of games in which it would also search for few candidates
 * exactly, that takes too long here.
 */
export function isStreamed({ pegs, colors, repeats, view }: Game, isNoisy = false): boolean {
  if (isNoisy || !repeats || !(view === "" || view === "b") || String(colors) in LEAST_GROWING_PEGS) return false;
  const sampled = colors >= pegs && view === "" ? SAMPLED_WELL_OF_MANY : SAMPLED_WELL;
  return pegs > sampled && pegs <= MOST_STREAMED_PEGS && pegs * colors > FEW_CELLS;
}

/** Bits of a colour in a key. */
function bitsOf({ colors }: Game): number {
  return Math.max(1, 32 - Math.clz32(colors - 1));
}

/** The most work of a turn: all codes as guesses, the candidates as many as one reply leaves on average. */
function hardestTurn(game: Game): number {
  return Math.min(MOST_UNITS, Number(gameSize(game)) ** 2 / WORD_BITS);
}

/** Whether nobody waits for a guess in a game. */
export function isQuick(game: Game): boolean {
  return lackOf(game) === null && hardestTurn(game) <= QUICK_UNITS;
}

/** The seconds that a guess takes at most, about. */
export function secondsOf(game: Game): number {
  return Math.ceil(hardestTurn(game) / UNITS_A_SECOND);
}

/** Words of a bit plane of so many codes. */
export function wordsOf(codes: number): number {
  return Math.ceil(codes / (WORD_BITS * LANES)) * LANES;
}

/** Every how manyth guess is compared, so that it takes some seconds at most. */
export function strideOf(guesses: number, candidates: number, replies: number): number {
  return Math.max(1, Math.ceil((guesses * wordsOf(candidates) * replies) / MOST_UNITS));
}
