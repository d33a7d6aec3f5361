/** Trees of the gallery: read from their canonical text, walked node by node, and followed in other colours or places. */

import { formatCode, parseCode, type Code, type Game } from "../game";
import type { TreeEntry, TreeNodeRecord } from "../contract";
import { CANONICAL } from "../game";
import type { Turn } from "../position";
import { partBetween, partNumber, tableOf, type Table } from "./rules";
import { permutations } from "./symmetry";
import { range } from "./loops";

/** Pegs up to which all their orders are tried, to know a history that is one of the tree's in other colours. */
const MOST_EXCHANGED = 6;

/** A text that ends the tree, or a reply that is not in it; the message says which. */
export class NotInTree extends Error {}

/** A strategy tree: one node for each guess, in reading order, the winning replies left out. */
export class Tree {
  readonly table: Table;
  private readonly guesses: Code[] = [];
  private readonly parts: number[] = [];
  private readonly parents: number[] = [];
  private readonly depths: number[] = [];
  private readonly ends: number[] = [];
  private readonly solves: boolean[] = [];

  constructor(
    readonly game: Game,
    text: string,
  ) {
    this.table = tableOf(game);
    const numbers = new Map(this.table.parts.texts.map((reply, n) => [reply, n]));
    const open: number[] = [];
    for (const line of text.slice(text.indexOf("\n\n") + 2).trimEnd().split("\n")) {
      const depth = line.search(/\S/);
      const words = line.trim().replace(/ #[0-9a-f]{8}$/, "").split(" ");
      for (const node of open.splice(depth)) this.ends[node] = this.guesses.length;
      this.parents.push(open[depth - 1] ?? -1);
      this.parts.push(words.length > 1 ? numbers.get(words[0]!)! : -1);
      this.depths.push(depth + 1);
      open.push(this.guesses.length);
      this.guesses.push(parseCode({ ...game, notation: CANONICAL }, words[words.length - 1]!));
    }
    for (const node of open) this.ends[node] = this.guesses.length;
    for (const node of this.guesses.keys()) this.solves.push(this.isFoundAt(node));
  }

  /** Whether the guess of a node is consistent with all replies before it. */
  private isFoundAt(node: number): boolean {
    const secret = this.guesses[node]!;
    for (let at = node; this.parents[at]! >= 0; at = this.parents[at]!) {
      if (partBetween(this.table, secret, this.guesses[this.parents[at]!]!) !== this.parts[at]) return false;
    }
    return true;
  }

  guess(node: number): Code {
    return this.guesses[node]!;
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
      at = at !== null && String(this.guesses[at]) === String(turn.guess) ? this.child(at, parts[n]!) : null;
      if (at === null) break;
    }
    if (at !== null) return { node: at, guess: this.guesses[at]! };
    if (pegs > MOST_EXCHANGED) return null;
    for (const order of permutations(range(pegs))) {
      const exchanged = new Map<number, number>();
      let node: number | null = 0;
      for (const [n, turn] of turns.entries()) {
        node = exchange(this.guesses[node]!, turn.guess, order, exchanged) ? this.child(node, parts[n]!) : null;
        if (node === null) break;
      }
      if (node === null) continue;
      const taken = new Set(exchanged.values());
      const free = range(colors).filter((color) => !taken.has(color));
      const ours = this.guesses[node]!;
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

  /** The secrets below each node, and the guesses that they need on average from there. */
  *sets(): Generator<{ secrets: number; average: number }> {
    const [found, depths] = [[0], [0]];
    for (const node of this.guesses.keys()) {
      found.push(found[node]! + Number(this.solves[node]));
      depths.push(depths[node]! + (this.solves[node] ? this.depths[node]! : 0));
    }
    for (const node of this.guesses.keys()) {
      const end = this.ends[node]!;
      const secrets = found[end]! - found[node]!;
      yield { secrets, average: (depths[end]! - depths[node]!) / secrets - this.depths[node]! + 1 };
    }
  }

  /** Guesses from a node's own on over its secrets, the most for one of them, and their number. */
  private below(node: number): { total: number; depth: number; secrets: number } {
    let [total, secrets, deepest] = [0, 0, 0];
    for (let at = node; at < this.ends[node]!; at++) {
      const depth = this.depths[at]! - this.depths[node]! + 1;
      deepest = Math.max(deepest, depth);
      if (this.solves[at]) {
        total += depth;
        secrets++;
      }
    }
    return { total, depth: deepest, secrets };
  }

  /** The node that replies lead to, as the server answers it. */
  nodeAt(entry: TreeEntry, path: readonly string[]): TreeNodeRecord {
    const { texts } = this.table.parts;
    let node = 0;
    for (const [n, text] of path.entries()) {
      const child = this.child(node, texts.indexOf(text));
      if (child === null) throw new NotInTree(`No secret gives reply ${n + 1}, ${text}, there, so the tree ends before it.`);
      node = child;
    }
    const children: TreeNodeRecord["children"] = [...this.children(node)].map((child) => ({
      reply: texts[this.parts[child]!]!,
      ...this.below(child),
      guess: formatCode(this.game, this.guesses[child]!),
    }));
    if (this.solves[node]) children.push({ reply: texts[texts.length - 1]!, secrets: 1, total: 0, depth: 0, guess: null });
    const { total, depth, secrets } = this.below(node);
    return {
      name: entry.name,
      rules: entry.rules,
      objective: entry.objective,
      status: entry.status,
      guess: formatCode(this.game, this.guesses[node]!),
      secrets,
      total,
      average: total / secrets,
      depth,
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
