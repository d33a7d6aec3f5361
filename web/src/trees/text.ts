/** Reads the canonical text of a strategy tree (docs/trees.md), and tells what about its form is wrong. */

import { crc32 } from "./crc32";
import { parseCode, parseReply, parseRules, type Rules } from "./rules";

/** What is wrong, and where: the line of the file (from 1) and, below a guess, the position before the guess at fault. */
export interface Fault {
  line: number;
  path: string;
  sentence: string;
}

/** Raised when a text is no tree at all, or none that can be checked here. */
export class Unreadable extends Error {}

/** One guess of the tree. Nodes are kept in the order of the text: a node, then all that is below it. */
export interface Node {
  line: number;
  /** How many guesses come before. */
  depth: number;
  /** The place of the node above in the list of nodes; -1 at the first guess. */
  parent: number;
  /** The place behind the last node below this one. */
  end: number;
  /** The reply that leads here: its number in the game's order, null when the game has none such. */
  reply: number | null;
  replyText: string;
  /** The colours, null when they are no code of the game. */
  guess: number[] | null;
  guessText: string;
}

/** What the header says of the tree; null where its line is missing or unreadable. */
export interface Declared {
  total: number | null;
  depth: number | null;
  histogram: number[] | null;
  nodes: number | null;
}

export interface ReadTree {
  rules: Rules;
  strategy: string;
  declared: Declared;
  /** The header's line of each name. */
  lineOf: Map<string, number>;
  nodes: Node[];
  faults: Fault[];
}

const MAGIC = "codepegs-tree";
const VERSION = "1";
const HEADER = [MAGIC, "rules", "strategy", "total", "depth", "histogram", "nodes"];

/** Guesses with fewer guesses before them carry a check. */
const CHECKED = 2;

