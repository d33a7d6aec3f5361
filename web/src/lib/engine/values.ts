/**
 * The one measure of a guess: the expected number of guesses from here on, this one included. The twin of
 * `codepegs.strategies.values.guess_values`: from the gallery's tree, from a bounded search, else from the sizes of the parts.
 */

import type { Code, Game } from "../game";
import type { Position } from "../position";
import type { Keys, Loops } from "./loops";
import { because, type Reason } from "../reasons";
import type { Suggestion } from "./ranking";
import { decode, encode, partBetween, type Table } from "./rules";
import { entropyTree, historyOf, isSearched, pegSearch, Searcher } from "./search";
import type { Tree } from "./trees";

export const SEARCHED_WORK = 5_000_000;
const SEARCHED_VIEW = 64;
export const SCORED = 20_000_000;
export const PART_WORK = 1_500_000;
export const SCORED_A_GUESS = 3_000_000;
export const SCORED_SHARE = 20;
export const FEW_COLORS = 3;
const PLAYED_THROUGH = 22_000;
const COVERING = 2;
const BIAS = 0.03;
const OTHER_GAME = 0.15;
const STEPS_A_BIT = 3;
const LEAST_SPREAD = 0.02;
const BITS_A_GUESS = 4;
/** Sums in another order may differ by so much. */
export const SAME = 1e-9;

/** The curve of games without a tree: guesses that sets of 2^bits codes need. */
const BITS = [0, 1, 1.585, 2, 2.322, 2.8, 3.3, 3.8, 4.5, 5.5, 6.5, 7.5, 9.5, 11, 13];
const GUESSES = [1, 1.5, 1.72, 1.84, 1.9, 1.95, 2.08, 2.27, 2.45, 2.66, 2.88, 3.13, 3.58, 3.93, 4.42];

export interface Expected {
  readonly value: number;
  /** Half the width of an interval that covers the true value with a probability of 95 %; 0 if the value is exact. */
  readonly error: number;
  /** The part of the error that all estimates at a position have in common. */
  readonly shared: number;
}

/** A suggestion with its value. */
export type Valued = Suggestion & { readonly expected: Expected };

/** The curve of games that are too large for one of their own. */
export const OTHER_CURVE: Curve = { bits: BITS, means: GUESSES, spreads: BITS.map(() => 2 * LEAST_SPREAD), shared: OTHER_GAME };

const FITTED_PEGS = 8;
const ERROR_A_PEG = 0.2;

const COLORS_A_PEG = 1.5;
const GUESSES_FOR_COLORS = 0.6;
const WITHOUT_REPEATS = 0.33;
const ONLY_BLACK = 0.55;
const ONLY_WHITE = 0.33;
const ERROR_OF_MORE = 0.4;

/** The same for a game: the curve fits up to `FITTED_PEGS`, and some kinds of game need more. */
export function otherCurve(game: Game, size: number): Curve {
  const shared = Math.max(OTHER_GAME, (ERROR_A_PEG * Math.max(0, game.pegs - FITTED_PEGS)) / COVERING);
  return { ...OTHER_CURVE, shared, more: moreGuesses(game, size) };
}

/** What a kind of game needs more than the curve says, by the size of a set: the twin of `MoreGuesses`. */
function moreGuesses({ pegs, colors, repeats, view }: Game, whole: number): (size: number) => number {
  if (view === "t") {
    const orders = ordersOf(pegs, colors, repeats) / 2;
    return (size) => Math.min(orders, (size - 1) / 2);
  }
  let more = GUESSES_FOR_COLORS * Math.max(0, colors / pegs - COLORS_A_PEG);
  if (!repeats) more += (WITHOUT_REPEATS * pegs ** 3) / colors ** 2;
  else if (view) more += (view === "b" ? ONLY_BLACK : ONLY_WHITE) * colors;
  return (size) => more * 2 ** ((Math.log2(Math.max(1, size)) - Math.log2(whole)) / pegs);
}

/** The number of codes with the colours of the secret, on average over the secrets. */
function ordersOf(pegs: number, colors: number, repeats: boolean): number {
  const factorials = [1];
  for (let n = 1; n <= pegs; n++) factorials.push(factorials[n - 1]! * n);
  if (!repeats) return factorials[pegs]!;
  let ways = [1, ...Array<number>(pegs).fill(0)];
  for (let color = 0; color < colors; color++) {
    ways = ways.map((_, total) => ways.slice(0, total + 1).reduce((sum, before, used) => sum + before / factorials[total - used]! ** 2, 0));
  }
  return (ways[pegs]! * factorials[pegs]! ** 2) / colors ** pegs;
}

export interface Best<Guess = Code> {
  readonly guess: Guess;
  readonly average: number;
  readonly isProved: boolean;
}

export function exactly(value: number): Expected {
  return { value, error: 0, shared: 0 };
}

