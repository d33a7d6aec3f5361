import { describe, expect, test } from "vitest";

import { estimateText, expectedBefore, expectedShort, expectedWords, leftAfter, leftShort, leftWords, roughly, sizeShort } from "../src/lib/counts.svelte";
import { nounsOf, parseRules, sizeText } from "../src/lib/game";
import ALL from "../../src/codepegs/sentences.json";
import { palette } from "../src/lib/palette.svelte";
import { pageWords, reasonOf, type Reason } from "../src/lib/reasons";
import { progressWords, reviewWords, shareWords } from "../src/lib/words";

const { commands: _, ...SENTENCES } = ALL;

test("counts have three digits from a million on, and large ones are powers of ten", () => {
  const texts = [0, 7, 999_999, 2_158_854, 4.3e8, 2.95e12, 1e15, 9.3e50].map(roughly);
  expect(texts).toEqual(["0", "7", "999,999", "2.16 million", "430 million", "2.95 trillion", "10¹⁵", "9 × 10⁵⁰"]);
});

test("long work says its share and the time that is left, or the time it took so far", () => {
  expect([shareWords(null, 4.4), shareWords(0.001, 12), shareWords(0.4, 2), shareWords(0.999, 9), shareWords(0.02, 10)]).toEqual([
    "4 s so far",
    "12 s so far",
    "40 %, about 3 s left",
    "99 %, about 1 s left",
    "2 %, about 8 min left",
  ]);
  expect([4, 6, 8, 12].map((seconds) => shareWords(1 / 3, seconds, 4))).toEqual([8, 6, 4, 1].map((left) => `33 %, about ${left} s left`));
});

test("estimates without an interval have two digits", () => {
  const texts = [0.2, 7.4, 1_234, 960_000, 7_512_321, 2.95e9, 9.97e11, 4e20].map((estimate) => estimateText(estimate));
  expect(texts).toEqual([
    "about 1",
    "about 7",
    "about 1,200",
    "about 960,000",
    "about 7.5 million",
    "about 3 billion",
    "about 1 trillion",
    "about 4 × 10²⁰",
  ]);
});

test("estimates with an interval are shown as that interval, as by the command line", () => {
  const intervals: [number, number][] = [
    [1.61e13, 1.97e13],
    [394_000, 1_040_000],
    [3.4e14, 5.02e14],
    [2_400_000, 3_140_000],
    [75_100, 134_000],
    [1_201, 1_204],
    [1.8e39, 6.7e41],
    [9e14, 2e15],
  ];
  expect(intervals.map((interval) => estimateText(1, interval))).toEqual([
    "16 to 20 trillion",
    "390,000 to 1 million",
    "340 to 500 trillion",
    "2.4 to 3.1 million",
    "75,000 to 130,000",
    "about 1,200",
    "10³⁹ to 10⁴²",
    "10¹⁴ to 10¹⁶",
  ]);
});

test("codes left", () => {
  expect(leftWords({ count: 1, estimate: null })).toBe("1 code left");
  expect(leftWords({ count: 13, estimate: null })).toBe("13 codes left");
  expect(leftWords({ count: null, estimate: 2.9e6, interval: [2_400_000, 3_140_000] })).toBe("2.4 to 3.1 million codes left");
  expect(leftWords({ count: null, estimate: 2_954_321 })).toBe("about 3 million codes left");
  expect(leftWords({ count: null, estimate: null })).toBe("");
  expect(leftWords(undefined)).toBe("");
  const texts = [
    leftAfter({ candidates_after: 2_580_696, candidates_interval: null }),
    leftAfter({ candidates_after: 18_554_691.6, candidates_interval: [15_490_249.8, 22_225_373.1] }),
    leftAfter({ candidates_after: 411.3, candidates_interval: null }),
    leftAfter({ candidates_after: null, candidates_interval: null }),
    leftAfter(undefined),
  ].map(leftShort);
  expect(texts).toEqual(["2.58 million", "15 to 22 million", "about 410", "", ""]);
});

