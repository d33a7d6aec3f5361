import { describe, expect, test } from "vitest";

import { formatHash, parseHash, type Params } from "../src/lib/address.svelte";
import { BadInput } from "../src/lib/game";
import { isOnlyHere } from "../src/lib/links";
import { gameOf, pack, paramsOf } from "../src/words/link";
import { readGame, replyBetween, wordKnown, type WordGame } from "../src/words/list";

test("links to this computer are told from others", () => {
  const here = ["http://127.0.0.1:8000/#/play", "http://LOCALHOST/#/play", "https://[::1]:8000/", "http://127.1.2.3", "4 guesses\nhttp://localhost:8000/#/", "file:///home/a/codepegs.html#/play"];
  const elsewhere = ["http://192.168.1.5:8000/#/", "https://pegs.example.org/", "http://127.0.0.1.example.org/", "http://localhost.example.org/", "4 guesses", "profile: https://pegs.example.org/"];
  for (const text of here) expect(isOnlyHere(text), text).toBe(true);
  for (const text of elsewhere) expect(isOnlyHere(text), text).toBe(false);
});

/** One link of each kind as releases have written them. */
const KINDS: Readonly<Record<string, { view: string; params: Params }>> = {
  "#/assistant?position=p4c6+1122:1b0w&noise=unknown": { view: "assistant", params: { position: "p4c6 1122:1b0w", noise: "unknown" } },
  "#/play?position=p4c6+1122:1b0w&game=k3f9a": { view: "play", params: { position: "p4c6 1122:1b0w", game: "k3f9a" } },
  "#/play?position=p4c6&game=k3f9a&rows=10&duel=aZ_-9": { view: "play", params: { position: "p4c6", game: "k3f9a", rows: "10", duel: "aZ_-9" } },
  "#/play?position=p4c6&daily=2026-11-23": { view: "play", params: { position: "p4c6", daily: "2026-11-23" } },
  "#/host?as=program&position=p4c6&strategy=minimax&seed=1": { view: "host", params: { as: "program", position: "p4c6", strategy: "minimax", seed: "1" } },
  "#/host?as=breaker&position=p4c6+1122:1b0w&id=q": { view: "host", params: { as: "breaker", position: "p4c6 1122:1b0w", id: "q" } },
  "#/coach?position=p3c50+8,1,50:1b0w&secret=8,2,3": { view: "coach", params: { position: "p3c50 8,1,50:1b0w", secret: "8,2,3" } },
  "#/words?mode=play&list=TIGER+HORSE&reply=common": { view: "words", params: { mode: "play", list: "TIGER HORSE", reply: "common" } },
  "#/words?mode=play&words=aZ_-9&reply=common": { view: "words", params: { mode: "play", words: "aZ_-9", reply: "common" } },
};

test("links of every kind are read, and written as they were", () => {
  for (const [link, { view, params }] of Object.entries(KINDS)) {
    expect(parseHash(link), link).toEqual({ view, params });
    expect(formatHash(view, params)).toBe(link);
  }
});

