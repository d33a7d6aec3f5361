/** First guesses of games too large to compare all codes: the twin of `codepegs.strategies.protocol.first_guesses`. */

import { formatReply, replyTo, type Code, type Game } from "../game";
import catalog from "./catalog.json";
import { VIEWS } from "./codebook";
import type { Native } from "./native";
import { fixed } from "./numbers";
import { streamOf } from "./random";
import type { Table } from "./rules";
import type { Expected } from "./values";

const { SAMPLED_CODES } = catalog.sampling.opening;

export interface Opening {
  readonly guess: Code;
  /** The expected information of the reply. */
  readonly bits: number;
  readonly expected: Expected;
}

/** First guesses, one for each pattern of colours, the most informative first. */
export function rankedOpenings(native: Native, table: Table, most: number): Opening[] {
  const { game } = table;
  if (!game.repeats) {
    const guess = Array.from({ length: game.pegs }, (_, peg) => peg);
    return [{ guess, bits: sampledBits(game, guess), expected: valueOf(native, table, sharesWithoutRepeats(table)) }];
  }
  const found = [...patterns(game.pegs, game.colors)].map((pattern) => {
    const shares = sharesOf(native, table, pattern);
    return { pattern, shares, bits: entropyBits(shares) };
  });
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

/** The share of all codes that gives each reply to a guess, the win last. */
function sharesOf(native: Native, { game, parts }: Table, pattern: readonly number[]): Float64Array {
  return native.scope(() => {
    const out = native.zeros(parts.replies.length);
    native.call("first_reply_shares", native.numbers(pattern), game.colors, native.numbers(parts.partOf, game.pegs + 1, game.pegs + 1), out);
    return native.readDoubles(out, parts.replies.length);
  });
}

/**
 * The same without repeats: choose the black pegs, choose which of the other colours are white, place these away from their own
 * pegs (inclusion and exclusion over those that are not), and fill the rest with colours that were not guessed.
 */
function sharesWithoutRepeats({ game: { pegs, colors }, parts, size }: Table): Float64Array {
  const shares = new Float64Array(parts.replies.length);
  for (let black = 0; black <= pegs; black++) {
    const rest = pegs - black;
    for (let white = 0; white <= rest; white++) {
      let placed = 0;
      for (let fixed = 0; fixed <= white; fixed++) placed += (fixed % 2 ? -1 : 1) * choices(white, fixed) * falling(rest - fixed, white - fixed);
      const part = parts.partOf[black * (pegs + 1) + black + white]!;
      if (part >= 0) shares[part]! += (choices(pegs, black) * choices(rest, white) * placed * falling(colors - pegs, rest - white)) / size;
    }
  }
  return shares;
}

/** n (n - 1) … with k factors. */
function falling(n: number, k: number): number {
  let product = 1;
  for (let factor = 0; factor < k; factor++) product *= n - factor;
  return product;
}

function choices(n: number, k: number): number {
  return falling(n, k) / falling(k, k);
}

function valueOf(native: Native, { game, size }: Table, shares: Float64Array): Expected {
  const { pegs, colors, repeats, view } = game;
  return native.scope(() => {
    const sizes = native.doubles(shares.map((share) => share * size));
    const curve = { address: native.call("other_curve", pegs, colors, repeats, VIEWS.indexOf(view))[0]! };
    const [value, error, shared] = native.callForDoubles("value_of_parts", sizes, sizes, native.doubles([]), 1, curve);
    native.release("Curve", curve.address);
    return { value: value!, error: error!, shared: shared! };
  });
}

function entropyBits(shares: ArrayLike<number>): number {
  return Array.from(shares).reduce((bits, share) => (share > 1e-15 ? bits - share * Math.log2(share) : bits), 0);
}

/** The information of the reply by a sample of codes, always the same; their colours may repeat, as in Python. */
function sampledBits(game: Game, guess: Code): number {
  const draw = streamOf(0, "opening");
  const seen = new Map<string, number>();
  for (let n = 0; n < SAMPLED_CODES; n++) {
    const reply = formatReply(replyTo(game, guess, guess.map(() => draw.below(game.colors))));
    seen.set(reply, (seen.get(reply) ?? 0) + 1);
  }
  return entropyBits([...seen.values()].map((count) => count / SAMPLED_CODES));
}
