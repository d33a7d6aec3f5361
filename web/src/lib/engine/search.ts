/** The best trees of sets of codes, by the branch and bound of the C++ library: the twin of `codepegs.trees.search.set_search`. */

import constants from "./constants.json";
import { OBJECTIVES, range, type Keys, type Loops } from "./loops";
import type { Native, NativeArray, OneStepOptions, SearchSettings, StrategyWalk, TableWalk, TreeSearch, WalkOutput } from "./native";
import { nativeCells, nativeRules, type Table } from "./rules";
import { permutations } from "./numbers";

const { MOST_TURNS, MOST_WEIGHED_TURNS, MOST_PERMUTED, MOST_APART, KEY_BITS, MOST_CODES_SEARCHED } = constants.search;
const { VALUE, GUESS, DONE, TOO_DEEP, FORBIDDEN, NEVER, TABLE_WORDS, MEMORY_ENTRIES, STEP_UNITS } = constants.search;
const { ROW_PADDING } = constants.lists;
/** Members of the largest set that is searched by lanes: the table of logarithms covers it. */
const { MOST_MEMBERS } = constants.codes;
const WALK_UNITS = 50_000_000;

/** Whether a game is one that is searched. */
export function isSearched({ game, layout, size }: Table): boolean {
  return size <= MOST_CODES_SEARCHED && layout.bits * game.pegs <= KEY_BITS;
}

/** Makes a search of a game. */
export type BeginSearch = (native: Native) => TreeSearch;

/** The search of a game of pegs. */
export function pegSearch(table: Table): BeginSearch {
  const { game, parts, size } = table;
  return (native) => {
    const orders = game.pegs <= MOST_PERMUTED ? [...permutations(range(game.pegs))] : [range(game.pegs)];
    const apart = game.repeats && game.view === "b" && game.colors <= MOST_APART;
    const settings = searchSettings(native, parts.replies.length, size, apart, native.array("i64", orders.flat(), orders.length, game.pegs));
    return native.new_tree_search({ rules: nativeRules(native, table), cells: nativeCells(native, table), settings });
  };
}

/** The settings of a search for the fewest guesses. */
export function searchSettings(
  native: Native,
  parts: number,
  size: number,
  blacks_alone: boolean,
  permutations: NativeArray<"i64", 2>,
  turns = MOST_TURNS,
): SearchSettings {
  return {
    candidates_only: false,
    turns: NEVER,
    step: native.array("i64", new Array<number>(turns + 2).fill(1)),
    same_turns: true,
    bounds: native.array("i64", leastValues(parts, size), 1, size + 1),
    blacks_alone,
    bounded: true,
    ordered: true,
    largest_first: false,
    permutations,
  };
}

/** The search of a list of so many words that ends when one is left: all weigh the same, and a guess costs 1. */
export function beginKnownSearch(native: Native, replies: NativeArray<"u16", 2>, parts: number): TreeSearch {
  const [guesses, size] = replies.shape;
  const turns = Math.max(MOST_TURNS, Math.min(MOST_WEIGHED_TURNS, size)); // each may separate one word
  const ones = new Array<number>(Math.max(guesses, size)).fill(1);
  return native.new_weighed_search({
    replies,
    rows: native.room("u8", 0, ROW_PADDING),
    parts,
    settings: searchSettings(native, parts, size, false, native.array("i64", [], 1, 0), turns),
    terms: {
      weights: native.array("i64", ones.slice(0, size)),
      costs: native.array("i64", ones.slice(0, guesses)),
      endings: native.array("i64", range(size), 1, size),
      items: native.array("i64", range(size)),
    },
  });
}

/** Searches sets of one game, one after another, with one memory. */
export class Searcher {
  private readonly search: TreeSearch;
  private readonly memory: NativeArray<"u64", 1>;

  private constructor(
    private readonly native: Native,
    begin: BeginSearch,
  ) {
    this.memory = native.zeros("u64", MEMORY_ENTRIES * TABLE_WORDS);
    this.search = begin(native);
  }

  /** Do some work with a new search. */
  static within<Found>(native: Native, begin: BeginSearch, work: (searcher: Searcher) => Found): Found {
    return native.scope(() => {
      const searcher = new Searcher(native, begin);
      try {
        return work(searcher);
      } finally {
        native.release(searcher.search);
      }
    });
  }

  /** Guesses scored so far. */
  get scored(): number {
    return this.native.work_done({ search: this.search })[1];
  }

  /**
   * The guesses that a set needs in all besides one for each code; null if the search scored more than so many guesses, or
   * went deeper than there is room for.
   */
  value(keys: Keys, history: readonly number[], mostScored: number | null, limit = FORBIDDEN, goal = VALUE): number | null {
    const { native, search, memory } = this;
    if (history.length >= MOST_TURNS) return null;
    native.begin_tree_search({ search, keys: native.array("u64", keys), history: native.array("u64", history), limit, goal });
    for (;;) {
      const [progress, value] = native.step_tree_search({ search, table: memory, sets: FORBIDDEN, units: STEP_UNITS });
      if (progress === DONE) return value;
      if (progress === TOO_DEEP || (mostScored !== null && this.scored > mostScored)) return null;
    }
  }

  /** The key of the first guess, in the order of the search, with which a set has its value. */
  bestGuess(keys: Keys, history: readonly number[], value: number): number {
    this.value(keys, history, null, value + 1, GUESS);
    const [isFound, guess] = this.native.best_guess_found({ search: this.search });
    if (!isFound) throw new Error("The search did not find the guess again.");
    return guess;
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
export interface Walk<Object extends StrategyWalk | TableWalk> {
  readonly begin: (options: OneStepOptions, out: WalkOutput) => Object;
  /** Continue for some work; whether the walk is at its end. */
  readonly step: (walk: Object, units: number) => boolean;
  /** The number of nodes written. */
  readonly nodes: (walk: Object) => number;
  /** Number of secrets. */
  readonly size: number;
  readonly isSecret: (guess: number) => boolean;
  readonly partBetween: (guess: number, secret: number) => number;
}

/** The sets of the tree by entropy. */
export function entropySets<Object extends StrategyWalk | TableWalk>(
  loops: Loops,
  { begin, step, nodes, size, isSecret, partBetween }: Walk<Object>,
): Iterable<NeededBySet> {
  const { native } = loops;
  return native.scope(() => {
    const table = loops.logTable(Math.max(size, MOST_MEMBERS));
    const out: WalkOutput = {
      histogram: native.zeros("i64", size + 3),
      work: native.zeros("i64", 3),
      guesses: native.zeros("u64", 2 * size),
      parents: native.zeros("i64", 2 * size),
      parts: native.zeros("i64", 2 * size),
    };
    const walk = begin({ objective: OBJECTIVES.entropy, candidates_only: false, searched_most: size, table }, out);
    try {
      while (!step(walk, WALK_UNITS));
      const count = nodes(walk);
      const signed = (array: NativeArray<"i64">): number[] => [...native.low(array, count)].map((value) => value | 0);
      const [played, above, places] = [native.low(out.guesses, count), signed(out.parents), signed(out.parts)];
      return setsOfTree(above, (node) => {
        let isFound = isSecret(played[node]!);
        for (let at = node; isFound && above[at]! >= 0; at = above[at]!) isFound = partBetween(played[above[at]!]!, played[node]!) === places[at];
        return isFound;
      });
    } finally {
      native.release(walk);
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
