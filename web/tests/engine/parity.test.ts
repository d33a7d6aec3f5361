/** The engine's answers are those of `codepegs --json`, to the last digit, on positions that Python made: see make_positions.py. */

import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import catalog from "../../src/lib/engine/catalog.json";
import type { TreeEntry } from "../../src/lib/contract";
import { Engine } from "../../src/lib/engine/engine";
import { Gallery } from "../../src/lib/engine/gallery";
import { Loops } from "../../src/lib/engine/loops";
import { Native, NativeStreaming } from "../../src/lib/engine/native";
import { checkTree } from "../../src/trees/checker";

const ROOT = new URL("../../../", import.meta.url);
const POSITIONS = new URL(process.env["POSITIONS"] ?? "build/engine/positions.jsonl", ROOT);
const [MODULE, STREAMING] = ["engine", "streaming"].map((name) => new URL(`build/engine/${name}.wasm`, ROOT)) as [URL, URL];
const TREES = new URL("src/codepegs/trees/gallery/trees/", ROOT);

/** Sizes and weights of parts, and what else `part_figures` is given. */
type Parts = [sizes: number[], weights: number[], fewest_left: number, is_test: boolean, ends_named: boolean];

interface Question {
  task: "suggest" | "candidates" | "coach" | "secret" | "verify" | "figures";
  body: Parts[] & { position: string; rules: string; seed: number; name: string; at: number | null; letter: string | null };
  answer: unknown;
}

function textOf(entry: TreeEntry): string {
  const middle = entry.objective === "expected" ? "" : `.${entry.objective.replace(":", "-")}`;
  return gunzipSync(readFileSync(new URL(`${entry.rules}${middle}.tree.gz`, TREES))).toString();
}

const entries = catalog.trees as TreeEntry[];

let engine: Engine;
let native: Native;

beforeAll(async () => {
  for (const file of [POSITIONS, MODULE, STREAMING]) {
    if (!existsSync(file)) throw new Error(`${file.pathname} is missing: make page-test makes it`);
  }
  native = await Native.start(readFileSync(MODULE));
  engine = new Engine(new Loops(native), new Gallery(entries, (entry) => Promise.resolve(textOf(entry))), () => NativeStreaming.start(readFileSync(STREAMING)));
});

function checked(body: Question["body"]): object | null {
  const text = textOf(entries.find((entry) => entry.name === body.name)!);
  const changed = body.at === null ? text : text.slice(0, body.at) + body.letter! + text.slice(body.at + 1);
  const { verdict, rules, total, average, longest_game, histogram } = checkTree(changed);
  return verdict === "unreadable" ? null : { rules, total, average, longest_game, histogram, valid: verdict === "valid" };
}

function figures([sizes, weights, fewest_left, is_test, ends_named]: Parts): unknown {
  return native.scope(() => native.part_figures({ sizes: native.array("i64", sizes), weights: native.array("i64", weights), fewest_left, is_test, ends_named }));
}

/** Of Python's verdict what both checkers say: each has sentences of its own for faults. */
function verdict(answer: Record<string, unknown> | null): object | null {
  if (!answer) return null;
  const { rules, total, average, longest_game, histogram, valid } = answer;
  return { rules, total, average, longest_game, histogram, valid };
}

async function ask({ task, body }: Question): Promise<unknown> {
  if (task === "verify") return checked(body);
  if (task === "figures") return body.map(figures);
  if (task === "secret") return engine.reveal(body).secret;
  if (task === "candidates") return engine.candidates(body);
  return task === "suggest" ? engine.suggest(body) : engine.coach(body);
}

describe("the engine", () => {
  it("answers as codepegs does", { timeout: 3_600_000 }, async () => {
    const questions = readFileSync(POSITIONS, "utf8").trimEnd().split("\n").map((line) => JSON.parse(line) as Question);
    const counts: Record<string, number> = {};
    const skipped = process.env["TASKS"]?.split(",");
    for (const question of questions) {
      if (skipped && !skipped.includes(question.task)) continue;
      const theirs = question.task === "verify" ? verdict(question.answer as Record<string, unknown> | null) : question.answer;
      const ours = await ask(question);
      if (theirs && typeof theirs === "object" && "seconds" in theirs) theirs.seconds = (ours as { seconds: number }).seconds;
      if (theirs && typeof theirs === "object" && "more_by_symmetry" in theirs) delete theirs.more_by_symmetry; // the page does not count them
      expect({ asked: question.body, answer: ours }).toEqual({ asked: question.body, answer: theirs });
      counts[question.task] = (counts[question.task] ?? 0) + 1;
    }
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
    console.info(counts);
  });
});
