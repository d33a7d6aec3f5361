import { describe, expect, test } from "vitest";

import { parseRules } from "../src/lib/game";
import { palette } from "../src/lib/palette.svelte";

describe("the colours of the pegs", () => {
  const game = parseRules("p4c6");

  test("every peg has a label in every set of colours", () => {
    for (const name of ["clear", "classic", "plain"] as const) {
      palette.set(name);
      expect([0, 1, 5].map((color) => palette.label(game, color))).toEqual(["1", "2", "6"]);
    }
    palette.set("letters");
    expect([0, 1, 5].map((color) => palette.label(game, color))).toEqual(["A", "B", "F"]);
  });

  test("letters can be typed where they stand on the pegs, and only those of the game", () => {
    palette.set("letters");
    expect(["a", "F", "g", "3"].map((key) => palette.colorOf(game, key))).toEqual([0, 5, -1, -1]);
    palette.set("clear");
    expect(palette.colorOf(game, "a")).toBe(-1);
  });

  test("the classic colours have names, and Bulls and Cows keeps its digits", () => {
    palette.set("classic");
    expect(palette.spoken(game, 0)).toBe("1, red");
    palette.set("letters");
    expect(palette.label(parseRules("bc"), 0)).toBe("0");
    palette.set("clear");
  });
});