const NODE = /^( *)(?:([^ #]+) )?([^ #]+)( #[0-9a-f]{8})?$/;
const CHECK = / #[0-9a-f]{8}$/;
const COUNT = /^(?:0|[1-9]\d{0,14})$/;

/** The tree in a text; raises `Unreadable` when the text does not begin like one or its rules cannot be read. */
export function readTree(text: string): ReadTree {
  const faults: Fault[] = [];
  const fault = (line: number, sentence: string): number => faults.push({ line, path: "", sentence });
  if (!text.startsWith(`${MAGIC} `))
    throw new Unreadable(`This is not a tree: its first line is not “${MAGIC} ${VERSION}”.`);
  const lines = text.split("\n");
  if (lines[lines.length - 1] === "") lines.pop();
  else fault(lines.length, "the text does not end with a newline, so it may be truncated");
  if (text.includes("\r"))
    fault(1 + lines.findIndex((line) => line.includes("\r")), "a tree must not contain carriage returns");

  const empty = lines.indexOf("");
  const header = lines.slice(0, Math.max(empty, 0));
  const { values, lineOf } = readHeader(header, fault);
  if (lines[0] !== `${MAGIC} ${VERSION}`)
    throw new Unreadable(`Only trees of version ${VERSION} of the format can be read.`);
  const said = values.get("rules");
  if (said === undefined || !lines.slice(empty).some((line) => line !== ""))
    throw new Unreadable("The file is truncated or damaged: the rules, the empty line or the tree is missing.");
  const rules = parseRules(said);
  if (rules === null) throw new Unreadable(`“${shorten(said)}” is not a valid rules id: expected e.g. p4c6, p4c10n or p4c6-b.`);
  const strategy = values.get("strategy") ?? "-";
  if (strategy === "" || /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u.test(strategy)) {
    fault(lineOf.get("strategy") ?? 1, "the name of the strategy is empty or has characters that cannot be printed");
  }
  const declared = readDeclared(values, lineOf, fault);

  const first = empty + 1;
  const nodes = readNodes(rules, lines, first, fault);
  const tree = { rules, strategy, declared, lineOf, nodes, faults };
  checkSums(tree, header, lines, first);
  return tree;
}

const firstWord = (line: string): string => line.split(" ", 1)[0]!;

type Complain = (line: number, sentence: string) => void;

function readHeader(header: string[], fault: Complain): { values: Map<string, string>; lineOf: Map<string, number> } {
  const values = new Map<string, string>();
  const lineOf = new Map<string, number>();
  header.forEach((line, at) => {
    const name = firstWord(line);
    if (!HEADER.includes(name)) fault(at + 1, `“${shorten(name)}” is not a header line`);
    else if (values.has(name)) fault(at + 1, `the header has “${name}” twice`);
    else {
      values.set(name, line.slice(name.length + 1));
      lineOf.set(name, at + 1);
    }
  });
  const there = HEADER.filter((name) => values.has(name));
  for (const name of HEADER) if (!values.has(name)) fault(1, `the header has no line “${name}”`);
  if (there.some((name, at) => at > 0 && lineOf.get(name)! < lineOf.get(there[at - 1]!)!)) {
    fault(1, `the lines of the header are out of order; the correct order is ${HEADER.join(", ")}`);
  }
  return { values, lineOf };
}

function readDeclared(values: Map<string, string>, lineOf: Map<string, number>, fault: Complain): Declared {
  const counts = (name: string): number[] | null => {
    const value = values.get(name);
    if (value === undefined) return null;
    const words = value.split(" ");
    if (words.every((word) => COUNT.test(word))) return words.map(Number);
    fault(lineOf.get(name)!, `the header states “${name} ${shorten(value)}”, which is not a count`);
    return null;
  };
  const count = (name: string): number | null => {
    const found = counts(name);
    if (found === null || found.length === 1) return found?.[0] ?? null;
    fault(lineOf.get(name)!, `the header states ${found.length} numbers for “${name}” instead of one`);
    return null;
  };
  return { total: count("total"), depth: count("depth"), histogram: counts("histogram"), nodes: count("nodes") };
}

function readNodes(rules: Rules, lines: string[], first: number, fault: Complain): Node[] {
  const nodes: Node[] = [];
  const open: number[] = [];
  const close = (depth: number): void => {
    while (open.length > depth) nodes[open.pop()!]!.end = nodes.length;
  };
  for (let at = first; at < lines.length; at++) {
    const text = lines[at]!;
    const depth = Math.max(text.search(/[^ ]/), 0);
    const match = NODE.exec(text);
    const rest = lines.length - at > 1 ? "; the lines from here on are not read" : "";
    if (text.trim() === "") {
      fault(at + 1, `an empty line is not a guess${rest}`);
      break;
    }
    if (nodes.length > 0 && depth === 0) {
      fault(at + 1, `“${shorten(text)}” is a second first guess; a tree has only one${rest}`);
      break;
    }
    if (depth > open.length) {
      fault(at + 1, `“${shorten(text)}” is indented deeper than the guess above it allows${rest}`);
      break;
    }
    if (match === null || (match[2] === undefined) !== (depth === 0)) {
      fault(
        at + 1,
        `“${shorten(text)}” is not a guess: write one space for each level, ${depth > 0 ? "the reply, a space, " : ""}and the guess${rest}`,
      );
      break;
    }
    close(depth);
    const [replyText, guessText] = [match[2] ?? "", match[3]!];
    if (match[4] !== undefined && depth >= CHECKED)
      fault(at + 1, `guess ${depth + 1} has a checksum, which only guesses 1 and 2 have`);
    nodes.push({
      line: at + 1,
      depth,
      parent: depth > 0 ? open[depth - 1]! : -1,
      end: 0,
      reply: depth > 0 ? parseReply(rules, replyText) : null,
      replyText,
      guess: parseCode(rules, guessText),
      guessText,
    });
    open.push(nodes.length - 1);
  }
  close(0);
  if (nodes.length === 0) fault(lines.length, "the tree has no first guess");
  return nodes;
}

export function shorten(text: string): string {
  const trimmed = text.trim();
  return trimmed.length > 40 ? `${trimmed.slice(0, 40)}…` : trimmed;
}

/** Compares the checks: of the header with the whole tree at the first guess, of a branch at each guess after that. */
function checkSums(tree: ReadTree, header: string[], lines: string[], first: number): void {
  const bare = (from: number, to: number): string[] => lines.slice(from, to).map((line) => line.replace(CHECK, ""));
  for (const [at, node] of tree.nodes.entries()) {
    if (node.depth >= CHECKED) continue;
    const given = CHECK.exec(lines[node.line - 1]!)?.[0].slice(2);
    const last = at > 0 ? node.line - 1 + (node.end - at) : lines.length;
    const covered = at > 0 ? bare(node.line - 1, last) : [...header, ...bare(first, last)];
    const what = at > 0 ? `the branch that begins here, to line ${last},` : "the whole tree, including its header,";
    if (given === undefined)
      tree.faults.push({ line: node.line, path: pathTo(tree, at), sentence: `${what} has no checksum` });
    else if (given !== crc32(covered.join("\n"))) {
      tree.faults.push({ line: node.line, path: pathTo(tree, at), sentence: `${what} does not match its checksum` });
    }
  }
}

/** The position before a node's guess, as everything in codepegs checks it. */
export function pathTo(tree: ReadTree, at: number): string {
  const turns: string[] = [];
  for (let node = tree.nodes[at]!; node.parent >= 0; node = tree.nodes[node.parent]!) {
    turns.push(`${tree.nodes[node.parent]!.guessText}:${node.replyText}`);
  }
  return [tree.rules.id, ...turns.reverse()].join(" ");
}
