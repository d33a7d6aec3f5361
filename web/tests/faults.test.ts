import { beforeAll, describe, expect, test } from "vitest";

import { isRulesOf } from "../src/lib/daily";
import { answering } from "../src/lib/engine/client";
import { secretOf } from "../src/lib/engine/random";
import { formatCode, parseRules } from "../src/lib/game";
import { readPasted } from "../src/lib/pasted";
import { palette } from "../src/lib/palette.svelte";
import { formatPosition, positionOr } from "../src/lib/position";
import { byLength, duplicatesIn, meantWord, readGame, wordsOf } from "../src/words/list";

test("replies and secrets need no solver: the page answers them for games of every size", () => {
  for (const rules of ["p4c6", "p6c9", "p8c20", "p10000c10000"]) {
    expect(answering("/reply", { rules, seed: 1, guess: "1" })).toBe("quickly");
    expect(answering("/reveal", { rules, seed: 1 })).toBe("quickly");
  }
});

test.each([
  ["p5c8", "quickly"],
  ["p15c2", "quickly"],
  ["p6c9", "slowly"],
  ["p7c7", "slowly"],
  ["p8c5", "slowly"],
  ["p5c10", "slowly"],
  ["p10c4", "slowly"],
  ["p20c2", "slowly"],
  ["p6c12n", "slowly"],
  ["p9c9n", "slowly"], // codes of 36 bits
  ["p40c1", "quickly"],
  ["p60c1", "never"],
  ["p10000c10000", "never"],
])("what a guess takes decides whether the page answers itself: %s %s", (rules, how) => {
  for (const path of ["/suggest", "/move", "/coach", "/candidates"]) expect(answering(path, { position: rules })).toBe(how);
  expect(answering("/solve", { rules })).toBe(how);
  expect(answering("/suggest", { position: rules, noise: 0.1 })).toBe("never");
  expect(answering("/suggest", { position: rules, strategy: "sampling" })).toBe("never");
});

test.each([
  ["p8c6", "slowly"],
  ["p10c10n", "slowly"], // 3.6 million codes of 40 bits
  ["p8c12", "slowly"],
  ["p12c12-b", "slowly"],
  ["p13c6", "never"],
  ["p2c3000", "never"],
  ["p8c12-t", "slowly"],
  ["p12c14n", "slowly"],
])("games of too many codes get advice by a sample, but no review and no other strategies: %s %s", (rules, how) => {
  for (const path of ["/suggest", "/suggest/stream", "/move", "/candidates"]) expect(answering(path, { position: rules })).toBe(how);
  expect(answering("/solve", { rules })).toBe(how);
  expect(answering("/coach", { position: rules })).toBe("never");
  expect(answering("/solve", { rules, strategy: "entropy" })).toBe("never");
  expect(answering("/suggest", { position: rules, strategy: "entropy" })).toBe("never");
  expect(answering("/suggest", { position: rules, noise: 0.1 })).toBe("never");
});

test.each([
  ["p6c9", 1, "144149"],
  ["p8c20", 7, "737K97AG"],
  ["p12c14n", 3, "3149627AE5CD"],
  ["p5c100", 12345, "70,12,87,60,77"],
  ["p40c7", 99, "7365635326553424477662241123756461541127"],
])("the secret of a seed is that of codepegs in large games, too: %s", (rules, seed, secret) => {
  const game = parseRules(rules);
  expect(formatCode(game, secretOf(game, seed))).toBe(secret);
});

test("the puzzle of a date has the rules of that date", () => {
  expect(isRulesOf("2026-11-19", parseRules("p4c6"))).toBe(true);
  expect(isRulesOf("2026-11-19", parseRules("p2c2"))).toBe(false);
  expect(isRulesOf("2026-11-22", parseRules("p4c10n"))).toBe(true); // Bulls and Cows by its other name
});

test("a link with a bad turn keeps those that can be read", () => {
  const { position, fault } = positionOr("p5c8 11223:1b0w 1122:1b0w 12345:2b1w");
  expect(formatPosition(position)).toBe("p5c8 11223:1b0w 12345:2b1w");
  expect(fault).toMatch(/Turn 2/);
  expect(positionOr("garbage").position.turns).toEqual([]);
});

describe("what people type as a game", () => {
  beforeAll(() => palette.set("classic"));
  test.each([
    ["1122 1 0", "p4c6 1122:1b0w"],
    ["1122 1 0\n1344 0 2", "p4c6 1122:1b0w 1344:0b2w"],
    ["RRBB 1 0", "p4c6 1122:1b0w"],
    ["r r b b = 1,0; gyyy ○○", "p4c6 1122:1b0w 3444:0b2w"],
    ["1 1 2 2 = 1,0; 1 3 4 4 = 0,2", "p4c6 1122:1b0w 1344:0b2w"],
    ["1122 ● 1344 ○○", "p4c6 1122:1b0w 1344:0b2w"],
    ["1122 1b0w", "p4c6 1122:1b0w"],
  ])("%s", (text, meant) => {
    expect(formatPosition(readPasted(text, parseRules("p4c6")))).toBe(meant);
  });

  test("what can be divided in two ways is refused", () => {
    expect(() => readPasted("12 11 11 12 1b", parseRules("p2c35"))).toThrow();
  });
});

test("lists may be numbered, and one of several lengths is parted by them", () => {
  expect(wordsOf("1) apple\n2. bread\n 10: chair")).toEqual(["APPLE", "BREAD", "CHAIR"]);
  const parts = byLength({ secrets: "apple banana bread cherry chair", guesses: "melon papaya", reply: "wordle" });
  expect(parts.map(({ letters, count }) => [letters, count])).toEqual([[5, 3], [6, 2]]);
  expect(parts[0]?.game).toEqual({ secrets: "APPLE BREAD CHAIR", guesses: "MELON", reply: "wordle" });
  expect(byLength({ secrets: "apple bread", guesses: "", reply: "wordle" })).toEqual([]);
});

test("keeps words apart that differ in a letter whose capital is another's, and reads them as they are typed", () => {
  const list = (secrets: string, guesses = "") => readGame({ secrets, guesses, reply: "wordle" });
  expect(list("kapı kapi yapı").words).toEqual(["kapı", "kapi", "yapı"]);
  expect(list("σας σασ").words).toEqual(["σας", "σασ"]);
  expect(list("fleiß kleid").words).toEqual(["FLEIß", "KLEID"]);
  expect(list("crane Crane train").words).toEqual(["CRANE", "TRAIN"]);
  expect(list("kapı", "KAPI").words).toEqual(["kapı", "kapi"]);
  const read = (text: string) => meantWord(list("kapı kapi yapı"), text);
  expect(["kapı", "Kapi", "YAPI", "ｙａｐｉ"].map((text) => read(text).word)).toEqual(["kapı", "kapi", "yapı", "yapı"]);
  expect(read("KAPI").fault).toBe("KAPI can mean kapı or kapi. Type it as it stands in your list.");
  expect(read("none").fault).toBe("none is not in your list.");
  expect(duplicatesIn("crane Crane train train brick")).toBe(2);
});
