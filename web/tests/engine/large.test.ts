/** Games that take the page some seconds: what they cost, what is compared, and that sums of a million codes stay exact. */

import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { isQuick, isSampledOnly, lackOf, secondsOf, strideOf } from "../../src/lib/engine/cost";
import { Engine } from "../../src/lib/engine/engine";
import { Gallery } from "../../src/lib/engine/gallery";
import { Loops, OBJECTIVES } from "../../src/lib/engine/loops";
import { Native } from "../../src/lib/engine/native";
import { decode, encode, tableOf } from "../../src/lib/engine/rules";
import { goOn, type Done } from "../../src/lib/engine/sampling";
import { parseRules } from "../../src/lib/game";
import { isContradiction, type CandidatesRecord, type CoachRecord, type MoveRecord, type SuggestRecord } from "../../src/lib/contract";

const noStreaming = (): Promise<never> => Promise.reject(new Error("no game here is streamed"));

let native: Native;
let loops: Loops;
let engine: Engine;

beforeAll(async () => {
  native = await Native.start(readFileSync(new URL("../../../build/engine/engine.wasm", import.meta.url)));
  loops = new Loops(native);
  engine = new Engine(loops, new Gallery([], () => Promise.reject(new Error("there are no trees here"))), noStreaming);
});

describe("what a game costs", () => {
  it.each([
    ["p6c9", null],
    ["p10c4", null],
    ["p20c2", null],
    ["p8c9n", null],
    ["p9c9n", null],
    ["p40c1", null],
    ["p60c1", "length"],
    ["p7c8", "codes"],
    ["p10000c10000", "codes"],
  ])("%s: %s", (rules, lack) => {
    expect(lackOf(parseRules(rules))).toBe(lack);
  });

  it("is said in seconds where somebody waits", () => {
    expect(["p4c6", "p5c8", "p15c2"].every((rules) => isQuick(parseRules(rules)))).toBe(true);
    expect(["p5c10", "p6c9", "p9c9n"].some((rules) => isQuick(parseRules(rules)))).toBe(false);
    expect(["p5c10", "p6c8", "p6c9", "p7c7", "p10c4"].map((rules) => secondsOf(parseRules(rules)))).toEqual([1, 3, 5, 5, 5]);
  });

  it("is not computed where replies may be wrong", () => {
    expect(lackOf(parseRules("p4c6"), true)).toBe("noise");
    expect(isSampledOnly(parseRules("p8c12"), true)).toBe(false);
    expect(isSampledOnly(parseRules("p8c12"))).toBe(true);
  });

  it("decides how many guesses are compared", () => {
    expect(strideOf(531_441, 962, 27)).toBe(1);
    expect(strideOf(531_441, 12_390, 27)).toBe(2);
    for (const [guesses, candidates, replies] of [[1_048_576, 300_000, 65], [823_543, 18_564, 35]] as const) {
      const stride = strideOf(guesses, candidates, replies);
      expect(strideOf(Math.ceil(guesses / stride), candidates, replies)).toBeLessThanOrEqual(2); // the last one of a row
      expect(strideOf(Math.ceil(guesses / (stride - 1)), candidates, replies)).toBeGreaterThan(1);
    }
  });
});

