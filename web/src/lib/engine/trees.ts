/** Trees of the gallery: read from their canonical text, walked node by node, and followed in other colours or places. */

import constants from "./constants.json";
import { formatCode, parseCode, type Code, type Game } from "../game";
import type { TreeEntry, TreeNodeRecord } from "../contract";
import { CANONICAL } from "../game";
import type { Turn } from "../position";
import { allCounted } from "../reasons";
import { Refusal } from "./errors";
import { partBetween, partNumber, tableOf, type Table } from "./rules";
import { setsOfTree, type NeededBySet } from "./search";
import { permutations } from "./numbers";
import { range } from "./loops";

/** Pegs up to which all their orders are tried, to know a history that is one of the tree's in other colours. */
const { MOST_EXCHANGED } = constants.values;

const BLANK = 32;
/** Colours that have a symbol; a number of a code has at most so many characters, its comma included. */
const SYMBOLS = 35;
const LONGEST_NUMBER = 6;
/** The symbols are the digits from 1, then letters. */
const DIGIT_1 = 49;
const LETTER_A = 65;
const DIGIT_SYMBOLS = 9;
const UNKNOWN = 2;

/** A strategy tree: one node for each guess, in reading order, the winning replies left out. */
export class Tree {
  readonly table: Table;
  /** Guess by guess the colours of its pegs; part and depth of each node, its parent, and where what is below it ends. */
  private readonly codes: Uint16Array;
  private readonly parts: Int16Array;
  private readonly depths: Uint8Array;
  private readonly parents: Int32Array;
  private readonly ends: Int32Array;
  /** Whether the guess of a node can win, by its first use: UNKNOWN before. */
  private readonly solves: Uint8Array;

  constructor(
    readonly game: Game,
    text: string,
  ) {
    const { pegs } = game;
    this.table = tableOf(game);
    const numbers = new Map(this.table.parts.texts.map((reply, n) => [reply, n]));
    const start = text.indexOf("\n\n") + 2;
    let size = 0;
    for (let at = start; at > 0 && at < text.length; at = text.indexOf("\n", at) + 1) size++;
    this.codes = new Uint16Array(size * pegs);
    this.parts = new Int16Array(size).fill(-1);
    this.depths = new Uint8Array(size);
    this.parents = new Int32Array(size).fill(-1);
    this.ends = new Int32Array(size);
    this.solves = new Uint8Array(size).fill(UNKNOWN);
    const open: number[] = [];
    for (let node = 0, at = start; node < size; node++, at = text.indexOf("\n", at) + 1) {
      let depth = 0;
      while (text.charCodeAt(at + depth) === BLANK) depth++;
      while (open.length > depth) this.ends[open.pop()!] = node;
      at += depth;
      if (depth) {
        const blank = text.indexOf(" ", at);
        this.parents[node] = open[depth - 1]!;
        this.parts[node] = numbers.get(text.slice(at, blank))!;
        at = blank + 1;
      }
      this.depths[node] = depth + 1;
      open.push(node);
      this.readCode(text, at, node * pegs);
    }
    for (const node of open) this.ends[node] = size;
  }

  /** The colours of a code at a place of the text: symbols, or numbers with commas between them. */
  private readCode(text: string, at: number, to: number): void {
    const { pegs, colors } = this.game;
    if (colors <= SYMBOLS) {
      for (let peg = 0; peg < pegs; peg++) {
        const symbol = text.charCodeAt(at + peg);
        this.codes[to + peg] = symbol < LETTER_A ? symbol - DIGIT_1 : symbol - LETTER_A + DIGIT_SYMBOLS;
      }
      return;
    }
    const [word] = /^[^\s]+/.exec(text.slice(at, at + LONGEST_NUMBER * pegs))!;
    this.codes.set(parseCode({ ...this.game, notation: CANONICAL }, word), to);
  }

  /** Whether the guess of a node is consistent with all replies before it. */
  private isFoundAt(node: number): boolean {
    if (this.solves[node] !== UNKNOWN) return this.solves[node] === 1;
    const { pegs } = this.game;
    let isFound = true;
    const isLeaf = this.ends[node] === node + 1; // of some secret it is the last guess
    for (let at = node; !isLeaf && isFound && this.parents[at]! >= 0; at = this.parents[at]!) {
      isFound = partBetween(this.table, this.codes, this.codes, this.parents[at]! * pegs, node * pegs) === this.parts[at];
    }
    this.solves[node] = Number(isFound);
    return isFound;
  }

  guess(node: number): Code {
    const { pegs } = this.game;
    return [...this.codes.subarray(node * pegs, (node + 1) * pegs)];
  }

