/** The best guesses at a position, with their figures and one sentence: the twin of `codepegs.strategies.protocol.exhaustive`. */

import type { SuggestRecord } from "../contract";
import { because, type Reason } from "../reasons";
import type { Codebook } from "./codebook";
import { OBJECTIVES, type Keys, type Objective } from "./loops";

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
  const best = lowest(scores, most).map((n) => guesses[n]!);
  const winning = !compared ? Float64Array.of() : guesses.filter((_, n) => scores[n]! % 2 === 0);
  const squares = winning.length ? book.scores(winning, candidates, OBJECTIVES["expected-size"]) : null;
  const fewestLeft = squares && squares.reduce((least, score) => Math.min(least, score / 2), Infinity);
  return figuresOf(book, candidates, best, fewestLeft);
}

/** The figures of guesses. */
export function figuresOf(book: Codebook, candidates: Keys, guesses: readonly number[], fewestLeft: number | null = null): Ranked[] {
  const sizes = book.sizes(Float64Array.from(guesses), candidates);
  return guesses.map((key, n) => ({ key, figures: describe(book.textOf(key), sizes[n]!, fewestLeft, !book.endsKnown) }));
}

/** Guesses with a strategy's own as the first; null for the order they have. */
export function ownFirst(book: Codebook, candidates: Keys, found: readonly Ranked[], own: number | null): readonly Ranked[] {
  if (own === null) return found;
  const first = found.find(({ key }) => key === own) ?? figuresOf(book, candidates, [own])[0]!;
  return [first, ...found.filter(({ key }) => key !== own)];
}

/** The places of the lowest scores, lowest first; among equals in their order. */
export function lowest(scores: Float64Array, most: number): number[] {
  const found: number[] = [];
  for (let n = 0; n < scores.length; n++) {
    if (found.length === most && scores[n]! >= scores[found[most - 1]!]!) continue;
    let at = found.length;
    while (at > 0 && scores[found[at - 1]!]! > scores[n]!) at--;
    found.splice(at, 0, n);
    if (found.length > most) found.pop();
  }
  return found;
}

/** The figures of a guess from the sizes of its parts, the win last. */
export function describe(guess: string, sizes: Uint32Array, fewestLeft: number | null, endsNamed = true): Suggestion {
  const present = [...sizes].filter((size) => size > 0);
  const count = present.reduce((sum, size) => sum + size, 0);
  const squares = present.reduce((sum, size) => sum + size * size, 0);
  const wins = sizes[sizes.length - 1]!;
  const found = {
    guess,
    expected_guesses: null,
    expected_guesses_error: null,
    is_candidate: wins > 0,
    worst_part: Math.max(...present),
    expected_size: squares / count,
    bits: present.reduce((sum, size) => sum - (size / count) * Math.log2(size / count), 0),
    parts: present.length,
    win_chance: wins / count,
    exact: true,
  };
  return because(found, reasonFor(count, present, wins > 0, squares, fewestLeft, endsNamed));
}

function reasonFor(count: number, present: number[], wins: boolean, squares: number, fewestLeft: number | null, endsNamed: boolean): Reason {
  if (count === 1) return { kind: wins ? "only_candidate" : "secret_known" };
  if (count === 2 && wins && endsNamed) return { kind: "one_of_two" };
  if (present.length === count) return { kind: wins ? "wins_or_identifies" : "identifies" };
  if (present.length === 1) return { kind: "no_information" };
  const values = { expected_size: squares / count, candidates: count, worst_part: Math.max(...present) };
  if (wins) return { kind: "leaves_candidate", ...values };
  if (fewestLeft !== null && fewestLeft > squares) return { kind: "leaves_fewer", ...values, best: fewestLeft / count };
  return { kind: "leaves_other", ...values };
}
