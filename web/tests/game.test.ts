import { describe, expect, test } from "vitest";

import { canonical, canonicalCode, canonicalRules, fromCanonical } from "../src/lib/canonical";
import { dateWords } from "../src/lib/daily";
import {
  BadInput,
  CANONICAL,
  DIGITS,
  canReply,
  colorKeys,
  colorsText,
  formatCode,
  formatReply,
  formatRules,
  gameSize,
  grouped,
  inDigits,
  parseCode,
  parseReply,
  parseRules,
  replyTo,
  replyWords,
  rulesWords,
  score,
  sizeText,
  withRules,
  type Code,
  type Game,
} from "../src/lib/game";

function allCodes(game: Game): Code[] {
  let codes: number[][] = [[]];
  for (let peg = 0; peg < game.pegs; peg++) {
    codes = codes.flatMap((code) => Array.from({ length: game.colors }, (_, color) => [...code, color]));
  }
  return game.repeats ? codes : codes.filter((code) => new Set(code).size === code.length);
}

describe("rules", () => {
  test("ids and aliases", () => {
    expect(parseRules("p4c6r")).toEqual({ pegs: 4, colors: 6, repeats: true, view: "", notation: CANONICAL });
    expect(formatRules(parseRules("BC-b"))).toBe("bc-b");
    expect(canonicalRules(parseRules("bc-b"))).toBe("p4c10n-b");
    expect(formatRules(parseRules("MM"))).toBe("p4c6");
    for (const text of ["", "p0c6", "p4c", "p5c4n", "p4c6-x", "p10001c2"]) expect(() => parseRules(text)).toThrow(BadInput);
  });

  test("sizes", () => {
    expect(gameSize(parseRules("p4c6"))).toBe(1296n);
    expect(gameSize(parseRules("bc"))).toBe(5040n);
    expect(sizeText(parseRules("p4c10n"))).toBe("5,040");
    expect(sizeText(parseRules("p100c100"))).toBe("about 10²⁰⁰");
  });
});

describe("codes", () => {
  test("symbols to 35 colours, commas beyond", () => {
    const letters = parseRules("p4c20");
    expect(formatCode(letters, [0, 9, 19, 8])).toBe("1AK9");
    expect(parseCode(letters, "1ak9")).toEqual([0, 9, 19, 8]);
    expect(parseCode(letters, "1,10,20,9")).toEqual([0, 9, 19, 8]);
    const many = parseRules("p3c50");
    expect(formatCode(many, [7, 0, 49])).toBe("8,1,50");
    expect(parseCode(many, "8 1 50")).toEqual([7, 0, 49]);
  });

  test("Bulls and Cows has digits, bulls and cows", () => {
    const game = parseRules("bc");
    expect(rulesWords(game)).toBe("4 different digits");
    expect(rulesWords(parseRules("bc-b"))).toBe("4 different digits, replies show bulls only");
    expect(replyWords(game, parseReply(game, "1b2w"))).toBe("one bull, two cows");
    expect(replyWords(game, parseReply(game, "0b1w"))).toBe("no bulls, one cow");
    expect(() => parseReply(game, "3b2w")).toThrow("“3b2w” is impossible: a code has only 4 digits.");
  });

  test("what is no code is refused", () => {
    const game = parseRules("p4c6");
    for (const text of ["", "112", "1127", "11 2", "1,2,3,x", "1,2,3,7"]) expect(() => parseCode(game, text)).toThrow(BadInput);
    expect(() => parseCode(parseRules("bc"), "1123")).toThrow("repeats a digit");
    expect(() => parseCode(parseRules("bc"), "012A")).toThrow("“A” in “012A” is not a digit of p4c10n: expected digits 0 to 9.");
  });
});

