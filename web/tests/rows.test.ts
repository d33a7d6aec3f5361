import { afterEach, describe, expect, test, vi } from "vitest";

import { BadInput, parseRules, SYMBOLS } from "../src/lib/game";
import { KNOWN_GAMES } from "../src/lib/presets";
import { freePlay, newGame, readRows, rowsOf } from "../src/lib/rows.svelte";

describe("the rows of a board", () => {
  test("as many as in the boxes", () => {
    const rows = Object.fromEntries(KNOWN_GAMES.map(({ rules }) => [rules, rowsOf(parseRules(rules))]));
    expect(rows).toEqual({ p4c6: 10, p5c8: 12, bc: 10, p5c7: 12, p3c6: 8, "p4c6-b": 10 });
  });

  test("larger rules never have fewer, and whoever tries one colour after the other on a single peg is never lost", () => {
    for (let pegs = 1; pegs <= 20; pegs++) {
      for (let colors = 1; colors <= SYMBOLS.length; colors++) {
        const rows = rowsOf(parseRules(`p${pegs}c${colors}`))!;
        expect(rows).toBeGreaterThanOrEqual(colors);
        if (pegs > 1) expect(rows).toBeGreaterThanOrEqual(rowsOf(parseRules(`p${pegs - 1}c${colors}`))!);
        if (colors > 1) expect(rows).toBeGreaterThanOrEqual(rowsOf(parseRules(`p${pegs}c${colors - 1}`))!);
      }
    }
  });

  test("no limit without black in the replies, and for codes that are typed", () => {
    for (const rules of ["p4c6-t", "p4c6-w", "p21c6", "p4c36", "p100c100"]) expect(rowsOf(parseRules(rules)), rules).toBeNull();
  });

  test("a link has a number of rows, or is refused in a sentence", () => {
    for (const rows of [1, 8, 10, 100]) expect(readRows(String(rows))).toBe(rows);
    for (const text of ["0", "-1", "101", "1e1", "10.5", "x".repeat(500), "٣", " 8"]) {
      expect(() => readRows(text), text).toThrow(BadInput);
      expect(() => readRows(text)).toThrow(/^“.{1,40}” is not a number of rows: a board has 1 to 100\.$/);
    }
  });
});

describe("a new game", () => {
  afterEach(() => freePlay.set(false));

  test("has the rows of its board, or none in free play", () => {
    vi.stubGlobal("window", {});
    const game = parseRules("p5c8");
    expect(newGame(game)).toMatchObject({ position: "p5c8", rows: 12 });
    expect(newGame(parseRules("bc")).position).toBe("bc");
    expect(newGame(game).game).not.toBe(newGame(game).game);
    freePlay.set(true);
    expect(newGame(game).rows).toBeNull();
    vi.unstubAllGlobals();
  });
});
