/** The best guesses at a position, with their figures and one sentence. */

import type { SuggestRecord } from "../contract";
import { because } from "../reasons";
import type { Codebook } from "./codebook";
import constants from "./constants.json";
import { OBJECTIVES, type Keys, type Objective } from "./loops";
import type { Native } from "./native";

const { GUESS_KINDS } = constants.figures;

export type Suggestion = SuggestRecord["suggestions"][number];

/** A guess with its figures. */
export interface Ranked {
  readonly key: number;
  readonly figures: Suggestion;
}

/**
 * The `most` best of some guesses in the order of an objective, best first.
 * Without `compared` the sentences do not say what the best candidate leaves, which takes as long as everything else.
 */
export function bestSuggestions(book: Codebook, guesses: Keys, candidates: Keys, objective: Objective, most: number, compared = true): Ranked[] {
  const scores = book.scores(guesses, candidates, objective);
  const best = lowest(book.native, scores, most).map((n) => guesses[n]!);
  const winning = !compared ? Float64Array.of() : guesses.filter((_, n) => scores[n]! % 2 === 0);
  const squares = winning.length ? book.scores(winning, candidates, OBJECTIVES["expected-size"]) : null;
  const fewestLeft = squares && squares.reduce((least, score) => Math.min(least, score / 2), Infinity);
  return figuresOf(book, candidates, best, fewestLeft);
}

/** The figures of guesses. */
export function figuresOf(book: Codebook, candidates: Keys, guesses: readonly number[], fewestLeft: number | null = null): Ranked[] {
  const sizes = book.sizes(Float64Array.from(guesses), candidates);
  return guesses.map((key, n) => ({ key, figures: describe(book.native, book.textOf(key), sizes[n]!, fewestLeft, !book.endsKnown) }));
}

/** Guesses with a strategy's own as the first; null for the order they have. */
export function ownFirst(book: Codebook, candidates: Keys, found: readonly Ranked[], own: number | null): readonly Ranked[] {
  if (own === null) return found;
  const first = found.find(({ key }) => key === own) ?? figuresOf(book, candidates, [own])[0]!;
  return [first, ...found.filter(({ key }) => key !== own)];
}

/** The places of the lowest scores, lowest first; among equals in their order. */
export function lowest(native: Native, scores: Float64Array, most: number): number[] {
  const count = Math.min(most, scores.length);
  return native.scope(() => {
    const out = native.room("i64", count);
    native.best_places({ scores: native.array("u64", scores), wins: native.zeros("i64", scores.length), out });
    return [...native.low(out, count)];
  });
}

/** The figures of a guess from the sizes of its parts, the win last. */
export function describe(native: Native, guess: string, sizes: Uint32Array, fewestLeft: number | null, endsNamed = true): Suggestion {
  const { kind, candidates, ...figures } = figuresOfParts(native, sizes, fewestLeft, endsNamed);
  const found = {
    guess,
    expected_guesses: null,
    expected_guesses_error: null,
    is_candidate: figures.win_chance > 0,
    ...figures,
    exact: true,
  };
  const values: Record<string, number> = { expected_size: figures.expected_size, candidates, worst_part: figures.worst_part, best: (fewestLeft ?? NaN) / candidates };
  const [said, names] = GUESS_KINDS[kind] as [string, string[]];
  return because(found, { kind: said, ...Object.fromEntries(names.map((name) => [name, values[name]!])) });
}

/** The figures of some parts, and what is said of them: a row of GUESS_KINDS. */
export function figuresOfParts(native: Native, sizes: Uint32Array, fewestLeft: number | null = null, ends_named = true) {
  return native.scope(() => {
    const given = native.array("i64", sizes);
    const [worst_part, expected_size, bits, parts, win_chance, kind] = native.part_figures({
      sizes: given,
      weights: given,
      fewest_left: fewestLeft ?? -1,
      is_test: false,
      ends_named,
    });
    return { worst_part, expected_size, bits, parts, win_chance, kind, candidates: sizes.reduce((sum, size) => sum + size, 0) };
  });
}

/** A guess without figures. */
export function undescribed(guess: string, is_candidate: boolean): Suggestion {
  const none = { expected_guesses: null, expected_guesses_error: null, worst_part: null, expected_size: null, bits: null, parts: null, win_chance: null };
  return because({ guess, is_candidate, ...none, exact: false });
}
