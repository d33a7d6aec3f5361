import { describe, expect, test } from "vitest";

import { formatHash, parseHash } from "../src/lib/address.svelte";
import { EventParser } from "../src/lib/api";
import { changeTurn, formatPosition, impossibleTurns, isSolved, parsePosition } from "../src/lib/position";

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
    expect(formatPosition(parsePosition("bc 0123:1b1w"))).toBe("p4c10n 1234:1b1w");
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
