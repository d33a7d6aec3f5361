import { expect, test } from "vitest";

import { about, leftShort, leftWords, sizeShort } from "../src/lib/counts.svelte";
import { parseRules } from "../src/lib/game";
import { inCodes } from "../src/lib/words";

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

test("reasons speak of codes", () => {
  expect(inCodes("Leaves 5.7 of 51 candidates on average (8 at worst); cannot be the secret (the best candidate leaves 6.1).")).toBe(
    "Leaves 5.7 of 51 codes on average (8 at worst); cannot be the secret (the best guess that may be the secret leaves 6.1).",
  );
  expect(inCodes("The only candidate, so it is the secret.")).toBe("The only code left, so it is the secret.");
  expect(inCodes("One of the two candidates: wins now or in the next turn.")).toBe("One of the two codes: wins now or in the next turn.");
});