test("expected numbers of guesses show how uncertain they are", () => {
  const needs = (value: number | null, error: number | null): string => expectedWords({ expected_guesses: value, expected_guesses_error: error });
  const rest = "guesses on average, including this one";
  expect(needs(6.52, 0.31)).toBe(`needs 6.5 ± 0.3 ${rest}`);
  expect(needs(2.583, 0.042)).toBe(`needs 2.58 ± 0.04 ${rest}`);
  expect(needs(2.583, 0.0001)).toBe(`needs 2.58 ± 0.01 ${rest}`);
  expect(needs(1_243.3, 14.2)).toBe(`needs 1,243 ± 14 ${rest}`);
  expect(needs(3.14159, 0)).toBe(`needs 3.14 ${rest}`);
  expect(needs(2, 0)).toBe(`needs 2 ${rest}`);
  expect([needs(1, 0), needs(null, null)]).toEqual(["wins now", ""]);
  expect(expectedShort({ expected_guesses: 6.52, expected_guesses_error: 0.31 })).toBe("needs 6.5 ± 0.3 guesses on average");
  expect(expectedBefore({ expected_guesses: 6.52, expected_guesses_error: 0.31 })).toBe("6.5 ± 0.3 guesses with best play");
  expect(expectedBefore({ expected_guesses: 1, expected_guesses_error: null })).toBe("");
});

test("sizes of games", () => {
  expect(["p4c6", "p8c12", "p12c10", "p100c100"].map((rules) => sizeShort(parseRules(rules)))).toEqual(["1,296", "430 million", "1 trillion", "10²⁰⁰"]);
  expect(["p4c6", "p30c50", "p1000c1000"].map((rules) => sizeText(parseRules(rules)))).toEqual(["1,296", "about 9 × 10⁵⁰", "about 10³⁰⁰⁰"]);
});

test("progress in a large game", () => {
  const bits = { known_pegs: 40, counted_colors: 3, left_estimate: 152.6 };
  expect(progressWords(parseRules("p200c20"), bits)).toBe("40 of 200 pegs and 3 of 20 colour counts known; about 150 guesses to go.");
  expect(progressWords(parseRules("p200c20"), { ...bits, counted_colors: null, left_estimate: null })).toBe("40 of 200 pegs known.");
});