describe("the loops", () => {
  it("have exact logarithms of a million codes", () => {
    const most = 1 << 20;
    const table = loops.logTable(most);
    expect(loops.logTable(100)).toBe(table);
    const entry = (n: number): bigint => {
      const [low, high] = [native.low({ ...table, address: table.address + 8 * n }, 1)[0]!, native.low({ ...table, address: table.address + 8 * n + 4 }, 1)[0]!];
      return (BigInt(high) << 32n) + BigInt(low);
    };
    for (const n of [2, 3, 6, 1_000, 524_287, 999_999, 1_048_572]) {
      for (const factor of [2, 3].filter((factor) => factor * n <= most)) {
        // n k log(n k) = k (n log n) + n (k log k), to the last bit
        expect(entry(n * factor)).toBe(BigInt(factor) * entry(n) + BigInt(n) * entry(factor));
      }
      expect(Number(entry(n)) / 2 ** 30 / (n * Math.log2(n))).toBeCloseTo(1, 7);
    }
    expect(entry(most)).toBe(20n * BigInt(most) << 30n);
  });

  it("order sums above 2^53 and keep whether they are odd", () => {
    native.scope(() => {
      const sums = [2n ** 55n + 7n, 2n ** 55n + 5n, 2n ** 55n + 2n ** 40n, 2n ** 62n + 1n];
      const words = new Uint32Array(sums.flatMap((sum) => [Number(sum & 0xffffffffn), Number(sum >> 32n)]));
      expect([...native.ranks({ ...native.array("u8", new Uint8Array(words.buffer)), element: "u64" }, sums.length)]).toEqual([3, 1, 2 ** 40 - 4, 2 ** 53 - 1]);
      expect([...native.ranks(native.array("u64", [7, 5, 2 ** 53 - 1]), 3)]).toEqual([7, 5, 2 ** 53 - 1]);
    });
  });

  it("count the codes of a position without a list of them", async () => {
    const position = { game: parseRules("p7c10"), turns: [{ guess: [0, 1, 2, 3, 4, 5, 6], reply: { black: 7, white: 0, total: null, solved: true } }] };
    expect(await loops.count(tableOf(position.game), { ...position, turns: [] }, goOn)).toBe(10_000_000);
    expect(await loops.count(tableOf(position.game), position, goOn)).toBe(1);
  });

  it("refuse planes that take too much memory, and free them", () => {
    const table = tableOf(parseRules("p2c1000"));
    const keys = loops.allKeys(table);
    expect(() => loops.scores(table, keys, keys, OBJECTIVES.entropy)).toThrow(/^This position takes \d{3} MB of memory, which is too much for this page\.$/);
    expect(loops.scores(table, keys.slice(0, 3), keys, OBJECTIVES.minimax)).toHaveLength(3);
  });
});

describe("codes of more than 32 bits", () => {
  it("are keys, too", () => {
    for (const rules of ["p9c9n", "p11c11n", "p11c5", "p8c16", "p5c200", "p4c1"]) {
      const game = parseRules(rules);
      const { layout } = tableOf(game);
      const code = Array.from({ length: game.pegs }, (_, peg) => game.colors - 1 - (peg % game.colors));
      expect(decode(layout, encode(layout, code))).toEqual(code);
    }
    const keys = loops.allKeys(tableOf(parseRules("p9c9n")));
    expect(keys).toHaveLength(362_880);
    expect(decode({ pegs: 9, bits: 4 }, keys.at(-1)!)).toEqual([8, 7, 6, 5, 4, 3, 2, 1, 0]);
    expect(keys.every((key, n) => !n || keys[n - 1]! < key)).toBe(true);
  });

  it("are listed, compared and reviewed as others are", { timeout: 60_000 }, async () => {
    const position = "p9c9n 123456789:0b9w 234567891:6b3w";
    const record = (await engine.candidates({ position, limit: 3 })) as CandidatesRecord;
    const { suggestions } = (await engine.suggest({ position, strategy: "entropy" })) as SuggestRecord;
    expect(record.exact).toBe(true);
    expect(record.possible!.map((colors) => colors.reduce((sum, { candidates }) => sum + candidates, 0))).toEqual(new Array(9).fill(record.candidates));
    expect(suggestions[0]!.exact).toBe(true);
    const reviewed = (await engine.coach({ position: "p9c9n 123456789:0b9w", secret: record.codes[0]! })) as CoachRecord;
    expect(reviewed.turns.map(({ candidates_after }) => candidates_after)).toEqual([133_496]); // codes without a fixed point
  });

  it("are all looked at where replies contradict each other", { timeout: 60_000 }, async () => {
    const found = await engine.suggest({ position: "p10c10n 782A163549:7b3w 4978631A52:2b8w 4A96857132:7b3w" });
    expect(found).toMatchObject({ candidates: 0, exact: true });
    expect((found as { repairs: { candidates: number | null }[] }).repairs.every(({ candidates }) => candidates !== null)).toBe(true);
  });
});

