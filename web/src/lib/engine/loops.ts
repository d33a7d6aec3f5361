/** The loops of the page's engine on the codes of one game: lists of codes, their parts, the scores of guesses. */

import { formatReply, type Code } from "../game";
import type { Position } from "../position";
import constants from "./constants.json";
import { MOST_BYTES, WORD_BITS, wordsOf } from "./cost";
import { Refusal } from "./errors";
import type { CodeRules, Native, NativeArray, SetPlanes } from "./native";
import type { Pause } from "./sampling";
import { decode, encode, nativeCells, nativeRules, partNumber, type Table } from "./rules";

/** Keys of codes, ascending: they sort as the codes do. */
export type Keys = Float64Array;

/** What a good partition is; the number of `Objective` in compiled code. */
export const OBJECTIVES = { minimax: 0, "expected-size": 1, entropy: 2, "max-parts": 3 } as const;
export type Objective = (typeof OBJECTIVES)[keyof typeof OBJECTIVES];

const { ABSENT, KEYS_A_STEP, NODES_A_STEP, UNITS_A_STEP, MOST_CODES } = constants.codes;
/** The largest number with a logarithm in the table. */
const MOST_LOGS = 1 << 20;
/** Guesses whose part sizes are counted in one call. */
const GUESSES_A_STEP = 4_096;

export class Loops {
  private logs: NativeArray<"u64", 1> | null = null;
  private readonly everything = new Map<Table, Keys>();

  constructor(readonly native: Native) {}

  /** The keys of all codes of a game. */
  allKeys(table: Table): Keys {
    let keys = this.everything.get(table);
    if (!keys) {
      keys = this.enumerate(table, ...everyCode(table));
      this.everything.clear(); // one game at a time is on show
      this.everything.set(table, keys);
    }
    return keys;
  }

  /** The codes consistent with a position. */
  candidates(table: Table, position: Position): Keys {
    return this.filtered(table, this.allKeys(table), position);
  }

  /** The same a block at a time. */
  *consistent(table: Table, position: Position): Generator<Keys> {
    for (const keys of this.blocks(table)) yield this.filtered(table, keys, position);
  }

  private filtered(table: Table, keys: Keys, { turns }: Position): Keys {
    return turns.reduce((left, { guess, reply }) => {
      const wanted = partNumber(table, reply);
      const parts = this.partsOf(table, left, guess);
      let count = 0;
      const kept = new Float64Array(left.length); // `filter` takes twice as long
      for (let n = 0; n < left.length; n++) if (parts[n] === wanted) kept[count++] = left[n]!;
      return kept.slice(0, count);
    }, keys);
  }

  /** The part number of each key for a guess. */
  partsOf(table: Table, keys: Keys, guess: Code): Uint32Array {
    if (!keys.length) return new Uint32Array();
    return this.native.scope(() => {
      const out = this.native.zeros("i64", keys.length);
      const rules = nativeRules(this.native, table);
      this.native.parts_of({ keys: this.native.array("u64", keys), guess: encode(table.layout, guess), rules, out });
      return this.native.low(out, keys.length);
    });
  }

  /** The part number of each key (column) for each guess (row), until the scope ends. */
  partsOfTurns(table: Table, keys: Keys, guesses: readonly Code[]): NativeArray<"i64", 2> {
    const { native } = this;
    const rules = nativeRules(native, table);
    const codes = native.array("u64", keys);
    const parts = native.zeros("i64", guesses.length, keys.length);
    for (const [n, guess] of guesses.entries()) {
      const out: NativeArray<"i64", 1> = { address: parts.address + 8 * n * keys.length, element: "i64", shape: [keys.length] };
      native.parts_of({ keys: codes, guess: encode(table.layout, guess), rules, out });
    }
    return parts;
  }

  /** The same as `candidates`, with pauses. */
  async listed(table: Table, position: Position, pause: Pause): Promise<Keys> {
    const found: Keys[] = [];
    for (const keys of this.consistent(table, position)) {
      found.push(keys);
      await pause();
    }
    return joined(found);
  }

  /** How many codes are consistent with a position, without a list of all. */
  async count(table: Table, position: Position, pause: Pause): Promise<number> {
    let count = 0;
    for (const keys of this.consistent(table, position)) {
      count += keys.length;
      await pause();
    }
    return count;
  }

  /** All guesses whose twins ascend and whose alike columns appear in order; see `enumerate_guesses`. */
  enumerate(table: Table, ...columns: Columns): Keys {
    return joined([...this.blocks(table, columns)]);
  }

  /** The same in blocks, or all codes of a game. */
  *blocks(table: Table, [colorOf, columnClass, twinBefore] = everyCode(table)): Generator<Keys> {
    const { native } = this;
    const { pegs, repeats } = table.game;
    const { bits } = table.layout;
    const guesses = native.scope(() => {
      const [color_of, column_class, twin_before] = [native.array("i64", colorOf), native.array("i64", columnClass), native.array("i64", twinBefore)];
      return native.enumerate_guesses({ pegs, bits, repeats, color_of, column_class, twin_before });
    });
    try {
      for (let done = false; !done; ) {
        yield native.scope(() => {
          const out = native.zeros("u64", KEYS_A_STEP);
          const [count, isDone] = native.next_guesses({ guesses, out, nodes: NODES_A_STEP });
          done = isDone;
          return native.wide(out, count);
        });
      }
    } finally {
      native.release(guesses);
    }
  }

