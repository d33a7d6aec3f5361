import { expect, test } from "vitest";

import type { Suggestion } from "../src/lib/contract";
import { goodFirst } from "../src/lib/suggestions";

const leaving = (guess: string, expected_size: number | null): Suggestion =>
  ({ guess, expected_size, worst: null, entropy_bits: null, parts: null, win_chance: null, why: "", exact: true, is_candidate: true }) as Suggestion;

test("first guesses that leave far more than the best one are not called good", () => {
  const all = [leaving("1123", 185.3), leaving("1234", 188.2), leaving("1122", 204.5), leaving("1112", 235.9), leaving("1111", 512)];
  expect(goodFirst(all).map(({ guess }) => guess)).toEqual(["1123", "1234", "1122", "1112"]);
  const alike = ["1111", "1122", "1234"].map((guess) => leaving(guess, 512));
  expect(goodFirst(alike)).toEqual(alike);
  const unknown = [leaving("1", null), leaving("2", null)];
  expect(goodFirst(unknown)).toEqual(unknown);
  expect(goodFirst([])).toEqual([]);
});
