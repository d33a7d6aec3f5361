import { describe, expect, test } from "vitest";

import { compare, playedOf, readPlayed, veilPlayed, verdict, type Played } from "../src/lib/duel";
import { BadInput, parseRules, replyTo, type Code, type Game } from "../src/lib/game";
import { parsePosition } from "../src/lib/position";

/** Numbers below `most`, the same in each run. */
function dice(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

function randomPlayed(game: Game, roll: (most: number) => number): Played {
  const code = (): Code => {
    const colors = Array.from({ length: game.colors }, (_, color) => color);
    return Array.from({ length: game.pegs }, () => (game.repeats ? roll(game.colors) : colors.splice(roll(colors.length), 1)[0]!));
  };
  const secret = code();
  const guesses = [...Array.from({ length: roll(10) }, code), ...(roll(2) ? [secret] : [])];
  return playedOf({ game, turns: guesses.map((guess) => ({ guess, reply: replyTo(game, guess, secret) })) }, roll(5));
}

const GAMES = ["p4c6", "bc", "p5c8", "p4c6-b", "p3c50", "p1c2"].map(parseRules);
const won = (turns: number, helped = 0): Played => {
  const text = ["p4c6", ...Array.from({ length: turns - 1 }, () => "1122:1b0w"), "3456:4b0w"].join(" ");
  return playedOf(parsePosition(text), helped);
};
const lost = playedOf(parsePosition("p4c6 1122:1b0w"), 0);

describe("a result in a link", () => {
  test("comes back as it was, and does not show itself", () => {
    const roll = dice(1);
    for (let n = 0; n < 300; n++) {
      const game = GAMES[n % GAMES.length]!;
      const played = randomPlayed(game, roll);
      const veiled = veilPlayed(game, `k${n}`, played);
      expect(veiled).toMatch(/^[A-Za-z0-9_-]+$/);
      expect(readPlayed(game, `k${n}`, veiled)).toEqual(played);
    }
  });

  test("a letter that is changed, missing or too many is refused in one sentence", () => {
    const game = parseRules("p4c6");
    const veiled = veilPlayed(game, "abc", won(3));
    const plain = JSON.stringify(readPlayed(game, "abc", veiled));
    for (let at = 0; at < veiled.length; at++) {
      const letter = veiled[at] === "A" ? "B" : "A";
      for (const damaged of [veiled.slice(0, at) + letter + veiled.slice(at + 1), veiled.slice(0, at), veiled.slice(0, at) + veiled.slice(at + 1)]) {
        let read: unknown;
        try {
          read = readPlayed(game, "abc", damaged);
        } catch (error) {
          expect(error).toBeInstanceOf(BadInput);
          expect((error as Error).message).toBe("Your friend’s result in this link is damaged: ask for the link again.");
          continue;
        }
        expect(JSON.stringify(read), damaged).toBe(plain); // bits that base64 does not use
      }
    }
    for (const text of ["x", "%%%", "", "A".repeat(10_000)]) expect(() => readPlayed(game, "abc", text)).toThrow(/damaged/);
  });

  test("belongs to its game", () => {
    const game = parseRules("p4c6");
    const veiled = veilPlayed(game, "abc", won(3));
    expect(() => readPlayed(game, "abd", veiled)).toThrow("is of another game");
    expect(() => readPlayed(parseRules("p4c7"), "abc", veiled)).toThrow("is of another game");
    const bulls = parsePosition("bc 0123:0b1w 4567:4b0w");
    const spelled = veilPlayed(bulls.game, "abc", playedOf(bulls, 0));
    expect(readPlayed(parseRules("p4c10n"), "abc", spelled).turns.map(({ guess }) => guess)).toEqual(bulls.turns.map(({ guess }) => guess));
  });
});

describe("who wins", () => {
  test("the order of the two does not matter", () => {
    const all = [won(3), won(4), won(4, 2), won(5), lost];
    for (const one of all) for (const other of all) expect(compare(one, other)).toBe(-compare(other, one) || 0);
    for (let n = 1; n < all.length; n++) expect(compare(all[n - 1]!, all[n]!)).toBeGreaterThan(0);
  });

  test("in a sentence", () => {
    const names = ["You", "Your friend"] as const;
    expect(verdict([won(4), won(5)], names)).toBe("You win: 4 guesses against 5.");
    expect(verdict([won(5), won(1)], names)).toBe("Your friend wins: 1 guess against 5.");
    expect(verdict([won(4, 1), won(4)], names)).toBe("Your friend wins: both needed 4 guesses, but with less help.");
    expect(verdict([won(4), won(4)], names)).toBe("A draw: both needed 4 guesses.");
    expect(verdict([lost, lost], names)).toBe("A draw: neither found the secret.");
    expect(verdict([won(9), lost], names)).toBe("You win with 9 guesses: your friend did not find the secret.");
    expect(verdict([lost, won(9)], names)).toBe("Your friend wins with 9 guesses: you did not find the secret.");
  });
});
