/** Advice in games of lists of words is that of `codepegs suggest LIST --json`, on questions of make_words.py. */

import { existsSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { Loops } from "../../src/lib/engine/loops";
import { Native } from "../../src/lib/engine/native";
import { WordEngine, type WordAdvice, type WordQuestion } from "../../src/lib/engine/words";
import { readGame, REPLIES, replyBetween, UNTIL, winOf, wordKnown } from "../../src/words/list";

const ROOT = new URL("../../../", import.meta.url);
const WORDS = new URL(process.env["WORDS"] ?? "build/engine/words.jsonl", ROOT);
const MODULE = new URL("build/engine/engine.wasm", ROOT);
const LEAST_QUESTIONS = 50;

let loops: Loops;

beforeAll(async () => {
  for (const file of [WORDS, MODULE]) {
    if (!existsSync(file)) throw new Error(`${file.pathname} is missing: make page-test makes it`);
  }
  loops = new Loops(await Native.start(readFileSync(MODULE)));
});

/** Sums in another order differ in their last digits. */
function rounded(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_, part: unknown) => (typeof part === "number" ? Number(part.toPrecision(10)) : part)));
}

/** Words of some letters, every n-th of all there are. */
function made(count: number, step: number, letters = 5): string[] {
  return Array.from({ length: count }, (_, n) => (n * step) % 26 ** letters).map((number) =>
    Array.from({ length: letters }, (_, at) => String.fromCharCode(65 + (Math.floor(number / 26 ** at) % 26))).join(""),
  );
}

describe("advice about lists of words", () => {
  it("is that of codepegs", { timeout: 600_000 }, () => {
    const engine = new WordEngine(loops);
    const lines = readFileSync(WORDS, "utf8").trimEnd().split("\n");
    expect(lines.length).toBeGreaterThanOrEqual(LEAST_QUESTIONS);
    const seen = new Set<string>();
    for (const line of lines) {
      const { body, answer } = JSON.parse(line) as { body: WordQuestion; answer: WordAdvice };
      expect({ body, answer: rounded(engine.suggest(body)) }).toEqual({ body, answer: rounded(answer) });
      expect(engine.suggest(body, true).words).toEqual(answer.words);
      seen.add(body.game.reply).add(body.game.until!);
      if (body.game.until === "known" && answer.candidates === 1) expect(wordKnown(readGame(body.game), body.turns)).toBe(answer.words[0]);
    }
    expect([...seen].sort()).toEqual([...REPLIES, ...UNTIL].sort());
  });

  it("filters by the replies that the page itself gives", () => {
    const engine = new WordEngine(loops);
    const [secrets, guesses] = [made(200, 7919), made(100, 104_729)];
    for (const reply of REPLIES) {
      const game = { secrets: secrets.join(" "), guesses: [...guesses, "EERIE"].join(" "), reply };
      for (const guess of [secrets[3]!, guesses[5]!, "EERIE"]) {
        const shown = replyBetween(reply, guess, secrets[17]!);
        const fitting = secrets.filter((secret) => replyBetween(reply, guess, secret) === shown);
        const { candidates, words } = engine.suggest({ game, turns: [{ guess, reply: shown }], limit: 1000 }, true);
        expect({ reply, guess, words }).toEqual({ reply, guess, words: fitting });
        expect(candidates).toBe(fitting.length);
      }
      expect(replyBetween(reply, "CRATE", "CRATE")).toBe(winOf({ reply, letters: 5 }));
    }
  });

  it("answers about the largest lists in seconds", { timeout: 60_000 }, () => {
    const engine = new WordEngine(loops);
    const all = [...new Set(made(13_000, 7919))].slice(0, 12_972);
    const game = { secrets: all.slice(0, 2_315).join(" "), guesses: all.slice(2_315).join(" "), reply: "wordle" as const };
    const times: number[] = [];
    const timed = <Value>(work: () => Value): Value => {
      const began = performance.now();
      const value = work();
      times.push(Math.round(performance.now() - began));
      return value;
    };
    const quick = timed(() => engine.suggest({ game, turns: [] }, true));
    const first = timed(() => engine.suggest({ game, turns: [] }));
    expect(quick.candidates).toBe(2_315);
    const guess = first.suggestions[0]!.guess;
    const turns = [{ guess, reply: replyBetween("wordle", guess, all[1_000]!) }];
    const second = timed(() => engine.suggest({ game, turns }));
    expect(second.candidates).toBeLessThan(1_000);
    console.info("milliseconds: first quick, first, second", times);
    expect(Math.max(...times)).toBeLessThan(30_000);
  });
});