  private *children(node: number): Generator<number> {
    for (let child = node + 1; child < this.ends[node]!; child = this.ends[child]!) yield child;
  }

  private child(node: number, part: number): number | null {
    for (const child of this.children(node)) if (this.parts[child] === part) return child;
    return null;
  }

  /** The node that turns lead to, also with pegs or colours exchanged, and its guess; null if they are not in the tree. */
  find(turns: readonly Turn[]): { node: number; guess: Code } | null {
    const parts = turns.map((turn) => partNumber(this.table, turn.reply));
    const { pegs, colors } = this.game;
    let at: number | null = 0;
    for (const [n, turn] of turns.entries()) {
      at = at !== null && String(this.guess(at)) === String(turn.guess) ? this.child(at, parts[n]!) : null;
      if (at === null) break;
    }
    if (at !== null) return { node: at, guess: this.guess(at) };
    if (pegs > MOST_EXCHANGED) return null;
    for (const order of permutations(range(pegs))) {
      const exchanged = new Map<number, number>();
      let node: number | null = 0;
      for (const [n, turn] of turns.entries()) {
        node = exchange(this.guess(node), turn.guess, order, exchanged) ? this.child(node, parts[n]!) : null;
        if (node === null) break;
      }
      if (node === null) continue;
      const taken = new Set(exchanged.values());
      const free = range(colors).filter((color) => !taken.has(color));
      const ours = this.guess(node);
      for (const color of ours) if (!exchanged.has(color)) exchanged.set(color, free.shift()!);
      return { node, guess: order.map((peg) => exchanged.get(ours[peg]!)!) };
    }
    return null;
  }

  /** The guesses that the rest of the game needs on average, that of the node included. */
  averageAt(node: number): number {
    const { total, secrets } = this.below(node);
    return total / secrets;
  }

  /** The secrets that are left at a node, and how many of them each reply to its guess leaves. */
  secretsAt(node: number): number {
    return this.below(node).secrets;
  }

  sizesAt(node: number): Uint32Array {
    const sizes = new Uint32Array(this.table.parts.replies.length);
    for (const child of this.children(node)) sizes[this.parts[child]!] = this.below(child).secrets;
    sizes[sizes.length - 1] = Number(this.isFoundAt(node));
    return sizes;
  }

  /** The secrets below each node, and the guesses that they need on average from there. */
  sets(): Iterable<NeededBySet> {
    return setsOfTree(this.parents, (node) => this.isFoundAt(node));
  }

  /** Guesses from a node's own on over its secrets, the most for one of them, and their number. */
  private below(node: number): { total: number; longest_game: number; secrets: number } {
    let [total, secrets, deepest] = [0, 0, 0];
    for (let at = node; at < this.ends[node]!; at++) {
      const depth = this.depths[at]! - this.depths[node]! + 1;
      deepest = Math.max(deepest, depth);
      if (this.isFoundAt(at)) {
        total += depth;
        secrets++;
      }
    }
    return { total, longest_game: deepest, secrets };
  }

  /** The node that replies lead to, as the server answers it. */
  nodeAt(entry: TreeEntry, path: readonly string[]): TreeNodeRecord {
    const { texts } = this.table.parts;
    let node = 0;
    for (const [n, text] of path.entries()) {
      const child = this.child(node, texts.indexOf(text));
      if (child === null) throw Refusal.because("bad_input", { kind: "no_branch", guess: n + 1, reply: text });
      node = child;
    }
    const children: TreeNodeRecord["children"] = [...this.children(node)].map((child) => ({
      reply: texts[this.parts[child]!]!,
      ...this.below(child),
      guess: formatCode(this.game, this.guess(child)),
    }));
    if (this.isFoundAt(node)) children.push({ reply: texts[texts.length - 1]!, secrets: 1, total: 0, longest_game: 0, guess: null });
    const { total, longest_game, secrets } = this.below(node);
    return {
      name: entry.name,
      rules: entry.rules,
      objective: entry.objective,
      status: entry.status,
      guess: formatCode(this.game, this.guess(node)),
      secrets,
      total,
      average: total / secrets,
      longest_game,
      kinds: allCounted("total", "average", "longest_game"),
      children,
    };
  }
}

/** Whether our code is theirs when pegs and colours are exchanged; colours met for the first time are noted. */
function exchange(ours: Code, theirs: Code, order: readonly number[], exchanged: Map<number, number>): boolean {
  for (const [n, peg] of order.entries()) {
    const color = theirs[n]!;
    const [own, taken] = [ours[peg]!, [...exchanged.values()]];
    if (!exchanged.has(own) && !taken.includes(color)) exchanged.set(own, color);
    if (exchanged.get(own) !== color) return false;
  }
  return true;
}
