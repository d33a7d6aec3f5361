import { readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { BadInput, formatReply, parseReply, parseRules } from "../src/lib/game";

interface Case {
  rules: string;
  text: string;
  /** Null of a text that is refused. */
  reply: string | null;
}

/** The table of the Python reader's tests. */
const CASES = JSON.parse(readFileSync(new URL("../../tests/game/replies.json", import.meta.url), "utf8")) as Case[];

describe("replies are read as the Python reader reads them", () => {
  test.each(CASES)("$rules “$text” is $reply", ({ rules, text, reply }) => {
    const read = (): string => formatReply(parseReply(parseRules(rules), text));
    if (reply === null) expect(read).toThrow(BadInput);
    else expect(read()).toBe(reply);
  });

  test("two digits in games of many pegs are refused with both readings", () => {
    expect(() => parseReply(parseRules("p12c10"), "12")).toThrow(/can mean 12b0w \(12 black\) or 1b2w \(1 black and 2 white\)/);
  });

  test("a reply with an unknown number is refused in words", () => {
    for (const text of ["0b?w", "?", "?,2"]) expect(() => parseReply(parseRules("p4c6"), text)).toThrow(/unknown number/);
  });
});