describe("a list of words in a link", () => {
  const words = (count: number, letters: number, from = 0): string =>
    Array.from({ length: count }, (_, n) => Array.from({ length: letters }, (_, at) => String.fromCharCode(65 + (Math.floor(((n + from) * 104_729) / 26 ** at) % 26))).join("")).join(" ");
  const throughLink = async (game: WordGame): Promise<WordGame | null> => gameOf(parseHash(formatHash("words", { mode: "play", ...(await paramsOf(readGame(game))) })).params);

  test("comes back as it was", async () => {
    for (const game of [
      { secrets: "TIGER HORSE SHEEP", guesses: "", reply: "wordle" },
      { secrets: "ÄPFEL BÜCHER".replace("BÜCHER", "BÖDEN"), guesses: "ÜBELN", reply: "common" },
      { secrets: words(500, 5), guesses: words(300, 5, 5_000), reply: "per-slot" },
      { secrets: words(40, 5), guesses: "", reply: "wordle", until: "known" },
      { secrets: "😀😀 😀🎈", guesses: "🎈🎈", reply: "mastermind" },
    ] as const) {
      expect(await throughLink(game)).toEqual(game);
    }
  });

  test("of earlier releases is the same game", async () => {
    const game = { secrets: "TIGER HORSE SHEEP", guesses: "SNAKE", reply: "common" } as const;
    expect(await gameOf(parseHash("#/words?mode=play&list=TIGER+HORSE+SHEEP&guesses=SNAKE&reply=common").params)).toEqual(game);
    expect(await throughLink(game)).toEqual(game);
    expect(await gameOf({ mode: "play" })).toBeNull();
  });

  test("that is too long, damaged, or nonsense is refused in one sentence", async () => {
    const random = (count: number): string => Array.from({ length: count }, (_, n) => ((Math.imul(n + 1, 2654435761) >>> 0) % 26 ** 6).toString(36).padStart(6, "0").slice(-6)).join(" ");
    await expect(pack({ secrets: random(9_000), guesses: "", reply: "common" })).rejects.toThrow(/^This list is too long for a link, which takes 10,000 characters at most: send the words as a file\.$/);
    await expect(gameOf({ words: "A".repeat(10_001) })).rejects.toThrow(/^The list in this link is too long/);
    await expect(gameOf({ words: await pack({ secrets: `${"A".repeat(499_000)}`, guesses: "", reply: "common" }) })).rejects.toThrow(BadInput);
    const whole = await pack({ secrets: words(60, 5), guesses: "", reply: "common" });
    for (const words of [whole.slice(0, -20), "%%%", "x", `${whole.slice(0, 30)}${whole.slice(31)}`]) {
      await expect(gameOf({ words }), words).rejects.toThrow("The list of words in this link is damaged: ask for the link again.");
    }
    await expect(gameOf({ words: whole, reply: "nonsense" })).rejects.toThrow(/^This link asks for a reply that there is not: it is one of wordle, /);
    for (const reply of [undefined, "", "comm"]) {
      await expect(gameOf({ words: whole, ...(reply !== undefined && { reply }) }), `cut after ${reply}`).rejects.toThrow("The list of words in this link is damaged: ask for the link again.");
    }
    await expect(gameOf({ words: whole, until: "kno" }), "cut in the end of the game").rejects.toThrow("The list of words in this link is damaged: ask for the link again.");
    await expect(gameOf({ words: whole, until: "class", reply: "wordle" })).rejects.toThrow("This link asks for an end of the game that there is not: it is one of named, known.");
    await expect(gameOf({ list: "TIGER CAT", reply: "wordle" })).rejects.toThrow("All words must have the same length");
  });

  test("what unpacks to more than any list is not unpacked whole", async () => {
    const bytes = new Uint8Array(await new Response(new Blob([new Uint8Array(4_000_000)]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer());
    const packed = Buffer.from(bytes).toString("base64url");
    expect(packed.length).toBeLessThan(10_000);
    await expect(gameOf({ words: packed })).rejects.toThrow("The list in this link is too long: at most 500,000 letters are read.");
  });
});

test("where one word left ends the game, it is known exactly when no other fits the replies", () => {
  const secrets = "APPLE BREAD BRICK CHAIR CLOUD CRANE DANCE DREAM EARTH FLAME FRUIT GLASS";
  const [known, named] = (["known", "named"] as const).map((until) => readGame({ secrets, guesses: "", reply: "wordle", until }));
  const shown = (secret: string): string => ["DREAM", "GLASS"].map((guess) => replyBetween("wordle", guess, secret)).join();
  const found = known!.words.map((secret) => {
    const turns = ["DREAM", "GLASS"].map((guess) => ({ guess, reply: replyBetween("wordle", guess, secret) }));
    expect(wordKnown(named!, turns)).toBeNull();
    const alike = known!.words.filter((other) => shown(other) === shown(secret));
    expect(wordKnown(known!, turns)).toBe(alike.length === 1 ? secret : null);
    return alike.length;
  });
  expect([Math.min(...found), Math.max(...found) > 1]).toEqual([1, true]);
});