  /** One guess of every orbit under the symmetries of a position: the lowest, ascending. */
  differingGuesses(table: Table, { turns }: Position, candidates: Keys): Keys {
    const { native } = this;
    const replies = turns.map((turn) => formatReply(turn.reply));
    return native.scope(() => {
      const guesses = native.array("i64", turns.flatMap((turn) => turn.guess), turns.length, table.game.pegs);
      const same = native.array("i64", replies.map((reply) => replies.indexOf(reply)));
      const symmetry = native.find_symmetries({ rules: nativeRules(native, table), guesses, same });
      const differing = native.begin_differing({ symmetry, candidates: native.array("u64", candidates), candidates_only: false });
      try {
        let [isDone, count] = [false, 0];
        while (!isDone) [isDone, count] = native.step_differing({ differing, units: UNITS_A_STEP });
        const out = native.zeros("u64", count);
        native.write_differing({ differing, out });
        return native.wide(out, count);
      } finally {
        native.release(differing);
        native.release(symmetry);
      }
    });
  }

  /** The score of each guess, less being better: twice the objective's, plus one for a guess that cannot win; see `ranks`. */
  scores(table: Table, guesses: Keys, candidates: Keys, objective: Objective): Float64Array {
    const { native } = this;
    return native.scope(() => {
      const rules = nativeRules(native, table);
      const out = native.zeros("u64", guesses.length);
      native.best_in_range({
        guesses: native.array("u64", guesses),
        start: 0,
        stop: guesses.length,
        rules,
        planes: this.planes(table, guesses, candidates, rules),
        cells: nativeCells(native, table),
        objective,
        table: this.logTable(candidates.length),
        out,
      });
      return native.ranks(out, guesses.length);
    });
  }

  /** The sizes of the parts that each guess makes of the candidates, the win last. */
  partSizes(table: Table, guesses: Keys, candidates: Keys): Uint32Array[] {
    const { native } = this;
    const parts = table.parts.replies.length;
    const sizes: Uint32Array[] = [];
    for (let start = 0; start < guesses.length; start += GUESSES_A_STEP) {
      const block = guesses.slice(start, start + GUESSES_A_STEP);
      native.scope(() => {
        const rules = nativeRules(native, table);
        const out = native.zeros("i64", block.length, parts);
        native.count_parts({
          guesses: native.array("u64", block),
          start: 0,
          stop: block.length,
          rules,
          planes: this.planes(table, block, candidates, rules),
          cells: nativeCells(native, table),
          out,
        });
        const counted = native.low(out, block.length * parts);
        for (let n = 0; n < block.length; n++) sizes.push(counted.slice(n * parts, (n + 1) * parts));
      });
    }
    return sizes;
  }

  /** The candidates as bit planes, one for each peg and each colour that some guess uses. */
  private planes(table: Table, guesses: Keys, candidates: Keys, rules: CodeRules): SetPlanes {
    const { native } = this;
    const { pegs, colors } = table.game;
    const used = new Uint8Array(colors);
    const code = new Array<number>(pegs);
    for (const key of guesses) for (const color of decode(table.layout, key, code)) used[color] = 1;
    const columnOf = new Uint16Array(colors).fill(ABSENT);
    let columns = 0;
    for (let color = 0; color < colors; color++) if (used[color]) columnOf[color] = columns++;
    const usedWords = Math.ceil(candidates.length / WORD_BITS);
    const words = wordsOf(candidates.length);
    const bytes = 8 * (2 * pegs * columns * words + 2 * guesses.length + candidates.length);
    if (bytes > MOST_BYTES) throw Refusal.because("too_large", { kind: "too_much_memory", megabytes: Math.ceil(bytes / 1e6) });
    const planes: SetPlanes = {
      column_of: native.array("u16", columnOf),
      members: native.zeros("u64", words),
      place: native.zeros("u64", pegs, columns, words),
      copies: native.zeros("u64", pegs, columns, words),
    };
    native.fill_planes({ keys: native.array("u64", candidates), first_word: 0, after_word: usedWords, rules, planes });
    return planes;
  }

  /**
   * n log2 n in fixed point, by which partitions of equal entropy tie exactly. It stays in the module's memory; of larger
   * numbers than it has, compiled code takes the logarithm.
   */
  logTable(most: number): NativeArray<"u64", 1> {
    const { native } = this;
    const size = Math.min(MOST_LOGS, 2 ** Math.max(8, 32 - Math.clz32(most)));
    if (this.logs && this.logs.shape[0] > size) return this.logs;
    if (this.logs) native.free(this.logs);
    this.logs = null; // in case there is no memory left
    const logs = native.kept(() => native.zeros("u64", size + 1));
    native.write_log_table({ out: logs });
    return (this.logs = logs);
  }
}

/** Whether all codes of a game are looked at, block by block, where that takes long. */
export function isListable({ size }: Table): boolean {
  return size <= MOST_CODES;
}

/** The colours of columns, ascending, the class of each, and for each peg an alike one before it. */
type Columns = [colorOf: ArrayLike<number>, columnClass: ArrayLike<number>, twinBefore: ArrayLike<number>];

function everyCode({ game: { colors, pegs } }: Table): Columns {
  return [range(colors), new Array<number>(colors).fill(0), new Array<number>(pegs).fill(-1)];
}

export function range(length: number): number[] {
  return Array.from({ length }, (_, n) => n);
}

function joined(blocks: readonly Keys[]): Keys {
  if (blocks.length === 1) return blocks[0]!;
  const keys = new Float64Array(blocks.reduce((sum, block) => sum + block.length, 0));
  let at = 0;
  for (const block of blocks) {
    keys.set(block, at);
    at += block.length;
  }
  return keys;
}