test("reasons speak of codes", () => {
  const left = { expected_size: 5.71, candidates: 51, worst_part: 8 };
  expect(pageWords([{ kind: "leaves_fewer", ...left, best: 6.1 }])).toBe(
    "Leaves 5.7 of 51 codes on average (8 at worst); cannot be the secret (the best guess that may be the secret leaves 6.1).",
  );
  expect(pageWords([{ kind: "only_candidate" }])).toBe("The only code left, so it is the secret.");
  expect(pageWords([{ kind: "one_of_two" }])).toBe("One of the two codes left: wins now or in the next turn.");
  const coached = { turn: 2, breaks: [1], best_expected_guesses: 2, best_expected_guesses_error: 0, better: "1122", secret: "1122", what: "guess", unit: "guesses" };
  const refused = { count: 3, codes: ["1122"], choice: "1b0w", given: "1122:1b0w", reply: "1b0w", game: "p4c6", pegs: 4, text: "2B", guess: 1, black: 3, white: 2, total: 5, other: "p4c6r", strategy: "auto", fault: "", seconds: 2, size: 3, symbol: "x", symbols: "1234", first: 1, last: 4, like: "1123", colors: 3, most: 9, position: "p4c6", board: 1, model: "", aliases: "", file: "", meant: "", arguments: "", code: "1122", read: "", strategies: "", line: "" };
  const values = { ...left, ...coached, ...refused, best: 1, sample: 2, expected_share: 0.3, worst_share: 0.5, bits: 1, win_chance: 0.5, broken: 1, guesses: 3, expected_guesses: 3, expected_guesses_error: 1, error: 1 };
  const others = (kind: string): Reason => Object.fromEntries([...SENTENCES[kind as keyof typeof SENTENCES].matchAll(/\{(\w+)(?!\w|:clause)/g)].map(([, name]) => [name!, "x"]));
  const said = (kind: string): string => pageWords([{ ...others(kind), kind, ...values, turns: /:given|:turns/.test(SENTENCES[kind as keyof typeof SENTENCES]) ? [1, 2] : 2 }], {}, nounsOf(parseRules("p4c6")));
  const partsOfOthers = ["leaving", "would_be_left"];
  expect(Object.keys(SENTENCES).filter((kind) => /candidate|undefined/.test(said(kind)) && !partsOfOthers.includes(kind))).toEqual([]);
});

test("reasons do not repeat the number of guesses", () => {
  const left = { kind: "leaves_candidate", expected_size: 5.7, candidates: 51, worst_part: 8 };
  const words = "Leaves 5.7 of 51 codes on average (8 at worst); may be the secret.";
  expect(reasonOf({ reasons: [left, { kind: "value", expected_guesses: 2.7317 }], expected_guesses: 2.7317 })).toBe(words);
  expect(reasonOf({ reasons: [{ kind: "value_estimate", expected_guesses: 7.16, expected_guesses_error: 0.3 }], expected_guesses: 7.16 })).toBe("");
  const best = { kind: "optimal", expected_guesses: 2.73174 };
  expect(reasonOf({ reasons: [left, best], expected_guesses: 2.7317 })).toBe(`${words} Optimal play needs 2.7317 guesses on average, including this one.`);
});

describe("the coach", () => {
  const game = parseRules("p4c6");
  const than = { best_expected_guesses: 6.2, best_expected_guesses_error: 0, better: "1123", digits: 2, what: "guess", unit: "guesses" };

  test("estimates show how uncertain they are, exact figures have two decimals", () => {
    const said = (kind: string, guesses: number, error: number, best_error: number): string =>
      reviewWords(game, [{ kind, expected_guesses: guesses, expected_guesses_error: error, ...than, best_expected_guesses_error: best_error }]);
    expect(said("as_good", 8.41, 0.31, 0.2)).toBe("As good as the best guess: 8.4 ± 0.3 guesses expected from here.");
    expect(said("weak", 6.51, 0.004, 0)).toBe("A weak guess: 6.51 ± 0.01 guesses expected from here, 6.20 with 1123.");
    expect(said("expected_with", 0, 0, 0.26)).toBe("With 1123, 6.2 ± 0.3 guesses would have been expected from here.");
    expect(said("good", 6.23456, 0, 0)).toBe("A good guess: 6.23 guesses expected from here, 6.20 with 1123.");
  });

  test("says which replies a guess does not fit", () => {
    const figures = { expected_guesses: 2.6, expected_guesses_error: 0.1, ...than };
    expect(reviewWords(game, [{ kind: "mistake", breaks: [2] }, { kind: "mistake_costs", ...figures }])).toBe(
      "A mistake: it does not fit the reply to turn 2. From here, 2.6 ± 0.1 guesses are expected, 6.20 with 1123.",
    );
    expect(reviewWords(game, [{ kind: "good_inconsistent", breaks: [1, 2], ...figures }])).toBe(
      "This guess does not fit the replies to turns 1 and 2, but is a good guess: 2.6 ± 0.1 guesses expected from here, 6.20 with 1123.",
    );
    expect(reviewWords(game, [{ kind: "mistake", breaks: [1, 2, 4, 5, 6] }])).toBe(
      "A mistake: it does not fit the replies to 5 turns (1, 2, …).",
    );
  });

  test("names codes as they stand on the pegs, and those of Bulls and Cows by their digits", () => {
    const lost: Reason[] = [{ kind: "not_found", secret: "1122", turns: 1 }, { kind: "cost_most", turn: 2, better: "1123" }];
    expect(reviewWords(game, lost)).toBe("1122 was not found in 1 turn. Turn 2 cost the most: 1123 would have been better.");
    expect(reviewWords(parseRules("bc"), [{ kind: "better_known", better: "A123" }])).toBe("9012 would have been better.");
    palette.set("letters");
    expect(reviewWords(game, lost)).toBe("AABB was not found in 1 turn. Turn 2 cost the most: AABC would have been better.");
    palette.set("classic");
  });

  test.each([
    [1, "1 code"],
    [312, "312 codes"],
    [3.2, "3.2 codes"],
    [1e20, "about 10²⁰ codes"],
    [[4.1e12, 6e12], "4.1 to 6 trillion codes"],
  ])("says how many codes are left: %s", (candidates, words) => {
    expect(reviewWords(game, [{ kind: "unlucky", candidates }])).toBe(`Unlucky: ${words} left.`);
  });
});
