import { expect, test } from "vitest";

import { about, expectedWords, leftShort, leftWords, sizeShort } from "../src/lib/counts.svelte";
import { parseRules } from "../src/lib/game";
import { inCodes } from "../src/lib/words";

test("estimates have one digit, counts have theirs", () => {
  const texts = [0.2, 7.4, 1_234, 960_000, 2_954_321, 2.95e9, 9.7e11, 4e20].map(about);
  expect(texts).toEqual(["1", "7", "1,000", "1 million", "3 million", "3 billion", "10¹²", "4 × 10²⁰"]);
  expect(leftShort({ count: null, estimate: 2_954_321 })).toBe("≈ 3 million");
  expect(leftWords({ count: null, estimate: 2_954_321 })).toBe("about 3 million codes left");
  expect(leftShort({ count: 2_158_854, estimate: null })).toBe("2.16 million");
});

test("estimates show how uncertain they are", () => {
  expect(leftShort({ count: null, estimate: 4e14, interval: [3.4e14, 5.02e14] })).toBe("3 × 10¹⁴ to 5 × 10¹⁴");
  expect(leftShort({ count: null, estimate: 2.9e6, interval: [2_400_000, 3_140_000] })).toBe("2.4 million to 3.1 million");
  const needs = (value: number | null, error: number | null): string => expectedWords({ expected_guesses: value, expected_guesses_error: error });
  expect([needs(6.52, 0.31), needs(3.14159, 0), needs(2.58, 0.04), needs(1, 0), needs(null, null)]).toEqual([
    "needs 6.5 ± 0.3 guesses, this one included",
    "needs 3.14 guesses, this one included",
    "needs about 2.6 guesses, this one included",
    "wins now",
    "",
  ]);
});

test("sizes of games", () => {
  expect(["p4c6", "p8c12", "p12c10", "p100c100"].map((rules) => sizeShort(parseRules(rules)))).toEqual(["1,296", "430 million", "10¹²", "10²⁰⁰"]);
});

test("reasons speak of codes", () => {
  expect(inCodes("Leaves 5.7 of 51 candidates on average (8 at worst); cannot be the secret (the best candidate leaves 6.1).")).toBe(
    "Leaves 5.7 of 51 codes on average (8 at worst); cannot be the secret (the best guess that may be the secret leaves 6.1).",
  );
  expect(inCodes("The only candidate, so it is the secret.")).toBe("The only code left, so it is the secret.");
  expect(inCodes("One of the two candidates: wins now or in the next turn.")).toBe("One of the two codes: wins now or in the next turn.");
});
