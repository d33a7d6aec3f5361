import { expect, test } from "vitest";

import type { Suggestion } from "../src/lib/contract";
import { goodFirst } from "../src/lib/suggestions";

const needing = (guess: string, expected_guesses: number | null): Suggestion =>
  ({ guess, expected_guesses, expected_guesses_error: 0, expected_size: null, worst_part: null, bits: null, parts: null, win_chance: null, kinds: {}, why: "", reasons: [], exact: true, is_candidate: true }) as Suggestion;

test("first guesses that need far more than the best one are not called good", () => {
  const all = [needing("1123", 4.34), needing("1234", 4.377), needing("1122", 4.4), needing("1112", 4.468), needing("1111", 4.88)];
  expect(goodFirst(all).map(({ guess }) => guess)).toEqual(["1123", "1234", "1122", "1112"]);
  const alike = ["1111", "1122", "1234"].map((guess) => needing(guess, 4.88));
  expect(goodFirst(alike)).toEqual(alike);
  const unknown = [needing("1", null), needing("2", null)];
  expect(goodFirst(unknown)).toEqual(unknown);
  expect(goodFirst([])).toEqual([]);
});
