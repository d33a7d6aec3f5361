/** The codes of a game in keys, with what ranking and valuing guesses takes: pegs here, lists of words in `words.ts`. */

import { formatCode, type Code } from "../game";
import { isSolved, type Position, type Turn } from "../position";
import constants from "./constants.json";
import type { Keys, Loops, Objective } from "./loops";
import type { Curve, Native, StrategyWalk } from "./native";
import { decode, encode, nativeCells, nativeRules, partBetween, type Table } from "./rules";
import { entropySets, isSearched, pegSearch, type BeginSearch, type NeededBySet } from "./search";
import type { Tree } from "./trees";
import { fitCurve } from "./values";

const { NEVER } = constants.search;
/** Candidates that are looked through to see whether only their order is open, where replies show white. */
const { MOST_EXAMINED } = constants.order;
const { SEARCHED_VIEW, FEW_COLORS, PLAYED_THROUGH } = constants.values;
/** What replies show, by the number that loops have for it. */
export const VIEWS = ["", "b", "t", "w"];

export interface Codebook {
  readonly native: Native;
  readonly begin: BeginSearch;
  /** Guesses that a search compares; Infinity if sets are not searched. */
  readonly guesses: number;
  readonly mostSearched: number;
  /** Whether the game ends when one candidate is left, not when the secret is named. */
  readonly endsKnown: boolean;
  /** Whether searches take longer than others. */
  readonly isSlow: boolean;
  textOf(guess: number): string;
  /** The part of each candidate for a guess, and the number of parts, the win last. */
  partsOf(candidates: Keys, guess: number): ArrayLike<number>;
  readonly parts: number;
  /** Twice the score of each guess, less being better, plus one for a guess that cannot win. */
  scores(guesses: Keys, candidates: Keys, objective: Objective): Float64Array;
  /** The sizes of the parts that each guess makes. */
  sizes(guesses: Keys, candidates: Keys): Uint32Array[];
  /** What sets of its codes need. */
  makeCurve(): Curve;
}

export class PegCodes implements Codebook {
  readonly native: Native;
  readonly begin: BeginSearch;
  readonly guesses: number;
  readonly mostSearched: number;
  readonly endsKnown = false;
  readonly isSlow: boolean;
  readonly parts: number;

  constructor(
    private readonly loops: Loops,
    readonly table: Table,
    private readonly tree: Tree | null,
  ) {
    const { game, size } = table;
    this.native = loops.native;
    this.begin = pegSearch(table);
    this.guesses = isSearched(table) ? size : Infinity;
    this.mostSearched = game.view === "" ? Infinity : SEARCHED_VIEW;
    this.isSlow = game.view !== "" || game.colors <= FEW_COLORS;
    this.parts = table.parts.replies.length;
  }

  codeOf(guess: number): Code {
    return decode(this.table.layout, guess);
  }

  textOf(guess: number): string {
    return formatCode(this.table.game, this.codeOf(guess));
  }

  historyOf(turns: readonly Turn[]): number[] {
    return turns.map(({ guess }) => encode(this.table.layout, guess));
  }

  partsOf(candidates: Keys, guess: number): Uint32Array {
    return this.loops.partsOf(this.table, candidates, this.codeOf(guess));
  }

  scores(guesses: Keys, candidates: Keys, objective: Objective): Float64Array {
    return this.loops.scores(this.table, guesses, candidates, objective);
  }

  sizes(guesses: Keys, candidates: Keys): Uint32Array[] {
    return this.loops.partSizes(this.table, guesses, candidates);
  }

  makeCurve(): Curve {
    const { native, table, tree } = this;
    const { pegs, colors, repeats, view } = table.game;
    if (tree) return fitCurve(native, tree.sets());
    if (table.size <= PLAYED_THROUGH) return fitCurve(native, this.setsByEntropy());
    return native.other_curve({ pegs, colors, repeats, view: VIEWS.indexOf(view) });
  }

  private setsByEntropy(): Iterable<NeededBySet> {
    const { loops, table } = this;
    const keys = loops.allKeys(table);
    const codes = new Map([...keys].map((key) => [key, this.codeOf(key)]));
    const { native } = this;
    return entropySets<StrategyWalk>(loops, {
      begin: (options, out) =>
        native.begin_walk({
          keys: native.array("u64", keys),
          depth: 0,
          first_played: native.array("i64", new Array<number>(table.game.colors).fill(NEVER)),
          rules: nativeRules(native, table),
          cells: nativeCells(native, table),
          options,
          out,
        }),
      step: (walk, units) => native.step_walk({ walk, units }),
      nodes: (walk) => native.walked_nodes({ walk }),
      size: keys.length,
      isSecret: () => true,
      partBetween: (guess, secret) => partBetween(table, codes.get(guess)!, codes.get(secret)!),
    });
  }
}

/** Whether every guess that is not the secret gets the same reply from all candidates. */
export function onlyOrderIsOpen(table: Table, candidates: Keys): boolean {
  return table.game.view === "t" && candidates.length > 0 && areArrangements(table, candidates);
}

/** Whether only the order of the colours is open, where replies do not show black. */
export function isOrderOpen(table: Table, position: Position, left: Keys): boolean {
  const { view } = table.game;
  if (!position.turns.length || isSolved(position) || left.length < 2) return false;
  return (view === "t" || (view === "w" && left.length <= MOST_EXAMINED)) && areArrangements(table, left);
}

/** Whether all codes have the same multiset of colours. */
export function areArrangements({ layout }: Table, keys: Keys): boolean {
  const colors = (key: number): string => decode(layout, key).sort((a, b) => a - b).join();
  const first = colors(keys[0]!);
  return colors(keys[keys.length - 1]!) === first && keys.every((key) => colors(key) === first);
}
