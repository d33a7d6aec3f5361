/** The loops of the page's engine on the codes of one game: lists of codes, their parts, the scores of guesses. */

import type { Code } from "../game";
import type { Position } from "../position";
import type { Native, NativeArray, NativePointer } from "./native";
import { colorAt, encode, nativeCells, nativeRules, partNumber, type Table } from "./rules";
import type { Symmetry } from "./symmetry";

/** Keys of codes, ascending: they sort as the codes do. */
export type Keys = Uint32Array;

/** What a good partition is; the number of `Objective` in compiled code. */
export const OBJECTIVES = { minimax: 0, "expected-size": 1, entropy: 2, "max-parts": 3 } as const;
export type Objective = (typeof OBJECTIVES)[keyof typeof OBJECTIVES];

/** Codes that a word of a bit plane holds, and what the number of words is a multiple of. */
const WORD_BITS = 64;
const LANES = 8;
/** Column of a colour without planes. */
const ABSENT = 0xffff;
/** Keys that one call lists, and columns it tries. */
const KEYS_A_STEP = 1 << 16;
const NODES_A_STEP = 2_000_000;
/** Guesses whose part sizes are counted in one call. */
const GUESSES_A_STEP = 4_096;

export class Loops {
  private readonly logs = new Map<number, Float64Array>();
  private readonly everything = new Map<Table, Keys>();

  constructor(readonly native: Native) {}

  /** The keys of all codes of a game. */
  allKeys(table: Table): Keys {
    let keys = this.everything.get(table);
    if (!keys) {
      const { colors, pegs } = table.game;
      keys = this.enumerate(table, range(colors), new Array<number>(colors).fill(0), new Array<number>(pegs).fill(-1));
      this.everything.clear(); // one game at a time is on show
      this.everything.set(table, keys);
    }
    return keys;
  }

  /** The codes consistent with a position. */
  candidates(table: Table, position: Position): Keys {
    return position.turns.reduce((left, { guess, reply }) => {
      const wanted = partNumber(table, reply);
      const parts = this.partsOf(table, left, guess);
      return left.filter((_, n) => parts[n] === wanted);
    }, this.allKeys(table));
  }

  /** The part number of each key for a guess. */
  partsOf(table: Table, keys: Keys, guess: Code): Uint32Array {
    if (!keys.length) return new Uint32Array();
    return this.native.scope(() => {
      const out = this.native.zeros(keys.length);
      const rules = nativeRules(this.native, table);
      this.native.call("parts_of", this.native.numbers(keys), encode(table.layout, guess), rules, out);
      return this.native.low(out, keys.length);
    });
  }

  /** All guesses whose twins ascend and whose alike columns appear in order; see `enumerate_guesses`. */
  enumerate(table: Table, colorOf: ArrayLike<number>, columnClass: ArrayLike<number>, twinBefore: ArrayLike<number>): Keys {
    const { native } = this;
    const { pegs, repeats } = table.game;
    return native.scope(() => {
      const given = [colorOf, columnClass, twinBefore].map((values) => native.numbers(values));
      const [guesses] = native.call("enumerate_guesses", pegs, table.layout.bits, repeats, ...given);
      const out = native.zeros(KEYS_A_STEP);
      const blocks: Keys[] = [];
      try {
        for (let done = 0; !done; ) {
          const [count, ended] = native.call("next_guesses", { address: guesses! }, out, NODES_A_STEP);
          blocks.push(native.low(out, count!));
          done = ended!;
        }
      } finally {
        native.release("GuessEnumerator", guesses!);
      }
      return joined(blocks);
    });
  }

  /** A key for each guess that two share exactly when a symmetry maps one to the other. */
  canonicalKeys(table: Table, guesses: Keys, symmetry: Symmetry): Float64Array {
    const { native } = this;
    const { maps, unplayed, classOf } = symmetry;
    return native.scope(() => {
      const classMaps = native.numbers(maps.flatMap((map) => map.classes), maps.length, maps[0]!.classes.length);
      const images = maps.flatMap((map) => range(table.game.colors).map((color) => map.colors.get(color) ?? -1));
      const colorMaps = native.numbers(images, maps.length, table.game.colors);
      const found = native.struct(native.numbers(classOf), classMaps, colorMaps, native.numbers(unplayed));
      const out = native.zeros(guesses.length);
      native.call("canonical_keys", native.numbers(guesses), nativeRules(native, table), found, out);
      return native.wide(out, guesses.length);
    });
  }

  /** The score of each guess, less being better: twice the objective's, plus one for a guess that cannot win. */
  scores(table: Table, guesses: Keys, candidates: Keys, objective: Objective): Float64Array {
    const { native } = this;
    return native.scope(() => {
      const given = native.numbers(guesses);
      const rules = nativeRules(native, table);
      const planes = this.planes(table, guesses, candidates, rules);
      const logs = native.numbers(this.logTable(candidates.length));
      const out = native.zeros(guesses.length);
      native.call("best_in_range", given, 0, guesses.length, rules, planes, nativeCells(native, table), objective, logs, out);
      return native.wide(out, guesses.length);
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
        const planes = this.planes(table, block, candidates, rules);
        const out = native.zeros(block.length, parts);
        native.call("count_parts", native.numbers(block), 0, block.length, rules, planes, nativeCells(native, table), out);
        const counted = native.low(out, block.length * parts);
        for (let n = 0; n < block.length; n++) sizes.push(counted.slice(n * parts, (n + 1) * parts));
      });
    }
    return sizes;
  }

  /** The candidates as bit planes, one for each peg and each colour that some guess uses. */
  private planes(table: Table, guesses: Keys, candidates: Keys, rules: NativePointer): NativePointer {
    const { native } = this;
    const { pegs, colors } = table.game;
    const used = new Uint8Array(colors);
    for (const key of guesses) for (let peg = 0; peg < pegs; peg++) used[colorAt(table.layout, key, peg)] = 1;
    const columnOf = new Uint16Array(colors).fill(ABSENT);
    let columns = 0;
    for (let color = 0; color < colors; color++) if (used[color]) columnOf[color] = columns++;
    const usedWords = Math.ceil(candidates.length / WORD_BITS);
    const words = Math.ceil(usedWords / LANES) * LANES;
    const members: NativeArray = native.zeros(words);
    const [place, copies] = [native.zeros(pegs, columns, words), native.zeros(pegs, columns, words)];
    const planes = native.struct(native.shorts(columnOf), members, place, copies);
    native.call("fill_planes", native.numbers(candidates), 0, usedWords, rules, planes);
    return planes;
  }

  /** n log2 n in fixed point, by which partitions of equal entropy tie exactly. */
  logTable(most: number): Float64Array {
    const size = 2 ** Math.max(8, 32 - Math.clz32(most));
    let table = this.logs.get(size);
    if (!table) {
      table = this.native.scope(() => {
        const out = this.native.zeros(size + 1);
        this.native.call("write_log_table", out);
        return this.native.wide(out, size + 1);
      });
      this.logs.set(size, table);
    }
    return table;
  }
}

export function range(length: number): number[] {
  return Array.from({ length }, (_, n) => n);
}

function joined(blocks: readonly Keys[]): Keys {
  if (blocks.length === 1) return blocks[0]!;
  const keys = new Uint32Array(blocks.reduce((sum, block) => sum + block.length, 0));
  let at = 0;
  for (const block of blocks) {
    keys.set(block, at);
    at += block.length;
  }
  return keys;
}
