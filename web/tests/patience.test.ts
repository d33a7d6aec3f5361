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

test("it ends: after many tries with the refusal, and at once when nobody waits any more", async () => {
  const run = vi.fn<() => Promise<void>>().mockImplementation(() => Promise.reject(busy()));
  const asked = expect(patiently(run, new AbortController().signal)).rejects.toThrow("Too many wait.");
  await vi.advanceTimersByTimeAsync(600_000);
  await asked;

  const leave = new AbortController();
  const left = expect(patiently(run, leave.signal)).rejects.toThrow("Nobody waits any more.");
  await vi.advanceTimersByTimeAsync(1_000);
  leave.abort();
  await left;
});
