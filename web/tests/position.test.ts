import { describe, expect, test } from "vitest";

import { formatHash, parseHash } from "../src/lib/address.svelte";
import { EventParser } from "../src/lib/api";
import { canonicalPosition } from "../src/lib/canonical";
import { parseRules } from "../src/lib/game";
import { impossibleWords, misfitWords } from "../src/lib/hints";
import { readPasted } from "../src/lib/pasted";
import { changeTurn, formatPosition, impossibleTurns, isSolved, parsePosition } from "../src/lib/position";

describe("what is wrong with a turn", () => {
  test("a reply that no code gives", () => {
    const said = (text: string): string => {
      const { game, turns } = parsePosition(text);
      return impossibleWords(game, turns[0]!);
    };
    expect(said("p4c6 1122:3b1w")).toBe(
      "1122 cannot get the reply “three black, one white”: if all others are in the right place, the last one cannot be in the wrong place.",
    );
    expect(said("p4c6 1111:2b1w")).toMatch(/: if all colours of a guess are the same, none is in the wrong place\.$/);
    expect(said("p4c6n 1256:1b0w")).toBe("1256 cannot get the reply “one black, no white”. It could if colours were allowed to repeat.");
    expect(said("p4c6 1112:0b3w")).toBe("1112 cannot get the reply “no black, three white”.");
    expect(said("bc 0123:3b1w")).toMatch(/^0123 cannot get the reply “three bulls, one cow”: /);
  });

  test("a turn that does not fit the secret", () => {
    const position = parsePosition("p4c6 1122:1b0w 1344:0b2w");
    expect(misfitWords(position, [1, 3, 0, 2])).toBe("Turn 1 does not fit the secret: 1122 would get “no black, two white”, not “one black, no white”.");
    expect(misfitWords(position, null)).toBe("");
    expect(misfitWords(parsePosition("p4c6 2413:4b0w"), [1, 3, 0, 2])).toBe("");
    expect(misfitWords(parsePosition("p4c6 1111:2b1w"), null)).toMatch(/^Turn 1: 1111 cannot get/);
  });
});

describe("positions", () => {
  test("round trip", () => {
    for (const text of [
      "p4c6",
      "p4c6 1122:1b0w 1344:0b2w",
      "p4c6-t 1122:3t 1213:solved",
      "p3c50 8,1,50:1b0w",
      "p5c20 1AK9B:0b3w",
      "p4c10n-b 1234:2b",
    ]) {
      expect(formatPosition(parsePosition(text))).toBe(text);
    }
    for (const [text, canonical] of [
      ["bc", "p4c10n"],
      ["bc 0123:1b1w 9870:0b2w", "p4c10n 1234:1b1w A981:0b2w"],
      ["bc-b 0123:1b", "p4c10n-b 1234:1b"],
    ] as const) {
      expect(formatPosition(parsePosition(text))).toBe(text);
      expect(canonicalPosition(parsePosition(text))).toBe(canonical);
      expect(parsePosition(text).turns).toEqual(parsePosition(canonical).turns);
    }
  });

  test("faults name the turn", () => {
    expect(() => parsePosition("p4c6 1122:1b0w 1127:0b0w")).toThrow("Turn 2");
    expect(() => parsePosition("p4c6 1122")).toThrow("colon");
  });

  test("rows are changed and taken out", () => {
    const position = parsePosition("p4c6 1122:1b0w 1344:0b2w");
    expect(formatPosition(changeTurn(position, 0, null))).toBe("p4c6 1344:0b2w");
    expect(impossibleTurns(parsePosition("p4c6 1111:1b1w 1122:3b1w 1122:3b0w"))).toEqual([0, 1]);
    expect(isSolved(parsePosition("p4c6 1122:4b0w"))).toBe(true);
  });
});

describe("addresses", () => {
  test("a position stays readable", () => {
    const hash = formatHash("assistant", { position: "p4c6 1122:1b0w 1344:0b2w", noise: null });
    expect(hash).toBe("#/assistant?position=p4c6+1122:1b0w+1344:0b2w");
    expect(parseHash(hash)).toEqual({ view: "assistant", params: { position: "p4c6 1122:1b0w 1344:0b2w" } });
    expect(parseHash("#/coach?position=p3c50%208%2C1%2C50%3A1b0w").params["position"]).toBe("p3c50 8,1,50:1b0w");
    expect(parseHash("").view).toBe("");
  });
});

describe("server-sent events", () => {
  test("pieces may end anywhere", () => {
    const text = 'event: turn\ndata: {"turn": 1}\n\n: keep-alive\n\nevent: done\r\ndata: {"guesses":\ndata: 4}\r\n\r\n';
    for (let cut = 1; cut < text.length; cut++) {
      const parser = new EventParser();
      expect([...parser.push(text.slice(0, cut)), ...parser.push(text.slice(cut))]).toEqual([
        { event: "turn", data: { turn: 1 } },
        { event: "done", data: { guesses: 4 } },
      ]);
    }
  });
});

