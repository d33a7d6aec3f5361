import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { ApiError } from "../src/lib/api";
import { patiently } from "../src/lib/patience";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const busy = (): ApiError => new ApiError("busy", "Too many wait.", 3);

test("what the server is too busy for is asked again after the pause it names", async () => {
  const run = vi.fn<() => Promise<void>>().mockRejectedValueOnce(busy()).mockResolvedValueOnce();
  const asked = patiently(run, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(2_900);
  expect(run).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(200);
  await asked;
  expect(run).toHaveBeenCalledTimes(2);
});

test("other refusals are passed on at once", async () => {
  const run = vi.fn<() => Promise<void>>().mockRejectedValue(new ApiError("bad_input", "No such game."));
  await expect(patiently(run, new AbortController().signal)).rejects.toThrow("No such game.");
  expect(run).toHaveBeenCalledTimes(1);
});

test("what it gives is passed on, and fewer tries are made where that is asked for", async () => {
  const signal = new AbortController().signal;
  expect(await patiently(() => Promise.resolve(5), signal)).toBe(5);
  const run = vi.fn<() => Promise<number>>().mockImplementation(() => Promise.reject(busy()));
  const asked = expect(patiently(run, signal, 3)).rejects.toThrow("Too many wait.");
  await vi.advanceTimersByTimeAsync(60_000);
  await asked;
  expect(run).toHaveBeenCalledTimes(3);
});

test("when to try again is said once", () => {
  expect(busy().whenToRetry).toBe("Try again in 3 seconds.");
  expect(new ApiError("busy", "Going down.", 1).whenToRetry).toBe("Try again in 1 second.");
  expect(new ApiError("busy", "Too many requests wait already: try again in 2 seconds.", 2, { kind: "too_many_requests", seconds: 2 }).whenToRetry).toBe("");
  expect(new ApiError("timeout", "It took too long.").whenToRetry).toBe("");
});

test("it ends: after many tries with the refusal, and at once when nobody waits any more", async () => {
  const run = vi.fn<() => Promise<void>>().mockImplementation(() => Promise.reject(busy()));
  const asked = expect(patiently(run, new AbortController().signal)).rejects.toThrow("Too many wait.");
  await vi.advanceTimersByTimeAsync(600_000);
  await asked;

  const leave = new AbortController();
  const left = expect(patiently(run, leave.signal)).rejects.toThrow("The request was cancelled.");
  await vi.advanceTimersByTimeAsync(1_000);
  leave.abort();
  await left;
});
