import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { dailyOf, hasCome, streak, today } from "../src/lib/daily";
import { newGameId, sentGuess, unveilSecret, veilSecret } from "../src/lib/friends";
import { parseCode, parseRules } from "../src/lib/game";
import { parsePosition } from "../src/lib/position";
import { keepBest, keepProgress, standing } from "../src/lib/puzzle";
import { bestWords, praise, resultText } from "../src/lib/result";
import { average, readKept, withGame } from "../src/lib/statistics.svelte";
import { VERSION, forget, recall, remember } from "../src/lib/memory";
import { draftAt, finish, keepDraft, keepUnfinished, unfinished } from "../src/lib/unfinished";
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

  test("a puzzle cannot be played before its day, save by the clocks of others", () => {
    const now = new Date(2026, 11, 30, 12);
    for (const date of ["2020-01-01", "2026-12-30", "2026-12-31"]) expect(hasCome(date, now), date).toBe(true);
    for (const date of ["2027-01-01", "2099-01-01"]) expect(hasCome(date, now), date).toBe(false);
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

describe("the end of a game", () => {
  test("it is praised by the figures that count it", () => {
    expect(praise(withGame(undefined, true, 5, 0), 5)).toMatch(/first win/);
    const two = withGame(withGame(undefined, true, 5, 0), true, 4, 0);
    expect(praise(two, 4)).toMatch(/A new personal best/);
    expect(praise(withGame(two, true, 4, 0), 4)).toMatch(/equals your best/);
    expect(praise(withGame(withGame(two, true, 9, 0), true, 5, 0), 5)).toBe("Better than your average of 6.00.");
    expect(praise(withGame(two, true, 6, 0), 6)).toBe("Your average is now 5.00.");
    expect(praise(undefined, 1)).toMatch(/first guess/);
  });

  test("best play is told with its average where a tree is played", () => {
    expect(bestWords({ guesses: 5, average: 4.3403 }, 6, true)).toBe("The best strategy known needs 5 guesses for this secret, and 4.34 on average.");
    expect(bestWords({ guesses: 5, average: null }, 5, true)).toBe("The program also needs 5 guesses for this secret.");
    expect(bestWords({ guesses: 5, average: null }, 5, false)).toBe("The program needs 5 guesses for this secret.");
  });

  test("a result to send has the replies and neither guesses nor secret", () => {
    const position = parsePosition("p4c6 1122:1b0w 3165:1b2w 3416:4b0w");
    const text = resultText("codepegs, Classic", position, true, 1);
    expect(text).toBe("codepegs, Classic: solved in 3 guesses with 1 hint\n⚫➖➖➖\n⚫⚪⚪➖\n⚫⚫⚫⚫");
    expect(resultText("t", position, true, 0, 10, "3 days in a row")).toBe("t: solved in 3 of 10 guesses\n⚫➖➖➖\n⚫⚪⚪➖\n⚫⚫⚫⚫\n3 days in a row");
    expect(resultText("t", parsePosition(`p4c6${" 1122:1b0w".repeat(10)}`), false, 0, 10)).toMatch(/^t: not solved in 10 guesses\n/);
    expect(resultText("t", parsePosition("p4c6 1122:1b0w"), false, 0)).toBe("t: not solved in 1 guess\n⚫➖➖➖");
    expect(resultText("t", parsePosition("p4c6-t 1122:3t"), false, 2)).toBe("t: not solved in 1 guess with 2 hints");
  });
});

describe("what the browser keeps", () => {
  const store = new Map<string, string>();
  let session = new Map<string, string>();
  const area = (kept: () => Map<string, string>): object => ({
    getItem: (key: string) => kept().get(key) ?? null,
    setItem: (key: string, text: string) => void kept().set(key, text),
    removeItem: (key: string) => void kept().delete(key),
    key: (n: number) => [...kept().keys()][n] ?? null,
    get length() {
      return kept().size;
    },
  });
  /** What another tab of the same browser sees. */
  const anotherTab = (): void => void (session = new Map());
  beforeEach(() => {
    store.clear();
    anotherTab();
    vi.stubGlobal("window", { localStorage: area(() => store), sessionStorage: area(() => session) });
  });
  afterEach(() => vi.unstubAllGlobals());

  const positions = (view: string): (string | undefined)[] => unfinished(view).map(({ params }) => params["position"]);
  const keep = (view: string, position: string, names: Record<string, string> = {}): void => keepUnfinished(view, parsePosition(position), { position, ...names });

  test("a game under way is found again until it is finished", () => {
    const params = { position: "p4c6 1122:1b0w", game: "abc" };
    keepUnfinished("play", parsePosition(params.position), params);
    keep("play", "p5c8", { game: "xyz" }); // only begun: nothing to lose
    expect(unfinished("play").map((each) => each.params)).toEqual([params]);
    expect(unfinished("assistant")).toEqual([]);
    finish("play", ({ game }) => game === "other");
    expect(unfinished("play")[0]?.position.turns).toHaveLength(1);
    finish("play", ({ game }) => game === "abc");
    expect(unfinished("play")).toEqual([]);
  });

  test("the games of two tabs are both found again, each once, the latest first", () => {
    keep("play", "p4c6 1122:1b0w", { game: "abc" });
    keep("play", "p5c8 11223:1b0w", { daily: "2026-11-20" });
    keep("play", "p4c6 1122:1b0w 1344:0b2w", { game: "abc" });
    expect(positions("play")).toEqual(["p4c6 1122:1b0w 1344:0b2w", "p5c8 11223:1b0w"]);
    keep("assistant", "p4c6 1122:1b0w");
    anotherTab();
    keep("assistant", "bc 0123:1b0w");
    keep("assistant", "bc 0123:1b1w"); // corrected
    expect(positions("assistant")).toEqual(["bc 0123:1b1w", "p4c6 1122:1b0w"]);
    keep("assistant", "bc"); // a new game in this tab
    keep("assistant", "p4c6 1122:1b0w 3344:0b1w"); // that of the other tab, gone on with
    expect(positions("assistant")).toEqual(["p4c6 1122:1b0w 3344:0b1w", "bc 0123:1b1w"]);
    for (let n = 1; n <= 9; n++) keep("play", `p4c6 112${(n % 6) + 1}:1b0w`, { game: String(n) });
    expect(positions("play")).toHaveLength(5);
  });

  test("pegs chosen for a guess are found again in the same tab, at the same place of the same game", () => {
    const position = parsePosition("p4c6 1122:1b0w");
    keepDraft("play", "there", [0, null, 5, null]);
    expect(draftAt("play", position, "there")).toEqual([0, null, 5, null]);
    expect(draftAt("play", position, "elsewhere")).toEqual([]);
    expect(draftAt("assistant", position, "there")).toEqual([]);
    expect(draftAt("play", parsePosition("p4c5"), "there")).toEqual([]);
    expect(draftAt("play", parsePosition("p5c8"), "there")).toEqual([]);
    anotherTab();
    expect(draftAt("play", position, "there")).toEqual([]);
    keepDraft("play", "there", [0, 1, 2, 3]);
    keepDraft("play", "there", [null, null, null, null]);
    expect(draftAt("play", position, "there")).toEqual([]);
  });

  test("what releases without a version number stored is read in its old form, once", () => {
    const params = { position: "p4c6 1122:1b0w", game: "abc" };
    store.set("codepegs.unfinished.play", JSON.stringify(params));
    store.set("codepegs.unfinished.assistant", "damaged");
    store.set("codepegs.sound", "true");
    expect(unfinished("play").map((each) => each.params)).toEqual([params]);
    expect(unfinished("assistant")).toEqual([]);
    expect(recall("codepegs.sound", false)).toBe(true);
    expect(store.get("codepegs.version")).toBe(String(VERSION));
    const migrated = [...store];
    expect(unfinished("play")).toHaveLength(1);
    expect([...store]).toEqual(migrated);
    finish("play", ({ game }) => game === "abc");
    expect(unfinished("play")).toEqual([]);
  });

  test("the list of games that version 2 stored keeps its order", () => {
    const listed = ["p5c8 11223:1b0w", "p4c6 1122:1b0w"].map((position, n) => ({ id: `g${n}`, params: { position, game: `g${n}` } }));
    store.set("codepegs.version", "2");
    store.set("codepegs.unfinished.play", JSON.stringify(listed));
    store.set("codepegs.unfinished.assistant", "[null,7,{}]");
    expect(positions("play")).toEqual(["p5c8 11223:1b0w", "p4c6 1122:1b0w"]);
    expect(store.has("codepegs.unfinished.play")).toBe(false);
    keep("play", "p4c6 1122:1b0w 1344:0b2w", { game: "g1" });
    expect(positions("play")).toEqual(["p4c6 1122:1b0w 1344:0b2w", "p5c8 11223:1b0w"]);
  });

  test("two tabs that write at the same moment lose no game", () => {
    // as where a tab's copy of the storage is behind: it writes without having seen what the other wrote
    const before = new Map(store);
    keep("play", "p4c6 1122:1b0w", { game: "abc" });
    const written = new Map(store);
    store.clear();
    for (const [key, text] of before) store.set(key, text);
    keep("play", "p5c8 11223:1b0w", { game: "xyz" });
    for (const [key, text] of written) store.set(key, text);
    expect(positions("play").sort()).toEqual(["p4c6 1122:1b0w", "p5c8 11223:1b0w"]);
  });

  test("what a newer release stored is neither read nor changed", () => {
    store.set("codepegs.version", String(VERSION + 1));
    store.set("codepegs.unfinished.play", '{"another":"form"}');
    const before = [...store];
    expect(unfinished("play")).toEqual([]);
    keep("play", "p4c6 1122:1b0w", { game: "abc" });
    remember("codepegs.sound", true);
    forget("codepegs.unfinished.play");
    expect(recall("codepegs.sound", false)).toBe(false);
    expect([...store]).toEqual(before);
  });

  test("games that cannot be read are not offered", () => {
    store.set("codepegs.version", String(VERSION));
    for (const text of ["7", "{}", "[null]", "damaged", '{"order":1,"params":{"position":"p4c6 11:9b"}}']) {
      store.set("codepegs.unfinished.play.a", text);
      expect(unfinished("play"), text).toEqual([]);
    }
  });

  test("the puzzle of a date stands as it was played: begun, solved, lost or given up, and what best play needs stays known", () => {
    const date = "2026-11-24"; // p4c6
    const state = (): string | undefined => standing(date, {})?.state;
    const at = (turns: string, end = false): void => keepProgress(date, { position: `p4c6${turns}`, hints: 0, end });
    expect(standing("yesterday", {})).toBeNull();
    expect(standing(date, { "2026-11-22": 4, "2026-11-23": 5 })).toMatchObject({ rules: "p4c6", rows: 10, turns: [], state: "new", days: 2 });
    at(" 1122:1b0w");
    expect(state()).toBe("begun");
    at(" 1122:1b0w".repeat(9));
    expect(state()).toBe("begun");
    at(" 1122:1b0w".repeat(10));
    expect(state()).toBe("lost");
    store.clear();
    keepBest(date, { guesses: 5, average: 4.34 });
    expect(standing(date, {})?.best, "of a puzzle that was not begun nothing is kept").toBeUndefined();
    at(`${" 1122:1b0w".repeat(9)} 3456:4b0w`);
    expect(state()).toBe("solved");
    keepBest(date, { guesses: 5, average: 4.34 });
    at(`${" 1122:1b0w".repeat(9)} 3456:4b0w`);
    expect(standing(date, {})?.best).toEqual({ guesses: 5, average: 4.34 });
    store.clear();
    at(" 1122:1b0w", true);
    expect(state()).toBe("given up");
  });

  test("figures that were damaged are made whole", () => {
    expect(readKept()).toBeNull();
    for (const text of ["{}", '{"counted":7}', '{"games":null}']) {
      store.set("codepegs.statistics", text);
      expect(readKept()).toEqual({ games: {}, dailies: {}, counted: [] });
    }
    store.set("codepegs.statistics", "not json");
    expect(readKept()).toBeNull();
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

  test("a guess that has its reply is not replied to again", () => {
    const link = "http://127.0.0.1:8000/#/host?as=maker&position=p4c6+1122:1b0w&id=x&ask=1344";
    expect(sentGuess(game, link, 1)).toEqual(parseCode(game, "1344"));
    expect(() => sentGuess(game, link, 2)).toThrow("has its reply already");
    expect(sentGuess(game, "1344", 2)).toEqual(parseCode(game, "1344"));
  });

  test("Bulls and Cows is spelled in digits, its secrets as ever", () => {
    const bulls = parseRules("bc");
    const secret = parseCode(bulls, "0942");
    expect(unveil(veilSecret(bulls, secret))).toBe("p4c10n 1A53");
    expect(unveilSecret(bulls, veil("p4c10n 1A53"))).toEqual(secret);
    expect(unveilSecret(parseRules("p4c10n"), veilSecret(bulls, secret))).toEqual(secret);
    expect(sentGuess(bulls, "0942")).toEqual(secret);
    expect(sentGuess(bulls, "#/host?as=maker&position=bc&id=x&ask=0942")).toEqual(secret);
    expect(sentGuess(bulls, "#/host?as=maker&position=p4c10n&id=x&ask=1A53")).toEqual(secret);
    expect(sentGuess(parseRules("p4c10n"), "#/host?as=maker&position=bc+1234:0b0w&id=x&ask=0942")).toEqual(secret);
  });
});
