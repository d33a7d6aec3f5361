/** Questions that are withdrawn while the worker is at work on them. */

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ask } from "../../src/lib/engine/client";
import type { FromEngine, ToEngine } from "../../src/lib/engine/worker";

class FakeWorker {
  static all: FakeWorker[] = [];
  readonly heard: ToEngine[] = [];
  isEnded = false;
  onmessage: ((event: { data: FromEngine }) => void) | null = null;

  constructor() {
    FakeWorker.all.push(this);
  }

  postMessage(message: ToEngine): void {
    this.heard.push(message);
  }

  terminate(): void {
    this.isEnded = true;
  }

  say(data: FromEngine): void {
    this.onmessage?.({ data });
  }
}

vi.mock("$parts/page", () => ({ parts: { startEngine: () => new FakeWorker() } }));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", { baseURI: "http://localhost/" });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("how far work is reaches the one who waits for it, and does not end it", async () => {
  const told: unknown[] = [];
  const long = ask("/move", { position: "p8c12" }, undefined, undefined, (done) => told.push(done));
  const worker = FakeWorker.all.at(-1)!;
  const { id } = worker.heard.at(-1)!;
  worker.say({ id, kind: "begun" });
  for (const share of [0.2, 0.6]) worker.say({ id, kind: "working", done: { doing: "guesses", share } });
  worker.say({ id, kind: "answer", data: "11223345" });
  await expect(long).resolves.toBe("11223345");
  expect(told).toEqual([0.2, 0.6].map((share) => ({ doing: "guesses", share })));
});

it("work that nobody waits for is ended as soon as it keeps another question waiting", async () => {
  const leave = new AbortController();
  const long = ask("/suggest", { position: "p6c9" }, leave.signal);
  const before = FakeWorker.all.length;
  const worker = FakeWorker.all.at(-1);
  const { id } = worker!.heard.at(-1)!;
  worker!.say({ id, kind: "begun" });
  leave.abort();
  await expect(long).rejects.toThrow("cancelled");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(worker!.isEnded).toBe(false); // it keeps nobody waiting
  const next = ask("/candidates", { position: "p4c6" });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(worker!.isEnded).toBe(true);
  const other = FakeWorker.all.at(-1);
  expect(other!.heard.map(({ path }) => path)).toEqual(["/candidates"]);
  other!.say({ id: other!.heard[0]!.id, kind: "answer", data: 1296 });
  await expect(next).resolves.toBe(1296);
  expect(FakeWorker.all).toHaveLength(before + 1);
});