export function differenceError(one: Expected, other: Expected): number {
  const own = ({ error, shared }: Expected): number => Math.sqrt(Math.max(0, error ** 2 - shared ** 2));
  return Math.hypot(own(one), own(other)) + Math.abs(one.shared - other.shared);
}

export function isAsGoodAs(one: Expected, other: Expected): boolean {
  return one.value - other.value <= differenceError(one, other) + SAME;
}

/** What a guess is worth. */
export function bestReason({ average, isProved }: Best<unknown>): Reason {
  return { kind: isProved ? "optimal" : "best_known", guesses: average };
}

/** A guess with its expected number of guesses among the reasons. */
export function withValue<T extends Suggestion>(found: T, { value, error }: Expected): T {
  if (value === 1 || found.reasons.some(({ kind }) => kind === "optimal" || kind === "best_known")) return found;
  const reason: Reason = error ? { kind: "value_estimate", guesses: value, error } : { kind: "value", guesses: value };
  return because(found, ...found.reasons, reason);
}

/** What sets of codes need on average, by their size alone. */
export interface Curve {
  readonly bits: readonly number[];
  readonly means: readonly number[];
  readonly spreads: readonly number[];
  readonly shared: number;
  /** What the game needs more, where the curve is that of other games. */
  readonly more?: (size: number) => number;
}

function between(x: number, xs: readonly number[], ys: readonly number[]): number {
  if (x <= xs[0]!) return ys[0]!;
  const last = xs.length - 1;
  if (x >= xs[last]!) return ys[last]!;
  const n = xs.findIndex((other) => other > x);
  return ys[n - 1]! + ((ys[n]! - ys[n - 1]!) / (xs[n]! - xs[n - 1]!)) * (x - xs[n - 1]!);
}

export function valueBySizes({ bits, means, spreads, shared, more }: Curve, sizes: ArrayLike<number>): Expected {
  const all = Array.from(sizes);
  const whole = all.reduce((sum, size) => sum + size, 0);
  let [value, weight, squares, added] = [1, 0, 0, 0];
  for (const size of all.slice(0, -1)) {
    const x = Math.log2(Math.max(1, size));
    const share = size / whole;
    const mean = size > 2 ? between(x, bits, means) + Math.max(0, x - bits[bits.length - 1]!) / BITS_A_GUESS : (1 + size) / 2;
    value += share * mean;
    if (size > 2) {
      weight += share;
      added += share * (more?.(size) ?? 0);
      squares += (share * between(x, bits, spreads)) ** 2;
    }
  }
  // Rounded once, so that equal totals give equal averages.
  if (!weight) return exactly((whole + all.slice(0, -1).reduce((sum, size) => sum + (size * (1 + size)) / 2, 0)) / whole);
  const own = Math.hypot(Math.sqrt(squares), BIAS * weight);
  const common = COVERING * shared * weight + ERROR_OF_MORE * added;
  return { value: value + added, error: Math.hypot(COVERING * own, common), shared: common };
}

/** The curve of a tree: from the secrets below each of its nodes, and the guesses that they need on average. */
export function curveOfSets(sets: Iterable<{ secrets: number; average: number }>): Curve {
  const points = new Map<number, { weight: number; bits: number; sum: number; squares: number }>();
  for (const { secrets, average } of sets) {
    const bits = Math.log2(secrets);
    const step = Math.round(bits * STEPS_A_BIT);
    const point = points.get(step) ?? { weight: 0, bits: 0, sum: 0, squares: 0 };
    point.weight++;
    point.bits += bits;
    point.sum += average;
    point.squares += average ** 2;
    points.set(step, point);
  }
  const ordered = [...points].sort(([a], [b]) => a - b).map(([, point]) => point);
  let highest = -Infinity;
  const means = ordered.map(({ sum, weight }) => (highest = Math.max(highest, sum / weight)));
  return {
    bits: ordered.map(({ bits, weight }) => bits / weight),
    means,
    spreads: ordered.map(({ sum, squares, weight }) => {
      const spread = Math.sqrt(Math.max(0, squares / weight - (sum / weight) ** 2));
      return Math.max(spread, LEAST_SPREAD * (1 + Math.sqrt(1 / weight)));
    }),
    shared: 0,
  };
}

/** The sets of a tree, with the guesses that they need on average; `isFound`: whether the guess of a node is a secret of its set. */
export function* setsOfTree(parents: readonly number[], isFound: (node: number) => boolean): Generator<{ secrets: number; average: number }> {
  const depths: number[] = [];
  const [secrets, totals] = [new Float64Array(parents.length), new Float64Array(parents.length)];
  for (const [node, parent] of parents.entries()) {
    depths[node] = parent < 0 ? 1 : depths[parent]! + 1;
    secrets[node] = Number(isFound(node));
    totals[node] = secrets[node]! * depths[node]!;
  }
  for (let node = parents.length - 1; node > 0; node--) {
    secrets[parents[node]!]! += secrets[node]!;
    totals[parents[node]!]! += totals[node]!;
  }
  for (const node of parents.keys()) yield { secrets: secrets[node]!, average: totals[node]! / secrets[node]! - depths[node]! + 1 };
}

