import { describe, expect, test } from "vitest";

import { dailyOf, streak, today } from "../src/lib/daily";
import { newGameId, sentGuess, unveilSecret, veilSecret } from "../src/lib/friends";
import { parseCode, parseRules } from "../src/lib/game";
import { average, withGame } from "../src/lib/statistics.svelte";
import { hash32, newSeed, seedNumber, unveil, veil } from "../src/lib/veil";

describe("what stands in addresses", () => {
  test("a veiled text comes back, and does not show itself", () => {
    for (const text of ["p4c6 1122", "8,1,50", "ß", "1".repeat(5000)]) {
      for (const salt of [0, 1, 17, 65535]) {
        const veiled = veil(text, salt);
        expect(unveil(veiled)).toBe(text);
        expect(veiled).toMatch(/^[A-Za-z0-9_-]+$/);
        expect(veiled).not.toContain(btoa("1122").slice(0, 4));
      }
    }
    expect(veil("p4c6 1122", 1)).not.toBe(veil("p4c6 1122", 2));
    for (const damaged of ["", "A", "%%%", "$"]) expect(unveil(damaged)).toBeNull();
  });

  test("seeds", () => {
    expect(seedNumber(newSeed())).not.toBeNull();
    expect(seedNumber("1z141z3")).toBe(2 ** 32 - 1);
    for (const text of ["", "1z141z4", "A1", "-1"]) expect(seedNumber(text)).toBeNull();
    expect(hash32("")).toBe(2166136261);
    expect(hash32("a")).toBe(0xe40c292c); // FNV-1a's own test vector
  });
});

describe("the puzzle of a day", () => {
  test("a date has one puzzle, other dates another", () => {
    expect(dailyOf("2026-11-23")).toEqual(dailyOf("2026-11-23"));
    expect(dailyOf("2026-11-23")?.seed).not.toBe(dailyOf("2026-11-24")?.seed);
    for (const text of ["", "2026-02-30", "2026-13-01", "yesterday", "26-11-23"]) expect(dailyOf(text)).toBeNull();
    expect(today(new Date(2026, 0, 5, 23, 59))).toBe("2026-01-05");
    for (let day = 1; day <= 28; day++) {
      expect(() => parseRules(dailyOf(`2026-02-${String(day).padStart(2, "0")}`)?.rules ?? "")).not.toThrow();
    }
  });

  test("days in a row, over the end of a month, today's still open", () => {
    const solved = { "2026-02-27": 5, "2026-02-28": 4, "2026-03-01": 6 };
    expect(streak(solved, "2026-03-01")).toBe(3);
    expect(streak(solved, "2026-03-02")).toBe(3);
    expect(streak(solved, "2026-03-03")).toBe(0);
    expect(streak({}, "2026-03-03")).toBe(0);
  });
});

describe("figures", () => {
  test("games won are counted by their guesses, lost ones only as played", () => {
    let figures = withGame(undefined, true, 4, 0);
    figures = withGame(figures, true, 5, 2);
    figures = withGame(figures, false, 3, 1);
    expect(figures).toEqual({ played: 3, won: 2, hints: 3, histogram: [0, 0, 0, 1, 1] });
    expect(average(figures)).toBe(4.5);
    expect(average(withGame(undefined, false, 3, 0))).toBeNull();
  });
});

describe("friends", () => {
  const game = parseRules("p4c6");

  test("a secret belongs to its rules", () => {
    const secret = parseCode(game, "2461");
    expect(unveilSecret(game, veilSecret(game, secret))).toEqual(secret);
    expect(unveilSecret(parseRules("p4c8"), veilSecret(game, secret))).toBeNull();
    expect(unveilSecret(game, "damaged")).toBeNull();
    expect(newGameId()).not.toBe(newGameId());
  });

  test("a guess is read from a link, or from what was typed", () => {
    const guess = parseCode(game, "1344");
    expect(sentGuess(game, "http://127.0.0.1:8000/#/host?as=maker&position=p4c6+1122:1b0w&id=x&ask=1344")).toEqual(guess);
    expect(sentGuess(game, " 1344 ")).toEqual(guess);
    expect(() => sentGuess(game, "http://127.0.0.1:8000/#/host?as=maker&position=p4c6")).toThrow();
    expect(() => sentGuess(game, "1347")).toThrow("colour");
  });
});