describe("long work", () => {
  it.each([
    ["suggest", "p8c12 11223344:2b1w 15567889:1b3w", ["candidates", "guesses", "counting"]],
    ["move", "p8c12 11223344:2b1w 15567889:1b3w", ["candidates", "guesses", "counting"]],
    ["candidates", "p8c12 11223344:2b1w 15567889:1b3w", ["candidates", "counting"]],
    ["coach", "p6c9 112234:1b1w 152567:0b0w 888999:0b0w", ["reviewing"]],
  ] as const)("of %s at %s says how far it is", { timeout: 60_000 }, async (path, position, doing) => {
    const fresh = new Engine(loops, new Gallery([], () => Promise.reject(new Error("there are no trees here"))), noStreaming);
    const told: Done[] = [];
    await fresh[path]({ position }, async (done) => void (done && told.push(done)));
    expect([...new Set(told.map((done) => done.doing))]).toEqual(doing);
    const shares = told.map(({ share }) => share);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(shares[0]).toBeGreaterThanOrEqual(0);
    expect(shares.at(-1)).toBeLessThanOrEqual(1);
    expect(new Set(shares).size).toBeGreaterThan(2);
  });

  it("that looks at all codes of a game says how far it is", { timeout: 60_000 }, async () => {
    const shares: number[] = [];
    await engine.candidates({ position: "p7c8 1122334:2b3w 1562738:1b4w 5566778:4b1w" }, async (done) => void (done?.doing === "explaining" && shares.push(done.share)));
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
  });
});

describe("a game of half a million codes", () => {
  const position = "p6c9 112234:1b1w";

  it("is sampled by auto, and compared by other strategies", async () => {
    const auto = (await engine.suggest({ position, strategy: "auto" })) as SuggestRecord;
    expect(auto.strategy).toBe("auto");
    expect(auto.candidates).toBe(76_572);
    expect(auto.suggestions.map(({ exact }) => exact)).toEqual(new Array(5).fill(false));
    const entropy = (await engine.suggest({ position, strategy: "entropy" })) as SuggestRecord;
    expect(entropy.suggestions[0]!.bits).toBeGreaterThan(auto.suggestions[0]!.bits! - 0.1);
    expect(entropy).not.toHaveProperty("compared");
    const move = (await engine.move({ position, strategy: "auto" })) as MoveRecord;
    expect(move.guess).toBe(auto.suggestions[0]!.guess);
    expect(engine.suggestQuickly({ position })).toBeNull();
  });

  it("is reviewed", async () => {
    const record = (await engine.coach({ position: `${position} 152567:0b0w 888999:0b0w`, secret: null })) as CoachRecord;
    expect(isContradiction(record)).toBe(false);
    expect(record.turns.map(({ worth }) => worth)).toEqual(["best", "best", expect.any(String)]);
    expect(record.turns.map(({ candidates_before }) => candidates_before).slice(0, 2)).toEqual([531_441, 76_572]);
  });

  it("is compared with some of the guesses where all would take too long, and the record says with how many", async () => {
    const few = new Engine(loops, new Gallery([], () => Promise.reject(new Error("there are no trees here"))), noStreaming, (guesses) => Math.ceil(guesses / 100));
    const record = (await few.suggest({ position, strategy: "entropy", top: 3 })) as SuggestRecord;
    const { guesses, of } = record.compared!;
    expect(guesses).toBeLessThanOrEqual(100);
    expect(guesses).toBe(Math.ceil(of / Math.ceil(of / 100)));
    const all = (await engine.suggest({ position, strategy: "entropy", top: 3 })) as SuggestRecord;
    expect(record.suggestions[0]!.bits).toBeLessThanOrEqual(all.suggestions[0]!.bits!);
    expect(record.suggestions).toHaveLength(3);
  });
});

