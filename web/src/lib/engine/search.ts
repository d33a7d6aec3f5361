/** The best trees of sets of codes, by the branch and bound of the C++ library: the twin of `codepegs.trees.search.set_search`. */

import catalog from "./catalog.json";
import { OBJECTIVES, range, type Keys, type Loops } from "./loops";
import type { Native, NativeArray, NativePointer } from "./native";
import { nativeCells, nativeRules, type Table } from "./rules";
import { permutations } from "./numbers";

const { MOST_TURNS, MOST_WEIGHED_TURNS, MOST_PERMUTED, MOST_APART, KEY_BITS, MOST_CODES_SEARCHED } = catalog.limits;
const FORBIDDEN = 2 ** 44;
export const NEVER = 2 ** 40;
const TABLE_WORDS = 4;
const MEMORY_ENTRIES = 1 << 16;
const STEP_UNITS = 30_000_000;
const WALK_UNITS = 50_000_000;
/** Rows of bytes are padded to a multiple of it. */
export const ROW_PADDING = 64;
const [VALUE, GUESS] = [0, 1];
const [DONE, , , TOO_DEEP] = [0, 1, 2, 3];
/** Members of the largest set that is searched by lanes: the table of logarithms covers it. */
const MOST_MEMBERS = 512;

/** Whether a game is one that is searched. */
export function isSearched({ game, layout, size }: Table): boolean {
  return size <= MOST_CODES_SEARCHED && layout.bits * game.pegs <= KEY_BITS;
}

/** Makes a search of a game in the module's memory; returns its address. */
export type BeginSearch = (native: Native) => number;

/** The search of a game of pegs. */
export function pegSearch(table: Table): BeginSearch {
  const { game, parts, size } = table;
  return (native) => {
    const orders = game.pegs <= MOST_PERMUTED ? [...permutations(range(game.pegs))] : [range(game.pegs)];
    const apart = game.repeats && game.view === "b" && game.colors <= MOST_APART;
    const settings = searchSettings(native, parts.replies.length, size, apart, native.numbers(orders.flat(), orders.length, game.pegs));
    return native.call("new_tree_search", nativeRules(native, table), nativeCells(native, table), settings)[0]!;
  };
}

/** The settings of a search for the fewest guesses. */
export function searchSettings(native: Native, parts: number, size: number, apart: boolean, orders: NativeArray, turns = MOST_TURNS): NativePointer {
  return native.struct(
    false,
    NEVER,
    native.numbers(new Array<number>(turns + 2).fill(1)),
    true,
    native.numbers(leastValues(parts, size), 1, size + 1),
    apart,
    true,
    true,
    false,
    orders,
  );
}

/** The search of a list of so many words that ends when one is left: all weigh the same, and a guess costs 1. */
export function beginKnownSearch(native: Native, table: NativeArray, parts: number): number {
  const [guesses = 0, size = 0] = table.shape;
  const turns = Math.max(MOST_TURNS, Math.min(MOST_WEIGHED_TURNS, size)); // each may separate one word
  const settings = searchSettings(native, parts, size, false, native.numbers([], 1, 0), turns);
  const [ones, each] = [new Array<number>(Math.max(guesses, size)).fill(1), native.numbers(range(size))];
  const terms = native.struct(native.numbers(ones.slice(0, size)), native.numbers(ones.slice(0, guesses)), { ...each, shape: [1, size] }, each);
  return native.call("new_weighed_search", table, native.byteRoom(0, ROW_PADDING), parts, settings, terms)[0]!;
}

/** Searches sets of one game, one after another, with one memory. */
export class Searcher {
  private readonly search: NativePointer;
  private readonly memory: NativeArray;

  private constructor(
    private readonly native: Native,
    begin: BeginSearch,
  ) {
    this.memory = native.zeros(MEMORY_ENTRIES * TABLE_WORDS);
    this.search = { address: begin(native) };
  }

  /** Do some work with a new search. */
  static within<Found>(native: Native, begin: BeginSearch, work: (searcher: Searcher) => Found): Found {
    return native.scope(() => {
      const searcher = new Searcher(native, begin);
      try {
        return work(searcher);
      } finally {
        native.release("TreeSearch", searcher.search.address);
      }
    });
  }

  /** Guesses scored so far. */
  get scored(): number {
    return this.native.call("work_done", this.search)[1]!;
  }

