/** Games that the page plays by `streaming`: which they are, and a whole game; parity.test.ts compares its guesses with Python's. */

import { readFileSync } from "node:fs";
import { beforeAll, expect, it } from "vitest";
import { answering } from "../../src/lib/engine/client";
import { isStreamed, lackOf } from "../../src/lib/engine/cost";
import { Engine } from "../../src/lib/engine/engine";
import { Gallery } from "../../src/lib/engine/gallery";
import { Loops } from "../../src/lib/engine/loops";
import { Native, NativeStreaming } from "../../src/lib/engine/native";
import { formatReply, parseCode, parseRules, replyTo } from "../../src/lib/game";
import type { MoveRecord, ProgressEvent, SolveDone, SuggestRecord, TurnEvent } from "../../src/lib/contract";

let engine: Engine;

beforeAll(async () => {
  const bytes = (name: string): Buffer<ArrayBuffer> => readFileSync(new URL(`../../../build/engine/${name}.wasm`, import.meta.url));
  const gallery = new Gallery([], () => Promise.reject(new Error("there are no trees here")));
  engine = new Engine(new Loops(await Native.start(bytes("engine"))), gallery, () => NativeStreaming.start(bytes("streaming")));
});

async function watched(rules: string, seed: number): Promise<{ events: (TurnEvent | ProgressEvent)[]; done: SolveDone }> {
  const events: (TurnEvent | ProgressEvent)[] = [];
  const playing = engine.solve({ rules, seed });
  for (;;) {
    const next = await playing.next();
    if (next.done) return { events, done: next.value };
    events.push(next.value);
  }
}

it.each([
  ["p100c100", true],
  ["p100c100-b", true],
  ["p299c1000", true],
  ["p41c41", true],
  ["p40c41", false], // sampled by codepegs
  ["p40c41-b", true],
  ["p31c51", false],
  ["p100c15", false], // few candidates are searched for exactly
  ["p250c8", false], // played by growing-list
  ["p300c100", false], // too long
  ["p50c50n", false],
  ["p50c50-t", false],
  ["p4c6", false],
])("%s is played by it: %s", (rules, is) => {
  const game = parseRules(rules);
  expect(isStreamed(game)).toBe(is);
  expect(isStreamed(game, true)).toBe(false);
  if (!is) return;
  expect(lackOf(game)).toBe("codes");
  expect(["/suggest", "/move", "/solve", "/candidates", "/coach"].map((path) => answering(path, { rules }))).toEqual(["slowly", "slowly", "slowly", "never", "never"]);
});

it("tells how far a long game is, now and then", async () => {
  const { events, done } = await watched("p100c100", 1);
  const looks = events as ProgressEvent[];
  expect(done).toMatchObject({ rules: "p100c100", strategy: "auto", solved: true, guesses: 178, seed: 1 });
  expect(looks[0]).toMatchObject({ turn: 1, reply: "1b0w", known_pegs: 0, counted_colors: 1, most_black: 1, map: "·".repeat(100) });
  expect(looks.at(-1)).toMatchObject({ turn: 178, reply: "100b0w", known_pegs: 100, counted_colors: 100, left_estimate: 0, map: "█".repeat(100) });
});

it("tells each turn of a shorter one, with its value", async () => {
  const { events, done } = await watched("p45c40", 2);
  const turns = events as TurnEvent[];
  expect(turns.map(({ turn }) => turn)).toEqual(turns.map((_, n) => n + 1));
  expect(turns).toHaveLength(done.guesses);
  expect(turns.at(-1)).toMatchObject({ reply: "45b0w", candidates: 1, expected_guesses: 1, expected_guesses_error: 0 });
  expect(turns[5]!.expected_guesses).toBeGreaterThan(turns[40]!.expected_guesses!);
});

it("moves as it advises, whatever was asked before, and goes on only from its own guesses", async () => {
  const game = parseRules("p45c40");
  const secret = parseCode(game, (await watched("p45c40", 3)).done.secret!);
  let position = "p45c40";
  for (let turn = 1; turn < 9; turn++) {
    const move = (await engine.move({ position, seed: 3 })) as MoveRecord;
    await engine.move({ position: "p45c40", seed: turn });
    const advice = (await engine.suggest({ position, seed: 3 })) as SuggestRecord;
    expect(advice.suggestions.map(({ guess }) => guess)).toEqual([move.guess]);
    expect(move.progress!.known_pegs).toBeLessThan(45);
    position += ` ${move.guess}:${formatReply(replyTo(game, parseCode(game, move.guess!), secret))}`;
  }
  await expect(engine.move({ position, seed: 4 })).rejects.toThrow("the guess of turn 1 is another");
  await expect(engine.move({ position, seed: 3 })).resolves.toMatchObject({ stopped: null });
});