describe("notations", () => {
  test("every code of Bulls and Cows comes back, in digits and canonically", () => {
    const bulls = parseRules("bc");
    const plain = parseRules("p4c10n");
    for (const code of allCodes(bulls)) {
      const digits = code.join("");
      expect(formatCode(bulls, code)).toBe(digits);
      expect(parseCode(bulls, digits)).toEqual(code);
      const text = canonicalCode(bulls, code);
      expect(text).toBe(formatCode(plain, code));
      expect(fromCanonical(bulls, text)).toEqual(code);
    }
    expect(canonicalCode(bulls, [0, 9, 1, 8])).toBe("1A29");
    expect(parseCode(bulls, "0 9 1 8")).toEqual([0, 9, 1, 8]);
    expect(canonical(bulls)).toEqual(plain);
  });

  test("only Bulls and Cows has digits, in every view", () => {
    expect(parseRules("bc-t").notation).toBe(DIGITS);
    for (const text of ["p4c10n", "p4c6", "mm", "p4c10"]) expect(parseRules(text).notation).toBe(CANONICAL);
    const bulls = parseRules("bc");
    expect(formatRules(withRules(bulls, { view: "b" }))).toBe("bc-b");
    expect(withRules(bulls, { repeats: true })).toEqual(parseRules("p4c10"));
    expect(withRules(parseRules("p4c9n"), { colors: 10 })).toEqual(parseRules("p4c10n"));
    expect(formatRules(inDigits(parseRules("p4c10n-w")))).toBe("bc-w");
    expect(inDigits(parseRules("p4c6"))).toEqual(parseRules("p4c6"));
  });

  test("what is said of colours and keys", () => {
    const said = (rules: string): string[] => [colorsText(parseRules(rules)), colorKeys(parseRules(rules))];
    expect(said("bc")).toEqual(["0 to 9", "0–9"]);
    expect(said("p4c6")).toEqual(["1 to 6", "1–6"]);
    expect(said("p4c10n")).toEqual(["1 to 9 and A", "1–9, A"]);
    expect(said("p4c12")).toEqual(["1 to 9 and A to C", "1–9, A–C"]);
  });
});

describe("replies", () => {
  test("score counts as the board game does", () => {
    expect(score([0, 1, 1, 1], [0, 0, 1, 1])).toEqual({ black: 3, white: 0 });
    expect(score([4, 3, 2, 1], [1, 2, 3, 4])).toEqual({ black: 0, white: 4 });
    expect(score([0, 1, 0, 2], [0, 0, 1, 1])).toEqual({ black: 1, white: 2 });
  });

  test("texts and words in every view", () => {
    for (const [rules, secret, guess, text, words] of [
      ["p4c6", "1122", "1213", "1b2w", "one black, two white"],
      ["p4c6", "1122", "3333", "0b0w", "no black, no white"],
      ["p4c6-b", "1122", "1213", "1b", "one black"],
      ["p4c6-t", "1122", "1213", "3t", "three in total"],
      ["p4c6-t", "1122", "3456", "0t", "none in total"],
      ["p4c6-w", "1122", "1213", "2w", "two white"],
      ["p4c6-t", "1122", "1122", "solved", "solved"],
      ["p4c6", "1122", "1122", "4b0w", "four black, no white"],
    ] as const) {
      const game = parseRules(rules);
      const reply = replyTo(game, parseCode(game, guess), parseCode(game, secret));
      expect([formatReply(reply), replyWords(game, reply)]).toEqual([text, words]);
      expect(parseReply(game, text)).toEqual(reply);
    }
    expect(parseReply(parseRules("p4c6"), "1 2")).toEqual(parseReply(parseRules("p4c6"), "12"));
    expect(() => parseReply(parseRules("p4c6"), "3b2w")).toThrow(BadInput);
  });

  test("possible replies are those that some code gives", () => {
    for (const rules of ["p3c2", "p3c3", "p4c3", "p3c4n", "p3c3n", "p3c3-b", "p3c3-t", "p3c4-w", "p4c2-t", "p4c4n-b"]) {
      const game = parseRules(rules);
      const codes = allCodes(game);
      for (const guess of codes) {
        const given = new Set(codes.map((secret) => formatReply(replyTo(game, guess, secret))));
        for (let black = 0; black <= game.pegs; black++) {
          for (let white = 0; black + white <= game.pegs; white++) {
            const text = { "": `${black}b${white}w`, b: `${black}b`, t: `${black}t`, w: `${white}w` }[game.view];
            expect([rules, guess, text, canReply(game, guess, parseReply(game, text))]).toEqual([rules, guess, text, given.has(text)]);
          }
        }
      }
    }
  });
});

test("numbers and dates are written as the browser writes them", () => {
  for (const digits of [0, 1, 2]) {
    const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    for (let number = 1 / 16; number < 1e15; number *= 7) {
      expect(grouped(number, digits)).toBe((digits ? number : Math.round(number)).toLocaleString("en-US", options));
    }
  }
  for (let day = 0; day < 800; day += 9) {
    const date = new Date(Date.UTC(2026, 0, 1 + day));
    const words = date.toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
    expect(dateWords(date.toISOString().slice(0, 10))).toBe(words);
  }
});
