/** First guesses of games too large to compare all codes: the twin of `codepegs.strategies.protocol.first_guesses`. */

import type { Code } from "../game";
import { VIEWS } from "./codebook";
import type { Native } from "./native";
import { fixed } from "./numbers";
import type { Table } from "./rules";
import type { Expected } from "./values";

export interface Opening {
  readonly guess: Code;
  /** The expected information of the reply. */
  readonly bits: number;
  readonly expected: Expected;
}

/** First guesses, one for each pattern of colours, the most informative first. */
export function rankedOpenings(native: Native, table: Table, most: number): Opening[] {
  const { pegs, colors, repeats } = table.game;
  const all = repeats ? patterns(pegs, colors) : [new Array<number>(pegs).fill(1)];
  const found = [...all].map((pattern) => ({ pattern, ...repliesTo(native, table, pattern) }));
  const rounded = (bits: number): number => Number(fixed(bits, 9));
  found.sort((a, b) => rounded(b.bits) - rounded(a.bits) || byColors(b.pattern, a.pattern));
  return found.slice(0, most).map(({ pattern, shares, bits }) => ({
    guess: pattern.flatMap((count, color) => new Array<number>(count).fill(color)),
    bits,
    expected: valueOf(native, table, shares),
  }));
}

function byColors(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((count, n) => count !== other[n]);
  return at < 0 ? 0 : one[at]! - (other[at] ?? 0);
}

/** The ways to write a number of pegs as a non-increasing sum of at most so many. */
function* patterns(pegs: number, colors: number, most = pegs): Generator<number[]> {
  if (!pegs) yield [];
  else if (colors) {
    for (let first = Math.min(pegs, most); first > 0; first--) for (const rest of patterns(pegs - first, colors - 1, first)) yield [first, ...rest];
  }
}

/** The share of all codes that gives each reply to a guess, the win last, and the information of the reply. */
function repliesTo(native: Native, { game, parts }: Table, pattern: readonly number[]): { shares: Float64Array; bits: number } {
  return native.scope(() => {
    const { pegs, colors, repeats } = game;
    const shares = native.zeros("f64", parts.replies.length);
    const part_of = native.array("i64", parts.partOf, pegs + 1, pegs + 1);
    const bits = native.first_reply_shares({ pattern: native.array("i64", pattern), colors, repeats, part_of, shares });
    return { shares: native.readDoubles(shares, parts.replies.length), bits };
  });
}

function valueOf(native: Native, { game, size }: Table, shares: Float64Array): Expected {
  const { pegs, colors, repeats, view } = game;
  return native.scope(() => {
    const sizes = native.array("f64", shares.map((share) => share * size));
    const curve = native.other_curve({ pegs, colors, repeats, view: VIEWS.indexOf(view) });
    const [value, error, shared] = native.value_of_parts({ masses: sizes, sizes, known: native.array("f64", []), price: 1, curve });
    native.release(curve);
    return { value: value!, error: error!, shared: shared! };
  });
}