describe("a game of 430 million codes", () => {
  const position = "p8c12 11223344:2b1w 15567889:1b3w";

  it("has an estimate first, and then a count", async () => {
    const early: SuggestRecord[] = [];
    const record = (await engine.suggest({ position }, undefined, (found) => early.push(found as SuggestRecord))) as SuggestRecord;
    expect(early.map(({ candidates }) => candidates)).toEqual([null]);
    const [low, high] = early[0]!.candidates_interval as [number, number];
    expect(record.candidates).toBe(2_158_854);
    expect(low).toBeLessThan(2_158_854);
    expect(high).toBeGreaterThan(2_158_854);
    expect(record.suggestions.map(({ guess }) => guess)).toEqual(early[0]!.suggestions.map(({ guess }) => guess));
    expect((await engine.move({ position })) as MoveRecord).toMatchObject({ guess: record.suggestions[0]!.guess, candidates: 2_158_854 });
    const listed = (await engine.candidates({ position, limit: 3 })) as CandidatesRecord;
    expect(listed).toMatchObject({ candidates: 2_158_854, exact: true, possible: null });
    for (const code of listed.codes) {
      expect(engine.reply({ rules: "p8c12", seed: 0, guess: "11223344", secret: code }).reply).toBe("2b1w");
      expect(engine.reply({ rules: "p8c12", seed: 0, guess: "15567889", secret: code }).reply).toBe("1b3w");
    }
  });

  it("is left where nobody waits for its advice any more, and answered afterwards", async () => {
    const [other, whole] = [new Engine(loops, new Gallery([], () => Promise.reject(new Error("there are no trees here"))), noStreaming), await engine.suggest({ position, top: 2 })];
    let steps = 0;
    const left = other.suggest({ position, top: 2 }, () => (++steps < 4 ? Promise.resolve() : Promise.reject(new Error("withdrawn"))));
    const after = other.suggest({ position, top: 2 });
    await expect(left).rejects.toThrow("withdrawn");
    expect({ ...(await after), seconds: 0 }).toEqual({ ...whole, seconds: 0 });
  });

  it.each([
    ["p8c12 11223344:0b0w 55667788:0b0w 99AABBCC:0b0w", "no code has other colours"],
    ["p8c12 11223344:2b1w 11223344:2b2w", "a guess has two replies"],
    ["p8c12 11223344:2b1w 55555555:8b0w", "the win does not fit"],
  ])("contradicts itself: %s (%s)", async (contradiction) => {
    for (const answer of [await engine.suggest({ position: contradiction }), await engine.move({ position: contradiction }), await engine.candidates({ position: contradiction })]) {
      expect(isContradiction(answer)).toBe(true);
      expect(answer).toMatchObject({ candidates: 0, exact: false });
    }
  });

  it("explains a contradiction by searches first, and then by all codes, where these are few enough", async () => {
    const early: unknown[] = [];
    const found = await engine.suggest({ position: "p7c8 1122334:2b3w 1562738:1b4w 5566778:5b1w" }, undefined, (record) => early.push(record));
    expect(early).toMatchObject([{ candidates: 0, conflict: [1, 3], exact: false }]);
    expect(found).toMatchObject({ candidates: 0, conflict: [1, 3], exact: true });
  });

  it("has all codes as candidates before the first turn, and the secret after the last", async () => {
    const first = (await engine.candidates({ position: "p8c12", limit: 2 })) as CandidatesRecord;
    expect(first).toMatchObject({ candidates: 429_981_696, codes: ["11111111", "11111112"], exact: true });
    expect(first.possible![7]!).toHaveLength(12);
    const won = "p8c12 12121212:8b0w";
    expect(await engine.suggest({ position: won })).toMatchObject({ candidates: 1, stopped: "the game is solved", suggestions: [] });
    expect(await engine.candidates({ position: won })).toMatchObject({ candidates: 1, codes: ["12121212"] });
  });

  it("is not reviewed and not played by other strategies", async () => {
    await expect(engine.suggest({ position, strategy: "entropy" })).rejects.toThrow();
  });
});
