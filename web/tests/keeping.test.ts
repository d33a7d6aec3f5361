import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { dailyOf, hasCome, streak, today } from "../src/lib/daily";
import { playedOf, veilPlayed } from "../src/lib/duel";
import { newGameId, sentGuess, turnsOf, unveilSecret, veilSecret } from "../src/lib/friends";
import { formatCode, parseCode, parseRules } from "../src/lib/game";
import { formatPosition, parsePosition } from "../src/lib/position";
import { games, isOver, positionOf, undoneOf, withGuess } from "../src/lib/games.svelte";
import { readGiven, type Given } from "../src/lib/given";
import { standing } from "../src/lib/puzzle";
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

  const positions = (): (string | undefined)[] => unfinished("assistant").map(({ params }) => params["position"]);
  const keep = (position: string): void => keepUnfinished("assistant", parsePosition(position), { position });
  /** The game of an address, and a guess in it, as another view of it makes one. */
  const given = (params: Record<string, string>): Given => {
    const found = readGiven(params);
    if (!found || "fault" in found) throw new Error(found?.fault ?? "no game");
    return found;
  };
  const guess = (params: Record<string, string>, code: string): void => {
    const { id, params: place } = given(params);
    games.change(id, place, (now) => withGuess(now, code));
  };
  const played = (): string[] => games.underWay().map(({ position, params }) => `${params["game"] ?? params["daily"] ?? "?"} ${formatPosition(position)}`);

  test("a game that is entered is found again until it is finished", () => {
    keep("p4c6 1122:1b0w");
    keep("p4c6 1122:1b0w 1344:0b2w");
    expect(positions()).toEqual(["p4c6 1122:1b0w 1344:0b2w"]);
    expect(unfinished("assistant")[0]?.position.turns).toHaveLength(2);
    finish("assistant", ({ position }) => position === "p4c6");
    expect(positions()).toHaveLength(1);
    finish("assistant", ({ position }) => position?.startsWith("p4c6 1122") === true);
    expect(positions()).toEqual([]);
  });

  test("the games of two tabs are both found again, each once, the latest first", () => {
    keep("p4c6 1122:1b0w");
    anotherTab();
    keep("bc 0123:1b0w");
    keep("bc 0123:1b1w"); // corrected
    expect(positions()).toEqual(["bc 0123:1b1w", "p4c6 1122:1b0w"]);
    keep("bc"); // a new game in this tab
    keep("p4c6 1122:1b0w 3344:0b1w"); // that of the other tab, gone on with
    expect(positions()).toEqual(["p4c6 1122:1b0w 3344:0b1w", "bc 0123:1b1w"]);
  });

  test("a game of one's own is found again until it is over, with the replies of its secret", () => {
    const [abc, daily] = [{ position: "p4c6", game: "abc" }, { position: "p4c6", daily: "2026-11-19" }]; // 5162
    guess(abc, "1122");
    expect(played()).toEqual(["abc p4c6 1122:2b0w"]);
    guess(daily, "1122");
    guess({ position: "p4c6", game: "abc", rows: "10" }, "5126");
    expect(played()).toEqual(["abc p4c6 1122:2b0w 5126:2b2w", expect.stringMatching(/^2026-11-19 p4c6 1122:/)]);
    expect(given({ position: "bc", game: "k" }).id).toBe(given({ position: "p4c10n", game: "k" }).id);
    guess(abc, "5162");
    expect(played()).toHaveLength(1);
    guess({ ...abc, rows: "1" }, "1111");
    expect(played(), "no more rows").toHaveLength(1);
    const { id } = given(daily);
    games.change(id, daily, () => ({ end: true }));
    expect(played()).toEqual([]);
  });

  test("guesses are taken back and brought again; those in whose place others come are counted", () => {
    const abc = { position: "p4c6", game: "abc" };
    const { id, params } = given(abc);
    const board = (): string => formatPosition(positionOf(given(abc), games.of(id)));
    for (const code of ["1122", "3344", "5566"]) guess(abc, code);
    games.change(id, params, ({ at }) => ({ at: at - 2 }));
    expect([board(), undoneOf(games.of(id))]).toEqual(["p4c6 1122:2b0w", 2]);
    games.change(id, params, ({ at }) => ({ at: at + 1 }));
    expect([board(), undoneOf(games.of(id))]).toEqual(["p4c6 1122:2b0w 3344:0b0w", 1]);
    guess(abc, "5162");
    expect([board(), undoneOf(games.of(id)), isOver(given(abc), games.of(id))]).toEqual(["p4c6 1122:2b0w 3344:0b0w 5162:4b0w", 1, true]);
  });

  test("what is kept of a game counts also where the browser keeps nothing", () => {
    vi.stubGlobal("window", {
      get localStorage() {
        throw new Error("forbidden");
      },
    });
    guess({ position: "p4c6", game: "unkept" }, "1122");
    guess({ position: "p4c6", game: "unkept" }, "3344");
    expect(games.of("unkept p4c6").guesses).toEqual(["1122", "3344"]);
    expect(played()[0]).toMatch(/^unkept p4c6 1122:\S+ 3344:\S+$/);
    vi.stubGlobal("window", { localStorage: area(() => store), sessionStorage: area(() => session) });
    guess({ position: "p4c6", game: "unkept" }, "5566"); // it is allowed now
    expect(JSON.parse(store.get("codepegs.played.unkept p4c6") ?? "").guesses).toEqual(["1122", "3344", "5566"]);
  });

  test("only the latest games are kept", () => {
    guess({ position: "p4c6", daily: "2026-11-19" }, "1122");
    for (let n = 1; n <= 70; n++) guess({ position: "p4c6", game: `g${n}` }, "1122");
    expect([...store.keys()].filter((key) => key.startsWith("codepegs.played."))).toHaveLength(41);
    expect([played()[0], played().at(-1)], "no game takes the place of a puzzle").toEqual([expect.stringMatching(/^g70 /), expect.stringMatching(/^2026-11-19 /)]);
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
    expect(played(), "the reply is that of the secret").toEqual(["abc p4c6 1122:2b0w"]);
    expect(unfinished("assistant")).toEqual([]);
    expect(recall("codepegs.sound", false)).toBe(true);
    expect(store.get("codepegs.version")).toBe(String(VERSION));
    const migrated = [...store];
    expect(played()).toHaveLength(1);
    expect([...store]).toEqual(migrated);
    expect(store.has("codepegs.unfinished.play")).toBe(false);
  });

  test("the list of games that version 2 stored keeps its order", () => {
    const listed = ["p5c8 11223:1b0w", "p4c6 1122:1b0w"].map((position, n) => ({ id: `g${n}`, params: { position, game: `g${n}` } }));
    store.set("codepegs.version", "2");
    for (const view of ["play", "assistant"]) store.set(`codepegs.unfinished.${view}`, JSON.stringify(listed));
    expect(positions()).toEqual(["p5c8 11223:1b0w", "p4c6 1122:1b0w"]);
    expect(played()).toEqual([expect.stringMatching(/^g0 p5c8 11223:/), expect.stringMatching(/^g1 p4c6 1122:/)]);
    expect(store.has("codepegs.unfinished.play")).toBe(false);
    store.clear();
    store.set("codepegs.version", "2");
    store.set("codepegs.unfinished.assistant", "[null,7,{}]");
    expect(positions()).toEqual([]);
  });

  test("games and puzzles whose turns version 3 kept as addresses are still there", () => {
    store.set("codepegs.version", "3");
    const under = (id: string, order: number, params: object): void => void store.set(`codepegs.unfinished.play.${id}`, JSON.stringify({ order, params }));
    under("abc", 4, { position: "bc 0123:1b0w 4567:0b1w", game: "abc", hints: "2", undone: "1", rows: "10", duel: "x" });
    under("2026-11-19", 3, { position: "p4c6 1122:1b0w", daily: "2026-11-19" });
    under("h", 2, { position: "p4c6 1122:0b2w", hidden: veil("2461", 17) });
    under("d", 1, { position: "p4c6 11:9b", game: "d" });
    const puzzles = {
      "2026-11-19": { position: "p4c6 1122:1b0w", hints: 1, end: false },
      "2026-11-17": { position: "p4c6 1122:1b0w 1234:0b0w", hints: 0, end: true, best: { guesses: 5, average: 4.34 } },
      "2026-11-18": { position: "damaged", hints: 0, end: false },
    };
    store.set("codepegs.puzzles", JSON.stringify(puzzles));
    expect(games.of("abc p4c10n")).toEqual(expect.objectContaining({ guesses: ["1234", "5678"], at: 2, hints: 2, undone: 1, end: false }));
    expect(games.of("2026-11-19 p4c6")).toEqual(expect.objectContaining({ guesses: ["1122"], hints: 1 }));
    expect(standing("2026-11-17", {})).toMatchObject({ state: "given up", best: { guesses: 5, average: 4.34 } });
    const names = games.underWay().map(({ params }) => params["game"] ?? params["daily"] ?? params["position"]);
    expect(names, "whose duel cannot be read is not offered").toEqual(["p4c6 1122:0b2w", "2026-11-19"]);
    expect([...store.keys()].filter((key) => /unfinished|puzzles/.test(key))).toEqual([]);
  });

  test("two tabs that write at the same moment lose no game", () => {
    // as where a tab's copy of the storage is behind: it writes without having seen what the other wrote
    const before = new Map(store);
    guess({ position: "p4c6", game: "abc" }, "1122");
    const written = new Map(store);
    store.clear();
    for (const [key, text] of before) store.set(key, text);
    guess({ position: "p5c8", game: "xyz" }, "11223");
    for (const [key, text] of written) store.set(key, text);
    expect(played().map((text) => text.slice(0, 8)).sort()).toEqual(["abc p4c6", "xyz p5c8"]);
  });

  test("what a newer release stored is neither read nor changed", () => {
    store.set("codepegs.version", String(VERSION + 1));
    store.set("codepegs.unfinished.assistant", '{"another":"form"}');
    store.set("codepegs.played.newer p4c6", '{"another":"form"}');
    const before = [...store];
    expect(unfinished("assistant")).toEqual([]);
    keep("p4c6 1122:1b0w");
    guess({ position: "p4c6", game: "newer" }, "1122");
    remember("codepegs.sound", true);
    forget("codepegs.unfinished.assistant");
    expect(recall("codepegs.sound", false)).toBe(false);
    expect([...store]).toEqual(before);
    expect(played()).toEqual(["newer p4c6 1122:0b0w"]);
    store.clear();
    guess({ position: "p4c6", game: "newer" }, "3344"); // which is kept from now on
    expect(store.has("codepegs.played.newer p4c6")).toBe(true);
  });

  test("games that cannot be read are not offered", () => {
    store.set("codepegs.version", String(VERSION));
    for (const text of ["7", "{}", "[null]", "damaged", '{"order":1,"params":{"position":"p4c6 11:9b"}}']) {
      store.set("codepegs.unfinished.assistant.a", text);
      store.set("codepegs.played.a p4c6", text);
      expect(unfinished("assistant"), text).toEqual([]);
      expect(games.underWay(), text).toEqual([]);
    }
    for (const kept of [{ guesses: ["9999", 7], params: { position: "p4c6", game: "a" } }, { guesses: ["x"], at: 1, params: { position: "p4c6", game: "a" } }, { guesses: ["1122"], at: -3, params: null }]) {
      store.set("codepegs.played.a p4c6", JSON.stringify(kept));
      expect(games.underWay()).toEqual([]);
    }
  });

  test("the puzzle of a date stands as it was played: begun, solved, lost or given up, and what best play needs stays known", () => {
    const daily = { position: "p4c6", daily: "2026-11-24" };
    const { id, params, game, secret, daily: date } = given(daily);
    const state = (): string | undefined => standing(date!, {})?.state;
    const wrong = formatCode(game, secret.map((color) => (color + 1) % 6));
    const at = (guesses: number): void => {
      store.clear();
      for (let n = 0; n < guesses; n++) guess(daily, wrong);
    };
    expect(standing("yesterday", {})).toBeNull();
    expect(standing(date!, { "2026-11-22": 4, "2026-11-23": 5 })).toMatchObject({ rules: "p4c6", rows: 10, turns: [], state: "new", days: 2 });
    at(1);
    expect(state()).toBe("begun");
    at(9);
    expect(state()).toBe("begun");
    at(10);
    expect(state()).toBe("lost");
    at(9);
    guess(daily, formatCode(game, secret));
    expect(state()).toBe("solved");
    games.change(id, params, () => ({ best: { guesses: 5, average: 4.34 } }));
    expect(standing(date!, {})?.best).toEqual({ guesses: 5, average: 4.34 });
    at(1);
    games.change(id, params, () => ({ end: true }));
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

describe("what an address says", () => {
  const fault = (params: Record<string, string>): string => {
    const found = readGiven(params);
    return found && "fault" in found ? found.fault : "";
  };

  test("turns whose replies are not those of the secret are refused, whatever hides it", () => {
    const WRONG = /^The link cannot be read\. Turn \d: the reply is not that of this game, so the link is damaged or forged\.$/;
    // 5162
    expect(fault({ position: "p4c6 1122:2b0w 5162:4b0w", game: "abc" })).toBe("");
    for (const forged of [
      { position: "p4c6 1122:2b0w 5126:4b0w", game: "abc" },
      { position: "p4c6 1122:1b0w 5162:4b0w", game: "abc" },
      { position: "p5c8 11111:5b0w", daily: "2026-11-28" },
      { position: "p4c6 1122:4b0w", hidden: veil("2461") },
    ] as Record<string, string>[]) {
      expect(readGiven(forged), JSON.stringify(forged)).toEqual({ fault: expect.stringMatching(/^The (link cannot be read|puzzle for)/) });
      if (!forged["daily"]) expect(fault(forged)).toMatch(WRONG);
    }
    const game = parseRules("p4c6");
    const result = (text: string): string => veilPlayed(game, "abc", playedOf(parsePosition(text), 0));
    expect(fault({ position: "p4c6", game: "abc", duel: result("p4c6 1122:2b0w 5162:4b0w") })).toBe("");
    expect(fault({ position: "p4c6", game: "abc", duel: result("p4c6 1122:4b0w") })).toMatch(WRONG);
  });

  test("a game is named by its secret, and by nothing that was played", () => {
    const bare = readGiven({ position: "p4c6", game: "abc", rows: "10" }) as Given;
    const full = readGiven({ position: "p4c6 1122:2b0w", game: "abc", rows: "10", hints: "3", undone: "2", end: "1" }) as Given;
    expect(full.id).toBe(bare.id);
    expect(full.params).toEqual({ position: "p4c6", game: "abc", rows: "10" });
    expect(full.turns).toHaveLength(1);
    expect(bare.turns).toBeNull();
    const known = readGiven({ position: "p4c6 1122:0b2w", hidden: veil("2461", 17), daily: "2026-11-19" }) as Given;
    expect([known.isKnown, known.daily]).toEqual([true, null]);
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

  test("the replies of a codemaker's game are those of the secret, whatever its address says", () => {
    const secret = parseCode(game, "2461");
    const { turns } = parsePosition("p4c6 1122:4b0w 2461:0b0w");
    expect(formatPosition({ game, turns: turnsOf(game, secret, "", turns) })).toBe("p4c6 1122:0b2w 2461:4b0w");
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
