/**
 * A checker of strategy trees that shares nothing with the program that made them.
 *
 * It takes every secret of the game through the tree at once. At each guess the secrets that are left are dealt out by the
 * reply they give, worked out anew from the definition of the game. Each reply that occurs must lead to one guess, no other
 * reply may, and only the win ends a branch. From that come the figures, which must be those the tree declares.
 */

import { codeText, countCodes, listCodes, Replier, replyText, winNumber } from "./rules";
import { pathTo, readTree, shorten, Unreadable, type Fault, type ReadTree } from "./text";

export type { Fault } from "./text";

export interface Verdict {
  /** `unreadable`: no tree, or none that can be checked here. `wrong`: a tree with faults. */
  verdict: "valid" | "wrong" | "unreadable";
  rules: string | null;
  strategy: string | null;
  /** Secrets of the game. */
  secrets: number | null;
  /** Guesses in the tree that could be read. */
  nodes: number;
  /** Replies that were worked out. */
  replies: number;
  /** Counted here; null when some secret is not found. */
  total: number | null;
  average: number | null;
  longest_game: number | null;
  histogram: number[] | null;
  /** The first faults, in the order of the text. */
  faults: Fault[];
  /** How many there are in all. */
  faultsInAll: number;
}

/** Told now and then, with the share of the tree that is done, from 0 to 1. */
export type Progress = (share: number) => void;

/** Faults that are told; there may be more. */
const MOST_FAULTS = 20;

/** Pegs of all secrets together: at two bytes each, and eight for each secret, some 100 MB. */
const MOST_PEGS = 30_000_000;

/** Guesses between two looks at the progress. */
const STRIDE = 64;

/** Checks the canonical text of a tree. */
export function checkTree(text: string, progress: Progress = () => {}): Verdict {
  let tree: ReadTree;
  try {
    tree = readTree(text);
    const pegs = countCodes(tree.rules) * tree.rules.pegs;
    if (pegs > MOST_PEGS) throw new Unreadable(`${tree.rules.id} has more secrets than can be checked in a browser.`);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { ...NOTHING, faults: [{ line: 0, path: "", sentence: error.message }] };
  }
  const { replies, foundAt } = replay(tree, progress);
  const secrets = countCodes(tree.rules);
  const figures = count(foundAt);
  compare(tree, figures);
  const faults = tree.faults.sort((one, other) => one.line - other.line);
  return {
    verdict: faults.length > 0 ? "wrong" : "valid",
    rules: tree.rules.id,
    strategy: tree.strategy === "-" ? null : tree.strategy,
    secrets,
    nodes: tree.nodes.length,
    replies,
    total: figures && figures.total,
    average: figures && figures.total / secrets,
    longest_game: figures && figures.depth,
    histogram: figures && figures.histogram,
    faults: faults.slice(0, MOST_FAULTS),
    faultsInAll: faults.length,
  };
}

const NOTHING: Verdict = {
  verdict: "unreadable",
  rules: null,
  strategy: null,
  secrets: null,
  nodes: 0,
  replies: 0,
  total: null,
  average: null,
  longest_game: null,
  histogram: null,
  faults: [],
  faultsInAll: 1,
};

interface Replayed {
  replies: number;
  /** The guess, from 1, by which each secret is found; 0 when it is not. */
  foundAt: Uint32Array;
}

function replay(tree: ReadTree, progress: Progress): Replayed {
  const { rules, nodes } = tree;
  const codes = listCodes(rules);
  const secrets = countCodes(rules);
  const replier = new Replier(rules, codes);
  // The secrets of a node are a stretch of this list; its replies deal the stretch out among its children.
  const order = Uint32Array.from({ length: secrets }, (_, secret) => secret);
  const reply = new Uint32Array(secrets);
  const dealt = new Uint32Array(secrets);
  const from = new Int32Array(nodes.length).fill(-1);
  const to = new Int32Array(nodes.length);
  const foundAt = new Uint32Array(secrets);
  let replies = 0;
  if (nodes.length > 0) [from[0], to[0]] = [0, secrets];
  for (let at = 0; at < nodes.length; at++) {
    if (at % STRIDE === 0) progress(at / nodes.length);
    const node = nodes[at]!;
    const [start, end] = [from[at]!, to[at]!];
    if (start < 0) continue; // no secret comes here, which has been said of the node above
    if (node.guess === null) {
      fault(tree, at, node.line, `${shorten(node.guessText)} is not a code of ${rules.id}`);
      continue;
    }
    const stretches = new Map<number, [number, number]>();
    for (let place = start; place < end; place++) {
      const given = replier.reply(node.guess, order[place]!);
      reply[place] = given;
      const stretch = stretches.get(given);
      if (stretch === undefined) stretches.set(given, [0, 1]);
      else stretch[1]++;
    }
    replies += end - start;
    let next = start;
    for (const stretch of stretches.values()) [stretch[0], stretch[1], next] = [next, next, next + stretch[1]];
    for (let place = start; place < end; place++) dealt[stretches.get(reply[place]!)![1]++] = order[place]!;
    order.set(dealt.subarray(start, end), start);
    const won = stretches.get(winNumber(rules));
    if (won !== undefined) for (let place = won[0]; place < won[1]; place++) foundAt[order[place]!] = node.depth + 1;
    const secretAt = (place: number): string => {
      const first = order[place]! * rules.pegs;
      return codeText(rules, codes.subarray(first, first + rules.pegs));
    };
    lead(tree, at, stretches, from, to);
    tellMissing(tree, at, stretches, secretAt);
  }
  progress(1);
  return { replies, foundAt };
}

