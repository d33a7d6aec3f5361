/** The replies of a game as numbers, its codes as keys: the twins of `codepegs.game.parts` and of `KeyLayout`. */

import { formatReply, gameSize, show, type Code, type Game, type Reply } from "../game.ts";
import type { Cells, CodeRules, Native } from "./native";

/** The parts of a partition, one for each reply, the win last. */
export interface PartTable {
  readonly replies: readonly Reply[];
  readonly texts: readonly string[];
  /** Part number by [black, total], row by row; -1 where the game has no such reply. */
  readonly partOf: Int32Array;
  /** What compiled code counts: black row, total row and part of each cell, and whether it is the last of its part. */
  readonly cells: readonly { part: number; black: number; total: number }[];
}

export interface Layout {
  readonly pegs: number;
  readonly bits: number;
}

/** A game with what is worked out once for it. */
export interface Table {
  readonly game: Game;
  readonly size: number;
  readonly parts: PartTable;
  readonly layout: Layout;
  /** Zeros in which the pegs of each colour are counted. */
  readonly held: Uint8Array;
}

const known = new Map<string, Table>();

export function tableOf(game: Game): Table {
  const id = `${game.pegs},${game.colors},${game.repeats},${game.view}`;
  let table = known.get(id);
  if (!table) {
    table = { game, size: Number(gameSize(game)), parts: partTable(game), layout: layoutOf(game), held: new Uint8Array(game.colors) };
    known.set(id, table);
  }
  return table;
}

function layoutOf(game: Game): Layout {
  return { pegs: game.pegs, bits: game.colors > 1 ? 32 - Math.clz32(game.colors - 1) : 0 };
}

export function encode({ bits }: Layout, code: Code): number {
  return code.reduce((key, color) => key * 2 ** bits + color, 0);
}

/** The colours of a key; written to `code`, where many keys are read. */
export function decode({ pegs, bits }: Layout, key: number, code = new Array<number>(pegs)): number[] {
  const base = 1 << bits;
  for (let peg = pegs - 1; peg >= 0; peg--) {
    code[peg] = key & (base - 1); // the low 32 bits, of longer keys, too
    key = Math.floor(key / base);
  }
  return code;
}

/** Pairs (black, white) that occur, by total, then black, the win last. */
function fullReplies(game: Game): [number, number][] {
  const { pegs, colors, repeats } = game;
  const occurs = (black: number, white: number): boolean => {
    const rest = pegs - black;
    if (colors === 1 || white > rest || (rest === 1 && white === 1)) return false;
    return repeats ? colors > 2 || white % 2 === 0 : white >= rest - (colors - pegs);
  };
  const found: [number, number][] = [];
  for (let total = 0; total <= pegs; total++) {
    for (let black = 0; black <= total && black < pegs; black++) {
      if (occurs(black, total - black)) found.push([black, total - black]);
    }
  }
  found.push([pegs, 0]);
  return found;
}

function partTable(game: Game): PartTable {
  const { pegs, view } = game;
  const full = fullReplies(game);
  const replies: Reply[] = [];
  const number = new Map<string, number>();
  for (const [black, white] of full) {
    const reply = show(game, black, white);
    const text = formatReply(reply);
    if (!number.has(text)) {
      number.set(text, replies.length);
      replies.push(reply);
    }
  }
  const partOf = new Int32Array((pegs + 1) ** 2).fill(-1);
  const numberOf = (black: number, white: number): number => number.get(formatReply(show(game, black, white)))!;
  let cells = full.map(([black, white]) => ({ part: numberOf(black, white), black, total: black + white }));
  for (const { part, black, total } of cells) partOf[black * (pegs + 1) + total] = part;
  if (view === "b") {
    const blacks = [...new Set(cells.map((cell) => cell.black))].sort((a, b) => a - b);
    cells = blacks.map((black) => ({ part: numberOf(black, 0), black, total: pegs + 1 }));
  } else if (view === "t") {
    const totals = new Map(cells.filter((cell) => cell.black < pegs).map((cell) => [cell.total, cell.part]));
    cells = [...totals].map(([total, part]) => ({ part, black: total === pegs ? pegs + 2 : pegs + 1, total }));
    cells.push({ part: replies.length - 1, black: pegs, total: pegs });
  }
  cells.sort((a, b) => a.part - b.part); // stable, as in Python
  return { replies, texts: replies.map(formatReply), partOf, cells };
}

/** The part number of a reply; -1 where the game has none such. */
export function partNumber(table: Table, reply: Reply): number {
  return table.parts.texts.indexOf(formatReply(reply));
}

/** The part that a guess selects when `secret` is the secret; codes may begin anywhere in an array. */
export function partBetween(table: Table, guess: ArrayLike<number>, secret: ArrayLike<number>, guessAt = 0, secretAt = 0): number {
  const { held, parts } = table;
  const { pegs } = table.game;
  let [black, total] = [0, 0];
  for (let peg = 0; peg < pegs; peg++) held[secret[secretAt + peg]!]!++;
  for (let peg = 0; peg < pegs; peg++) {
    const color = guess[guessAt + peg]!;
    if (secret[secretAt + peg] === color) black++;
    if (held[color]! > 0) {
      held[color]!--;
      total++;
    }
  }
  for (let peg = 0; peg < pegs; peg++) held[secret[secretAt + peg]!] = 0;
  return parts.partOf[black * (pegs + 1) + total]!;
}

/** The rules of a game for the loops. */
export function nativeRules(native: Native, { game: { pegs, colors, repeats }, parts: { partOf } }: Table): CodeRules {
  return { pegs, colors, repeats, part_table: native.array("i64", partOf, pegs + 1, pegs + 1) };
}

/** The cells of its part table. */
export function nativeCells(native: Native, { parts: { cells, replies } }: Table): Cells {
  return {
    black: native.array("i64", cells.map((cell) => cell.black)),
    total: native.array("i64", cells.map((cell) => cell.total)),
    part: native.array("i64", cells.map((cell) => cell.part)),
    ends: native.array("bool", cells.map((cell, n) => Number(cells[n + 1]?.part !== cell.part))),
    parts: replies.length,
  };
}
