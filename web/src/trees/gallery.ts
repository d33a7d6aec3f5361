/** The trees of the server's gallery, and what is said about them. */

import { get, post } from "../lib/api";
import type { TreeEntry, TreeNodeRecord } from "../lib/contract";
import { said } from "../lib/figures";
import { formatRules, inDigits, parseRules, rulesWords } from "../lib/game";
import { titleOf } from "../lib/presets";

export type { TreeEntry } from "../lib/contract";
export type TreeNode = TreeNodeRecord;

let list: Promise<TreeEntry[]> | null = null;

/** All trees, smaller games first; asked for once. */
export function trees(): Promise<TreeEntry[]> {
  list ??= get("/trees")
    .then((answer) => answer.trees)
    .catch((error: unknown) => {
      list = null;
      throw error;
    });
  return list;
}

/** Nodes that are kept; walking back and forth then asks nobody. */
const MOST_NODES = 500;
const nodes = new Map<string, Promise<TreeNode>>();

/** The node that the given replies lead to. */
export function nodeAt(name: string, path: readonly string[]): Promise<TreeNode> {
  const key = [name, ...path].join(" ");
  const known = nodes.get(key);
  if (known) return known;
  const asked = post("/trees/node", { name, path: [...path] }).catch((error: unknown) => {
    nodes.delete(key);
    throw error;
  });
  nodes.set(key, asked);
  for (const oldest of nodes.keys()) {
    if (nodes.size <= MOST_NODES) break;
    nodes.delete(oldest);
  }
  return asked;
}

/** All nodes from the first guess down to where the replies lead. */
export function nodesAlong(name: string, path: readonly string[]): Promise<TreeNode[]> {
  return Promise.all([[], ...path].map((_, length) => nodeAt(name, path.slice(0, length))));
}

/** What a tree was made for, as a person says it. */
export function aim(entry: { objective: string; then_depth?: boolean }): string {
  const [objective, limit] = entry.objective.split(":");
  const fewest = said("average", "fewest guesses");
  if (objective === "expected")
    return `${fewest}${entry.then_depth ? ", then fewest in the worst case" : ""}`;
  if (objective === "expected-within") return `${fewest}, ${said("longest_game", limit!)} in every game`;
  if (objective === "worst") return "fewest guesses in the worst case";
  return entry.objective;
}

/** Whether a tree is proved optimal, as a person says it. */
export function statusWords(entry: TreeEntry): string {
  return entry.status === "proved" ? "proved optimal" : entry.status;
}

/** Whether an entry is what somebody looks for who types these words. */
export function matches(entry: TreeEntry, words: string): boolean {
  const game = parseRules(entry.rules);
  const text = `${entry.rules} ${formatRules(inDigits(game))} ${titleOf(entry.rules)} ${rulesWords(game)} ${aim(entry)} ${statusWords(entry)}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/[\s,]+/)
    .every((word) => text.includes(word));
}