describe("what people paste", () => {
  const read = (text: string, rules = "p4c6"): string => formatPosition(readPasted(text, parseRules(rules)));

  test("blanks, commas, several lines, and replies after a blank", () => {
    const meant = "p4c6 1122:1b0w 1344:0b2w";
    for (const text of [
      meant,
      "  P4C6 1122: 1b0w\n1344 :0b2w ",
      "p4c6, 1122:1b0w, 1344:0b2w",
      "p4c6; 1122 1b0w; 1344 0b2w",
      "mm 1122:1b 0w\r\n1344:0B 2W",
      "1122:10 1344:02",
      "http://127.0.0.1:8000/#/assistant?position=p4c6+1122:1b0w+1344:0b2w&noise=0.1",
      "#/play?position=p4c6+1122:1b0w+1344:0b2w&game=abc",
    ]) {
      expect(read(text), text).toBe(meant);
    }
  });

  test("texts of any kind and length are read or refused at once, in a short sentence", () => {
    const pieces = ["1", " ", ",", ":", "b", "1b ", "1:", "1,", "1122 ", "1122:1b0w ", "x", "#/?position=", "1b0"];
    for (const rules of ["p4c6", "p10000c10000", "p9c50"]) {
      const game = parseRules(rules);
      for (const piece of pieces) {
        for (const end of ["", "x"]) {
          const text = piece.repeat(200_000 / piece.length) + end;
          const begun = performance.now();
          for (const read of [() => readPasted(text, game), () => readPasted(`${rules} ${text}`, game), () => parsePosition(text), () => parsePosition(`${rules} ${text}`)]) {
            let said = "";
            try {
              read();
            } catch (error) {
              said = (error as Error).message;
            }
            expect(said.length, said).toBeLessThan(200);
            expect(said).not.toMatch(/\S{61}/);
          }
          expect(performance.now() - begun, `${rules}: ${piece}`).toBeLessThan(2_000);
        }
      }
    }
    expect(() => readPasted("1".repeat(200_000), parseRules("p4c6"))).toThrow(/^This text has 200,000 characters; a position of p4c6 has at most 20,000\.$/);
    expect(() => parsePosition(`p4c6${" 1122:00".repeat(1_001)}`)).toThrow(/at most 1,000 turns; this one has 1,001/);
    expect(parsePosition(`p4c6${" 1122:00".repeat(1_000)}`).turns).toHaveLength(1_000);
  });

  test("positions of large games are read whole", () => {
    const code = Array.from({ length: 10_000 }, (_, peg) => 10_000 - peg).join(",");
    expect(parsePosition(`p10000c10000 ${`${code}:0b5w `.repeat(3)}`).turns).toHaveLength(3);
    expect(readPasted(`${code} 0b 5w`, parseRules("p10000c10000")).turns).toHaveLength(1);
  });

  test("without rules they are of the game on show", () => {
    expect(read("12345:1b0w", "p5c8")).toBe("p5c8 12345:1b0w");
    expect(read("ABAB:1b0w", "p4c12")).toBe("p4c12 ABAB:1b0w");
    expect(read("1122 2b", "p4c6-b")).toBe("p4c6-b 1122:2b");
    expect(read("bc 0123:1b1w")).toBe("bc 0123:1b1w");
    expect(read("0123 1b1w; 9870 0b2w", "bc")).toBe("bc 0123:1b1w 9870:0b2w");
    expect(read("p4c10n 12A4:1b1w", "bc")).toBe("p4c10n 12A4:1b1w");
  });

  test("every sign between guess and reply, pegs in ASCII, and names of colours", () => {
    const meant = "p4c6 1122:1b1w 1344:0b2w";
    for (const text of [
      "1122 xo.. 1344 oo..",
      "1122 (1,1) 1344 (0, 2)",
      "1122 - 1b1w, 1344 - 0b2w",
      "1122 – 1b1w, 1344 — 0b2w",
      "1122|1b1w 1344|0b2w",
      "p4c6 Red, Red, Blue, Blue = 1,1; red,green,yellow,yellow: oo",
      "rrbb 11 1344 02",
    ]) {
      expect(read(text), text).toBe(meant);
    }
  });

  test("unknown replies are refused with what the page cannot do", () => {
    for (const text of ["p4c6 1122:0b?w", "1122 ? 1344 1b0w", "1122 = ?,2", "p4c6 1122 0b?w; 1344:?"]) {
      expect(() => read(text), text).toThrow(/has an unknown number, and this page needs the whole reply of every turn/);
    }
  });

  test("codes with commas stay whole", () => {
    expect(read("p3c50 8, 1, 50:1b0w; 8,1,49: 0b1w")).toBe("p3c50 8,1,50:1b0w 8,1,49:0b1w");
    expect(read("p3c6 1,2,3:1b0w, 1,1,1:0b0w")).toBe("p3c6 123:1b0w 111:0b0w");
  });

  test("what is no position is refused in a sentence", () => {
    expect(() => read("hello")).toThrow("hello");
    expect(() => read("p4c6 11222:1b0w")).toThrow("has 5 pegs");
    expect(() => read(" ")).toThrow("empty");
  });
});
