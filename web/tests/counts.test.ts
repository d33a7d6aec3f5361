import { expect, test } from "vitest";

import { about, leftShort, leftWords, sizeShort } from "../src/lib/counts.svelte";
import { parseRules } from "../src/lib/game";

test("estimates have one digit, counts have theirs", () => {
  const texts = [0.2, 7.4, 1_234, 960_000, 2_954_321, 2.95e9, 9.7e11, 4e20].map(about);
  expect(texts).toEqual(["1", "7", "1,000", "1 million", "3 million", "3 billion", "10¹²", "4 × 10²⁰"]);
  expect(leftShort({ count: null, estimate: 2_954_321 })).toBe("≈ 3 million");
  expect(leftWords({ count: null, estimate: 2_954_321 })).toBe("about 3 million codes left");
  expect(leftShort({ count: 2_158_854, estimate: null })).toBe("2.16 million");
});

test("sizes of games", () => {
  expect(["p4c6", "p8c12", "p12c10", "p100c100"].map((rules) => sizeShort(parseRules(rules)))).toEqual(["1,296", "430 million", "10¹²", "10²⁰⁰"]);
});