  /**
   * The guesses that a set needs in all besides one for each code; null if the search scored more than so many guesses, or
   * went deeper than there is room for.
   */
  value(keys: Keys, history: readonly number[], mostScored: number | null, limit = FORBIDDEN, goal = VALUE): number | null {
    const { native } = this;
    if (history.length >= MOST_TURNS) return null;
    native.call("begin_tree_search", this.search, native.numbers(keys), native.numbers(history), limit, goal!);
    for (;;) {
      const [progress, value] = native.call("step_tree_search", this.search, this.memory, FORBIDDEN, STEP_UNITS);
      if (progress === DONE) return value!;
      if (progress === TOO_DEEP || (mostScored !== null && this.scored > mostScored)) return null;
    }
  }

  /** The key of the first guess, in the order of the search, with which a set has its value. */
  bestGuess(keys: Keys, history: readonly number[], value: number): number {
    this.value(keys, history, null, value + 1, GUESS);
    const [found, guess] = this.native.call("best_guess_found", this.search);
    if (!found) throw new Error("The search did not find the guess again.");
    return guess!;
  }
}

/** The least that sets can need by their size: the values of full trees. */
function leastValues(parts: number, most: number): number[] {
  const table = [0];
  let [width, spent, value] = [1, 0, 0];
  while (table.length <= most) {
    const count = Math.min(width, most + 1 - table.length);
    for (let n = 1; n <= count; n++) table.push(value + spent * n);
    value += spent * count;
    spent += 1;
    width *= Math.max(1, parts - 1);
  }
  return table;
}

/** A set of codes, and the guesses that it needs on average. */
export interface NeededBySet {
  readonly secrets: number;
  readonly average: number;
}

/** A walk of compiled code over the tree of a one-step strategy. */
export interface Walk {
  readonly kind: "StrategyWalk" | "TableWalk";
  readonly begin: (native: Native, options: NativePointer, out: NativePointer) => number;
  /** Names of the loops. */
  readonly step: string;
  readonly nodes: string;
  /** Number of secrets. */
  readonly size: number;
  readonly isSecret: (guess: number) => boolean;
  readonly partBetween: (guess: number, secret: number) => number;
}

/** The sets of the tree by entropy. */
export function entropySets(loops: Loops, { kind, begin, step, nodes, size, isSecret, partBetween }: Walk): Iterable<NeededBySet> {
  const { native } = loops;
  return native.scope(() => {
    const options = native.struct(OBJECTIVES.entropy, false, size, loops.logTable(Math.max(size, MOST_MEMBERS)));
    const [guesses, parents, parts] = [native.zeros(2 * size), native.zeros(2 * size), native.zeros(2 * size)];
    const out = native.struct(native.zeros(size + 3), native.zeros(3), guesses, parents, parts);
    const walk = { address: begin(native, options, out) };
    try {
      while (!native.call(step, walk, WALK_UNITS)[0]);
      const [count] = native.call(nodes, walk);
      const signed = (array: NativeArray): number[] => [...native.low(array, count!)].map((value) => value | 0);
      const [played, above, places] = [native.low(guesses, count!), signed(parents), signed(parts)];
      return setsOfTree(above, (node) => {
        let isFound = isSecret(played[node]!);
        for (let at = node; isFound && above[at]! >= 0; at = above[at]!) isFound = partBetween(played[above[at]!]!, played[node]!) === places[at];
        return isFound;
      });
    } finally {
      native.release(kind, walk.address);
    }
  });
}

/** The sets of a tree; `isFound`: whether the guess of a node is a secret of its set. */
export function* setsOfTree(parents: ArrayLike<number>, isFound: (node: number) => boolean): Generator<NeededBySet> {
  const nodes = range(parents.length);
  const [depths, secrets, totals] = [nodes.map(() => 1), nodes.map((node) => Number(isFound(node))), new Float64Array(parents.length)];
  for (const node of nodes) {
    if (parents[node]! >= 0) depths[node] = depths[parents[node]!]! + 1;
    totals[node] = secrets[node]! * depths[node]!;
  }
  for (const node of nodes.slice(1).reverse()) {
    secrets[parents[node]!]! += secrets[node]!;
    totals[parents[node]!]! += totals[node]!;
  }
  for (const node of nodes) yield { secrets: secrets[node]!, average: totals[node]! / secrets[node]! - depths[node]! + 1 };
}
