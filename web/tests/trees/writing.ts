/// <reference types="node" />
/**
 * Trees for the tests: written down, mutated, and played in the plainest way, by other arithmetic than the checker's.
 */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { crc32, gunzipSync } from "node:zlib";

const GALLERY = new URL("../../../src/codepegs/trees/gallery/trees/", import.meta.url);
const FIXTURES = new URL("./fixtures/", import.meta.url);

/** The text of a tree that comes with codepegs. */
export function galleryTree(name: string): string {
  return gunzipSync(readFileSync(fileURLToPath(new URL(`${name}.tree.gz`, GALLERY)))).toString("utf-8");
}

/** The text of a tree made by `codepegs tree build`. */
export function fixture(name: string): string {
  return readFileSync(fileURLToPath(new URL(`${name}.tree`, FIXTURES)), "utf-8");
}

export interface Split {
  header: string[];
  /** Lines of the tree without their checks. */
  lines: string[];
}

/** Header and tree of a text, apart. */
export function split(text: string): Split {
  const [header = "", ...body] = text.split("\n\n");
  const lines = body.join("\n\n").split("\n");
  lines.pop();
  return { header: header.split("\n"), lines: lines.map((line) => line.replace(/ #[0-9a-f]{8}$/, "")) };
}

const depthOf = (line: string): number => line.length - line.replace(/^ +/, "").length;

/** The text again, with right checks, so that only what the tree says can give a change away. */
export function join({ header, lines }: Split): string {
  const checked = lines.map((line, at) => {
    if (at === 0) return `${line} #${sum([...header, ...lines])}`;
    if (depthOf(line) !== 1) return line;
    let end = at + 1;
    while (end < lines.length && depthOf(lines[end]!) > 1) end++;
    return `${line} #${sum(lines.slice(at, end))}`;
  });
  return [...header, "", ...checked, ""].join("\n");
}

function sum(lines: string[]): string {
  return crc32(Buffer.from(lines.join("\n")))
    .toString(16)
    .padStart(8, "0");
}

export interface Game {
  pegs: number;
  colors: number;
  repeats: boolean;
  view: "bw" | "b" | "t" | "w";
}

export function rulesId(game: Game): string {
  return `p${game.pegs}c${game.colors}${game.repeats ? "" : "n"}${game.view === "bw" ? "" : `-${game.view}`}`;
}

/** All codes as texts, by counting in base `colors`. */
export function allCodes(game: Game): string[] {
  const codes: string[] = [];
  for (let number = 0; number < game.colors ** game.pegs; number++) {
    const code = Array.from(
      { length: game.pegs },
      (_, peg) => 1 + (Math.floor(number / game.colors ** (game.pegs - 1 - peg)) % game.colors),
    );
    if (game.repeats || new Set(code).size === game.pegs) codes.push(code.join(""));
  }
  return codes;
}

/** The reply by counting each colour on both sides; the win is `win`. */
export function naiveReply(game: Game, guess: string, secret: string): string {
  if (guess === secret) return "win";
  const black = [...guess].filter((symbol, peg) => symbol === secret[peg]).length;
  let both = 0;
  for (const symbol of new Set(guess)) both += Math.min(guess.split(symbol).length, secret.split(symbol).length) - 1;
  return { bw: `${black}b${both - black}w`, b: `${black}b`, t: `${both}t`, w: `${both - black}w` }[game.view];
}

/** The replies that occur in the game, the win left out, in order: by all pegs, then by black, each where it comes first. */
export function repliesInOrder(game: Game): string[] {
  const rank = new Map<string, number>();
  const full = { ...game, view: "bw" as const };
  for (const guess of allCodes(game)) {
    for (const secret of allCodes(game)) {
      if (guess === secret) continue;
      const [black, white] = naiveReply(full, guess, secret).match(/\d+/g)!.map(Number) as [number, number];
      const [reply, at] = [naiveReply(game, guess, secret), (black + white) * 100 + black];
      rank.set(reply, Math.min(rank.get(reply) ?? at, at));
    }
  }
  return [...rank.keys()].sort((one, other) => rank.get(one)! - rank.get(other)!);
}

export interface TreeNode {
  guess: string;
  children: Map<string, TreeNode>;
}

/** A tree that solves the game by guesses drawn at random, now and then one that cannot be the secret. */
export function randomTree(game: Game, random: () => number): TreeNode {
  const codes = allCodes(game);
  const order = repliesInOrder(game);
  const pick = (from: string[]): string => from[Math.floor(random() * from.length)]!;
  const grow = (left: string[], probes: number): TreeNode => {
    const guess = probes > 0 && random() < 0.3 ? pick(codes) : pick(left);
    const parts = new Map<string, string[]>();
    for (const secret of left) {
      const reply = naiveReply(game, guess, secret);
      parts.set(reply, [...(parts.get(reply) ?? []), secret]);
    }
    parts.delete("win");
    const inOrder = [...parts].sort(([one], [other]) => order.indexOf(one) - order.indexOf(other));
    return { guess, children: new Map(inOrder.map(([reply, part]) => [reply, grow(part, probes - 1)])) };
  };
  return grow(codes, 3);
}

export function treeLines(node: TreeNode, reply = "", depth = 0): string[] {
  const line = depth === 0 ? node.guess : `${" ".repeat(depth)}${reply} ${node.guess}`;
  return [line, ...[...node.children].flatMap(([next, child]) => treeLines(child, next, depth + 1))];
}

/**
 * Guesses each secret needs, by playing the lines for one secret after the other; null when some secret is not found or some
 * line is played for none.
 */
export function playLines(game: Game, lines: string[]): number[] | null {
  const played = new Set<number>();
  const needed: number[] = [];
  for (const secret of allCodes(game)) {
    let at = 0;
    for (;;) {
      played.add(at);
      const depth = depthOf(lines[at]!);
      const guess = lines[at]!.trim().split(" ").pop()!;
      const reply = naiveReply(game, guess, secret);
      if (reply === "win") {
        needed.push(depth + 1);
        break;
      }
      let next = at + 1;
      while (
        next < lines.length &&
        !(depthOf(lines[next]!) === depth + 1 && lines[next]!.trim().startsWith(`${reply} `))
      ) {
        if (depthOf(lines[next]!) <= depth) next = lines.length;
        else next++;
      }
      if (next >= lines.length) return null;
      at = next;
    }
  }
  return played.size === lines.length ? needed : null;
}

export function headerOf(game: Game, strategy: string, lines: string[], needed: number[]): string[] {
  const depth = Math.max(...needed);
  const histogram = Array.from({ length: depth }, (_, at) => needed.filter((guesses) => guesses === at + 1).length);
  return [
    "codepegs-tree 1",
    `rules ${rulesId(game)}`,
    `strategy ${strategy}`,
    `total ${needed.reduce((one, other) => one + other, 0)}`,
    `depth ${depth}`,
    `histogram ${histogram.join(" ")}`,
    `nodes ${lines.length}`,
  ];
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
