/** The trees of the gallery, read when they are first needed. */

import type { SuggestRecord, TreeEntry } from "../contract";
import { CANONICAL, formatCode, formatRules, parseRules, type Game } from "../game";
import { formatPosition, isSolved, type Position } from "../position";
import { because } from "../reasons";
import { Refusal } from "./errors";
import type { Native } from "./native";
import { describe, undescribed } from "./ranking";
import { Tree } from "./trees";
import { bestReason } from "./values";

export class Gallery {
  private readonly trees = new Map<string, Promise<Tree>>();

  constructor(
    readonly entries: readonly TreeEntry[],
    /** The text of a tree; rejects if its file cannot be loaded. */
    readonly text: (entry: TreeEntry) => Promise<string>,
  ) {}

  entry(name: string): TreeEntry {
    const entry = this.entries.find((each) => each.name === name);
    if (!entry) throw Refusal.because("not_found", { kind: "no_such_tree", text: name });
    return entry;
  }

  /** The tree of a game with the fewest expected guesses. */
  entryOf(game: Game): TreeEntry | undefined {
    const rules = formatRules({ ...game, notation: CANONICAL });
    return this.entries.find((each) => each.rules === rules && each.objective === "expected");
  }

  tree(entry: TreeEntry): Promise<Tree> {
    let tree = this.trees.get(entry.name);
    if (!tree) {
      tree = this.text(entry).then((text) => new Tree(parseRules(entry.rules), text));
      tree.catch(() => this.trees.delete(entry.name));
      this.trees.set(entry.name, tree);
    }
    return tree;
  }

  /** The tree's guess at a position of canonical notation; null off the tree. Its figures take the compiled loops. */
  async firstAdvice(position: Position, seed: number, native: Native | null): Promise<SuggestRecord | null> {
    const began = performance.now();
    const entry = this.entryOf(position.game);
    const tree = entry && !isSolved(position) ? await this.tree(entry).catch(() => null) : null;
    const found = tree?.find(position.turns);
    if (!entry || !tree || !found) return null;
    const [guess, sizes] = [formatCode(position.game, found.guess), tree.sizesAt(found.node)];
    const figures = native ? describe(native, guess, sizes, null) : undescribed(guess, sizes[sizes.length - 1]! > 0);
    const average = tree.averageAt(found.node);
    const best = bestReason({ average, isProved: entry.status === "proved" });
    const reasons = tree.secretsAt(found.node) > 1 ? [...figures.reasons, best] : figures.reasons;
    return {
      position: formatPosition(position),
      candidates: tree.secretsAt(found.node),
      candidates_estimate: null,
      candidates_interval: null,
      consistent: true,
      suggestions: [because({ ...figures, expected_guesses: average, expected_guesses_error: 0 }, ...reasons)],
      strategy: "auto",
      seed,
      seconds: Math.round((performance.now() - began) * 1000) / 1e6,
    };
  }
}