/** Gives each child the secrets whose reply leads to it, takes them off the list, and tells of children that get none. */
function lead(
  tree: ReadTree,
  at: number,
  stretches: Map<number, [number, number]>,
  from: Int32Array,
  to: Int32Array,
): void {
  const { rules, nodes } = tree;
  const node = nodes[at]!;
  const seen = new Set<number>();
  let highest = -1;
  stretches.delete(winNumber(rules));
  for (let child = at + 1; child < node.end; child = nodes[child]!.end) {
    const { line, reply, replyText: said } = nodes[child]!;
    const turn = `${node.guessText}:${said}`;
    if (reply === null) {
      fault(tree, at, line, `${shorten(said)} is not a reply of ${rules.id}`);
      continue;
    }
    if (reply === winNumber(rules)) {
      fault(tree, at, line, `a guess follows ${turn}, the reply that ends the game`);
      continue;
    }
    if (seen.has(reply)) {
      fault(tree, at, line, `the reply in ${turn} occurs twice`);
      continue;
    }
    seen.add(reply);
    if (reply < highest)
      fault(
        tree,
        at,
        line,
        `the reply in ${turn} is out of order: it must come before ${replyText(rules, highest)}`,
      );
    highest = Math.max(highest, reply);
    const stretch = stretches.get(reply);
    if (stretch === undefined) {
      fault(tree, at, line, `a guess follows ${turn}, but no secret that is left gives that reply`);
      continue;
    }
    [from[child], to[child]] = stretch;
    stretches.delete(reply);
  }
}

/** Tells of replies that lead nowhere. */
function tellMissing(
  tree: ReadTree,
  at: number,
  stretches: Map<number, [number, number]>,
  secretAt: (place: number) => string,
): void {
  const node = tree.nodes[at]!;
  for (const [reply, [start, end]] of [...stretches].sort((one, other) => one[0] - other[0])) {
    const others = end - start > 1 ? ` and ${(end - start - 1).toLocaleString("en")} more` : "";
    fault(
      tree,
      at,
      node.line,
      `no guess follows ${node.guessText}:${replyText(tree.rules, reply)}, the reply for the secret ${secretAt(start)}${others}`,
    );
  }
}

function fault(tree: ReadTree, at: number, line: number, sentence: string): void {
  tree.faults.push({ line, path: pathTo(tree, at), sentence });
}

interface Figures {
  total: number;
  depth: number;
  histogram: number[];
}

/** The figures of the tree, null when some secret is not found. */
function count(foundAt: Uint32Array): Figures | null {
  const histogram: number[] = [];
  let total = 0;
  for (const guesses of foundAt) {
    if (guesses === 0) return null;
    while (histogram.length < guesses) histogram.push(0);
    histogram[guesses - 1]!++;
    total += guesses;
  }
  return { total, depth: histogram.length, histogram };
}

/** Tells where the header says something else than was counted. */
function compare(tree: ReadTree, figures: Figures | null): void {
  const { declared, lineOf, nodes } = tree;
  const unlike = (name: string, said: number | string | null, counted: number | string): void => {
    if (said !== null && said !== counted) {
      tree.faults.push({
        line: lineOf.get(name)!,
        path: "",
        sentence: `the header states “${name} ${said}”, but counting gives ${counted}`,
      });
    }
  };
  unlike("nodes", declared.nodes, nodes.length);
  if (figures === null) return;
  unlike("total", declared.total, figures.total);
  unlike("depth", declared.depth, figures.depth);
  unlike("histogram", declared.histogram && declared.histogram.join(" "), figures.histogram.join(" "));
}
