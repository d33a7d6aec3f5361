import { readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { BadInput, formatReply, parseReply, parseRules } from "../src/lib/game";
import { readPasted } from "../src/lib/pasted";
import { parsePosition, type Turn } from "../src/lib/position";
import { filled, type Reason } from "../src/lib/reasons";

interface Case {
  rules: string;
  text: string;
  /** Null of a text that is refused. */
  reply: string | null;
}

/** The tables of the Python reader's tests. */
const table = (name: string): unknown => JSON.parse(readFileSync(new URL(`../../tests/game/${name}.json`, import.meta.url), "utf8"));
const CASES = table("replies") as Case[];
const TURNS = table("turns") as { text: string; position: string | null }[];
const REFUSALS = Object.entries(table("refusals") as Record<string, object>);

/** Sentences with values; the page writes some in another way than Python. */
const FORMS = table("forms") as { sentence: string; values: Reason; text: string; page?: string }[];

test.each(FORMS)("$sentence of $values is $text", ({ sentence, values, text, page }) => {
  expect(filled(sentence, values)).toBe(page ?? text);
});

describe("replies are read as the Python reader reads them", () => {
  test.each(CASES)("$rules “$text” is $reply", ({ rules, text, reply }) => {
    const read = (): string => formatReply(parseReply(parseRules(rules), text));
    if (reply === null) expect(read).toThrow(BadInput);
    else expect(read()).toBe(reply);
  });

  test.each(TURNS)("pasted $text is $position", ({ text, position }) => {
    const read = (): readonly Turn[] => readPasted(text, parseRules("p4c6")).turns; // whose rules keep their alias
    if (position === null) expect(read).toThrow(BadInput);
    else expect(read()).toEqual(parsePosition(position).turns);
  });

  test.each(REFUSALS)("%s is refused for the same reason", (text, reason) => {
    let refused: unknown;
    try {
      parsePosition(text);
    } catch (error) {
      refused = (error as BadInput).reason;
    }
    expect({ ...reason, ...(refused as object) }).toEqual(reason);
    expect(refused).toHaveProperty("kind");
  });

  test("two digits in games of many pegs are refused with both readings", () => {
    expect(() => parseReply(parseRules("p12c10"), "12")).toThrow(/can mean 12b0w \(12 black\) or 1b2w \(1 black and 2 white\)/);
  });

  test("a reply with an unknown number is refused in words", () => {
    for (const text of ["0b?w", "?", "?,2"]) expect(() => parseReply(parseRules("p4c6"), text)).toThrow(/unknown number/);
  });
});
