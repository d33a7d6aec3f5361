/** The best guesses at a position, with their figures and one sentence: the twin of `codepegs.strategies.one_step.exhaustive`. */

import { formatCode, type Code } from "../game";
import type { SuggestRecord } from "../contract";
import { because, type Reason } from "../reasons";
import { OBJECTIVES, type Keys, type Loops, type Objective } from "./loops";
import { colorAt, decode, encode, type Table } from "./rules";

export type Suggestion = SuggestRecord["suggestions"][number];

/**
 * The `most` best of some guesses in the order of an objective, best first.
 * Without `compared` the sentences do not say what the best candidate leaves, which takes as long as everything else.
 */
export function bestSuggestions(
  loops: Loops,
  table: Table,
  guesses: Keys,
  candidates: Keys,
  objective: Objective,
  most: number,
  compared = true,
): Suggestion[] {
  const scores = loops.scores(table, guesses, candidates, objective);
  const best = lowest(scores, most).map((n) => guesses[n]!);
  const winning = !compared ? Uint32Array.of() : guesses.filter((_, n) => scores[n]! % 2 === 0);
  const squares = winning.length ? loops.scores(table, winning, candidates, OBJECTIVES["expected-size"]) : null;
  const fewestLeft = squares && squares.reduce((least, score) => Math.min(least, score / 2), Infinity);
  const sizes = loops.partSizes(table, Uint32Array.from(best), candidates);
  return best.map((key, n) => describe(table, decode(table.layout, key), sizes[n]!, fewestLeft));
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

/** The figures of one guess. */
export function figuresOf(loops: Loops, table: Table, candidates: Keys, guess: Code): Suggestion {
  const key = Uint32Array.of(encode(table.layout, guess));
  return describe(table, guess, loops.partSizes(table, key, candidates)[0]!, null);
}

/** Whether every guess that is not the secret gets the same reply from all candidates. */
export function onlyOrderIsOpen(table: Table, candidates: Keys): boolean {
  return table.game.view === "t" && candidates.length > 0 && areArrangements(table, candidates);
}

/** Whether all codes have the same multiset of colours. */
export function areArrangements({ layout, game }: Table, keys: Keys): boolean {
  const colors = (key: number): string =>
    Array.from({ length: game.pegs }, (_, peg) => colorAt(layout, key, peg)).sort((a, b) => a - b).join();
  const first = colors(keys[0]!);
  return colors(keys[keys.length - 1]!) === first && keys.every((key) => colors(key) === first);
}

/** The figures of a guess from the sizes of its parts, the win last. */
export function describe(table: Table, guess: Code, sizes: Uint32Array, fewestLeft: number | null): Suggestion {
  return describeText(formatCode(table.game, guess), sizes, fewestLeft);
}

/** The same for a guess that is given as text. */
export function describeText(guess: string, sizes: Uint32Array, fewestLeft: number | null): Suggestion {
  const present = [...sizes].filter((size) => size > 0);
  const count = present.reduce((sum, size) => sum + size, 0);
  const squares = present.reduce((sum, size) => sum + size * size, 0);
  const wins = sizes[sizes.length - 1]!;
  const found = {
    guess,
    expected_guesses: null,
    expected_guesses_error: null,
    is_candidate: wins > 0,
    worst: Math.max(...present),
    expected_size: squares / count,
    entropy_bits: present.reduce((sum, size) => sum - (size / count) * Math.log2(size / count), 0),
    parts: present.length,
    win_chance: wins / count,
    exact: true,
  };
  return because(found, reasonFor(count, present, wins > 0, squares, fewestLeft));
}

function reasonFor(count: number, present: number[], wins: boolean, squares: number, fewestLeft: number | null): Reason {
  if (count === 1) return { kind: wins ? "only_candidate" : "secret_known" };
  if (count === 2 && wins) return { kind: "one_of_two" };
  if (present.length === count) return { kind: wins ? "wins_or_identifies" : "identifies" };
  if (present.length === 1) return { kind: "no_information" };
  const values = { average: squares / count, candidates: count, worst: Math.max(...present) };
  if (wins) return { kind: "leaves_candidate", ...values };
  if (fewestLeft !== null && fewestLeft > squares) return { kind: "leaves_fewer", ...values, best: fewestLeft / count };
  return { kind: "leaves_other", ...values };
}
