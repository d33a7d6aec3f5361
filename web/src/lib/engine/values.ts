/**
 * The one measure of a guess: the expected number of guesses from here on, this one included. The twin of
 * `codepegs.strategies.protocol.values.guess_values`: from a bounded search, else from the sizes of the parts.
 */

import { because, withKinds, type Reason } from "../reasons";
import constants from "./constants.json";
import type { Codebook } from "./codebook";
import type { Keys } from "./loops";
import type { Curve, Native } from "./native";
import { ownFirst, type Ranked, type Suggestion } from "./ranking";
import { Searcher, type NeededBySet } from "./search";

const { SEARCHED_WORK, WEIGHED_WORK, SCORED, PART_WORK, SCORED_A_GUESS, SCORED_SHARE } = constants.values;

export interface Expected {
  readonly value: number;
  /** Half the width of an interval that covers the true value with a probability of 95 %; 0 if the value is exact. */
  readonly error: number;
  /** The part of the error that all estimates at a position have in common. */
  readonly shared: number;
}

/** A suggestion with its value. */
export type Valued = Suggestion & { readonly expected: Expected };

export interface Best {
  /** Its key. */
  readonly guess: number;
  readonly average: number;
  readonly isProved: boolean;
}

export function exactly(value: number): Expected {
  return { value, error: 0, shared: 0 };
}

/** What a guess is worth. */
export function bestReason({ average, isProved }: Omit<Best, "guess">): Reason {
  return { kind: isProved ? "optimal" : "best_known", expected_guesses: average };
}

/** A guess with its expected number of guesses among the reasons. */
export function withValue<T extends Suggestion>(found: T, { value, error }: Expected): T {
  if (value === 1 || found.reasons.some(({ kind }) => kind === "optimal" || kind === "best_known")) return found;
  const reason: Reason = error ? { kind: "value_estimate", expected_guesses: value, expected_guesses_error: error } : { kind: "value", expected_guesses: value };
  return because(found, ...found.reasons, reason);
}

/** A suggestion as an answer has it. */
export function answered({ guess, expected, ...rest }: Valued): Suggestion {
  return withKinds({ ...rest, guess, expected_guesses: expected.value, expected_guesses_error: expected.error });
}

/** The curve through sets of a game, which compiled code owns. */
export function fitCurve(native: Native, sets: Iterable<NeededBySet>): Curve {
  const all = [...sets];
  return native.scope(() => {
    const sizes = native.array("f64", all.map(({ secrets }) => secrets));
    const averages = native.array("f64", all.map(({ average }) => average));
    return native.fit_curve({ sizes, averages });
  });
}

/** Values of guesses in one game. */
export class Values {
  private curve: Curve | null = null;
  private readonly known = new Map<string, Best | null>();

  constructor(private readonly book: Codebook) {}

  free(): void {
    if (this.curve) this.book.native.release(this.curve);
  }

  /** The best guess for a set of candidates, if a bounded search finds it; `history`: the guesses so far. */
  best(left: Keys, history: readonly number[]): Best | null {
    if (!this.canSearch(left.length, SEARCHED_WORK)) return null;
    if (left.length <= this.told) return { guess: left[0]!, average: (1 + left.length) / 2, isProved: true };
    const key = `${history.join()} ${left.join()}`;
    let best = this.known.get(key);
    if (best === undefined) {
      best = this.search((searcher) => {
        const value = searcher.value(left, history, this.limit(SCORED));
        if (value === null) return null;
        return { guess: searcher.bestGuess(left, history, value), average: (this.naming(left.length) + value) / left.length, isProved: true };
      });
      this.known.set(key, best);
    }
    return best;
  }

  /** The value of a guess; not below that of the best one. */
  of(left: Keys, history: readonly number[], guess: number, best: Best | null): Expected {
    if (best && guess === best.guess) return exactly(best.average);
    const value = this.newValue(left, history, guess, best);
    return best && value.value < best.average ? { ...value, value: best.average } : value;
  }

  /** Guesses in the order of their values, a strategy's own first. */
  ranked(found: readonly Ranked[], own: number | null, left: Keys, history: readonly number[], best: Best | null, most: number): Valued[] {
    const rounded = (value: number): number => Math.round(value * 1e9);
    return ownFirst(this.book, left, found, own)
      .map(({ key, figures }, n) => ({ key, n, found: { ...figures, expected: this.of(left, history, key, best) } }))
      .sort((a, b) => Number(a.key !== own) - Number(b.key !== own) || rounded(a.found.expected.value) - rounded(b.found.expected.value) || a.n - b.n)
      .slice(0, most)
      .map(({ found }, n) => (best && left.length > 1 && !n ? because(found, ...found.reasons, bestReason(best)) : found));
  }

  private canSearch(count: number, work: number): boolean {
    return count * this.book.guesses <= (this.book.endsKnown ? Math.min(work, WEIGHED_WORK) : work) && count <= this.book.mostSearched;
  }

  /** The codes of the largest set that needs no search. */
  private get told(): number {
    return this.book.endsKnown ? 1 : 2;
  }

  /** The guesses that name the codes of a set, which the value of a search does not count. */
  private naming(codes: number): number {
    return this.book.endsKnown ? 0 : codes;
  }

  private limit(scored: number): number {
    return this.book.isSlow || this.book.endsKnown ? Math.floor(scored / SCORED_SHARE) : scored;
  }

  private search<Found>(work: (searcher: Searcher) => Found): Found {
    return Searcher.within(this.book.native, this.book.begin, work);
  }

  private newValue(left: Keys, history: readonly number[], guess: number, best: Best | null): Expected {
    const parts = this.book.partsOf(left, guess);
    const sizes = new Uint32Array(this.book.parts);
    for (let n = 0; n < left.length; n++) sizes[parts[n]!]!++;
    const { endsKnown } = this.book;
    const largest = Math.max(Number(endsKnown), ...sizes.subarray(0, -1));
    if (largest === left.length && best && !endsKnown) return exactly(1 + best.average);
    if ((largest > 2 || endsKnown) && this.canSearch(largest, PART_WORK)) {
      const exact = this.searchedValue(left, [...history, guess], parts, sizes);
      if (exact !== null) return exactly(exact);
    }
    const { native } = this.book;
    const curve = (this.curve ??= this.book.makeCurve());
    return native.scope(() => {
      const given = native.array("f64", sizes);
      const needs = native.array("f64", endsKnown ? knownNeeds(sizes) : []);
      const [value, error, shared] = native.value_of_parts({ masses: given, sizes: given, known: needs, price: 1, curve });
      return { value, error, shared };
    });
  }

  private searchedValue(left: Keys, history: readonly number[], parts: ArrayLike<number>, sizes: Uint32Array): number | null {
    return this.search((searcher) => {
      const most = this.limit(SCORED_A_GUESS);
      let total = left.length;
      for (let part = 0; part < sizes.length - 1; part++) {
        const size = sizes[part]!;
        if (size <= this.told) {
          total += this.naming((size * (1 + size)) / 2);
          continue;
        }
        const value = searcher.value(left.filter((_, n) => parts[n] === part), history, most - searcher.scored);
        if (value === null) return null;
        total += this.naming(size) + value;
      }
      return total / left.length;
    });
  }
}

/** The guesses that small parts need where the game ends when one candidate is left; NaN for larger ones. */
function knownNeeds(sizes: Uint32Array): number[] {
  return [...sizes].map((size, part) => (part === sizes.length - 1 || size === 1 ? 0 : size === 2 ? 1 : NaN));
}