function setsOfEntropy(loops: Loops, table: Table): Iterable<{ secrets: number; average: number }> {
  const { guesses, parents, parts } = entropyTree(loops, table);
  const codes = [...guesses].map((key) => decode(table.layout, key));
  return setsOfTree(parents, (node) => {
    let isFound = true;
    for (let at = node; isFound && parents[at]! >= 0; at = parents[at]!) {
      isFound = partBetween(table, codes[parents[at]!]!, codes[node]!) === parts[at];
    }
    return isFound;
  });
}

/** Values of guesses in one game. */
export class Values {
  private curve: Curve | null = null;
  private readonly known = new Map<string, Best | null>();

  constructor(
    private readonly loops: Loops,
    private readonly table: Table,
    /** The gallery's tree, and whether it is proved optimal. */
    private readonly tree: { tree: Tree; isProved: boolean } | null,
  ) {}

  /** The best guess at a position, if the tree or a bounded search gives it. */
  best(position: Position, left: Keys): Best | null {
    const found = this.onTree(position);
    return found ?? (this.canSearch(left.length) ? this.searched(position, left) : null);
  }

  /** The guess of the gallery's tree. */
  onTree({ turns }: Position): Best | null {
    const found = this.tree?.tree.find(turns);
    return this.tree && found ? { guess: found.guess, average: this.tree.tree.averageAt(found.node), isProved: this.tree.isProved } : null;
  }

  /** The value of each guess; none is below that of the best one. */
  of(position: Position, left: Keys, guesses: readonly Code[], best: Best | null): Expected[] {
    return guesses.map((guess) => {
      if (best && String(guess) === String(best.guess)) return exactly(best.average);
      const value = this.newValue(position, left, guess);
      return best && value.value < best.average ? { ...value, value: best.average } : value;
    });
  }

  private canSearch(count: number, work = SEARCHED_WORK): boolean {
    const { game, size } = this.table;
    return isSearched(this.table) && count * size <= work && (game.view === "" || count <= SEARCHED_VIEW);
  }

  private limit(scored: number): number {
    const { game } = this.table;
    const isFast = game.view === "" && game.colors > FEW_COLORS;
    return isFast ? scored : Math.floor(scored / SCORED_SHARE);
  }

  private searched({ turns }: Position, left: Keys): Best | null {
    const key = turns.map(({ guess, reply }) => `${guess}:${reply.black},${reply.white},${reply.total}`).join(" ");
    const before = this.known.get(key);
    if (before !== undefined) return before;
    const { layout } = this.table;
    let best: Best | null;
    if (left.length <= 2) best = { guess: decode(layout, left[0]!), average: (1 + left.length) / 2, isProved: true };
    else {
      best = Searcher.within(this.loops.native, pegSearch(this.table), (searcher) => {
        const history = historyOf(this.table, turns);
        const value = searcher.value(left, history, this.limit(SCORED));
        if (value === null) return null;
        return { guess: decode(layout, searcher.bestGuess(left, history, value)), average: (left.length + value) / left.length, isProved: true };
      });
    }
    this.known.set(key, best);
    return best;
  }

  private newValue(position: Position, left: Keys, guess: Code): Expected {
    const parts = this.loops.partsOf(this.table, left, guess);
    const sizes = new Uint32Array(this.table.parts.replies.length);
    for (const part of parts) sizes[part]!++;
    const win = sizes.length - 1;
    const largest = Math.max(0, ...sizes.subarray(0, win));
    if (largest === left.length) {
      const best = this.best(position, left);
      if (best) return exactly(1 + best.average);
    }
    if (largest > 2 && this.canSearch(largest, PART_WORK)) {
      const exact = this.searchedValue(position, left, guess, parts, sizes);
      if (exact !== null) return exactly(exact);
    }
    return valueBySizes((this.curve ??= this.makeCurve()), sizes);
  }

  private searchedValue({ turns }: Position, left: Keys, guess: Code, parts: Uint32Array, sizes: Uint32Array): number | null {
    return Searcher.within(this.loops.native, pegSearch(this.table), (searcher) => {
      const history = historyOf(this.table, turns);
      const most = this.limit(SCORED_A_GUESS);
      let total = left.length;
      for (let part = 0; part < sizes.length - 1; part++) {
        const size = sizes[part]!;
        if (size <= 2) {
          total += (size * (1 + size)) / 2;
          continue;
        }
        const some = left.filter((_, n) => parts[n] === part);
        const value = searcher.value(some, [...history, encode(this.table.layout, guess)], most - searcher.scored);
        if (value === null) return null;
        total += size + value;
      }
      return total / left.length;
    });
  }

  private makeCurve(): Curve {
    if (this.tree) return curveOfSets(this.tree.tree.sets());
    if (this.table.size <= PLAYED_THROUGH) return curveOfSets(setsOfEntropy(this.loops, this.table));
    return otherCurve(this.table.game, this.table.size);
  }
}
