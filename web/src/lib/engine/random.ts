/** The secret of a seed: the twin of `codepegs.rng` and of NumPy's generator PCG64DXSM, so that a link means one secret everywhere. */

import { CANONICAL, formatRules, type Code, type Game } from "../game";

const LOW_32 = 0xffffffffn;
const LOW_64 = (1n << 64n) - 1n;
const LOW_128 = (1n << 128n) - 1n;

/** The secret that a seed stands for. */
export function secretOf(game: Game, seed: number): Code {
  const rules = formatRules({ ...game, notation: CANONICAL });
  const draw = new Pcg64Dxsm([BigInt(seed), 0n, BigInt(crc32(`secret ${rules}`)), 0n]);
  if (game.repeats) return Array.from({ length: game.pegs }, () => draw.below(game.colors));
  const colors = Array.from({ length: game.colors }, (_, color) => color);
  for (let n = colors.length - 1; n > 0; n--) {
    const other = draw.upTo(n);
    [colors[n], colors[other]] = [colors[other]!, colors[n]!];
  }
  return colors.slice(0, game.pegs);
}

/** The words of `Seed.words`, for loops that draw from the streams of a seed themselves. */
export function wordsOfSeed(seed: number): number[] {
  return seed < 2 ** 32 ? [seed, 0] : [seed % 2 ** 32, Math.floor(seed / 2 ** 32), 0];
}

class Pcg64Dxsm {
  private state: bigint;
  private readonly increment: bigint;
  private half: number | null = null;

  constructor(entropy: readonly bigint[]) {
    const words = seedWords(entropy, 8);
    const [a, b, c, d] = [0, 2, 4, 6].map((n) => BigInt(words[n]!) | (BigInt(words[n + 1]!) << 32n));
    const step = (state: bigint): bigint => (state * 0x2360ed051fc65da44385df649fccf645n + this.increment) & LOW_128;
    this.increment = ((((c! << 64n) | d!) << 1n) | 1n) & LOW_128;
    this.state = step((step(0n) + ((a! << 64n) | b!)) & LOW_128);
  }

  private next64(): bigint {
    const multiplier = 0xda942042e4dd58b5n;
    const low = (this.state & LOW_64) | 1n;
    let high = this.state >> 64n;
    high ^= high >> 32n;
    high = (high * multiplier) & LOW_64;
    high ^= high >> 48n;
    high = (high * low) & LOW_64;
    this.state = (this.state * multiplier + this.increment) & LOW_128;
    return high;
  }

  private next32(): number {
    if (this.half !== null) {
      const value = this.half;
      this.half = null;
      return value;
    }
    const next = this.next64();
    this.half = Number(next >> 32n);
    return Number(next & LOW_32);
  }

  /** A whole number from 0 to `end` - 1, each equally probable (Lemire's method). */
  below(end: number): number {
    if (end === 1) return 0;
    const range = BigInt(end);
    let product = BigInt(this.next32()) * range;
    const threshold = (1n << 32n) % range;
    while ((product & LOW_32) < threshold) product = BigInt(this.next32()) * range;
    return Number(product >> 32n);
  }

  /** The same from 0 to `last`, as NumPy draws it when it shuffles: too large numbers are drawn again. */
  upTo(last: number): number {
    const mask = 2 ** (32 - Math.clz32(last)) - 1;
    for (;;) {
      const value = (this.next32() & mask) >>> 0;
      if (value <= last) return value;
    }
  }
}

/** The first words that NumPy's `SeedSequence` makes of some numbers. */
function seedWords(entropy: readonly bigint[], count: number): number[] {
  const given = entropy.flatMap((value) => {
    const words = [Number(value & LOW_32)];
    for (let rest = value >> 32n; rest > 0n; rest >>= 32n) words.push(Number(rest & LOW_32));
    return words;
  });
  const size = 4;
  let constant = 0x43b0d7e5;
  const hashed = (value: number): number => {
    let word = (value ^ constant) >>> 0;
    constant = Math.imul(constant, 0x931e8875) >>> 0;
    word = Math.imul(word, constant) >>> 0;
    return (word ^ (word >>> 16)) >>> 0;
  };
  const mixed = (x: number, y: number): number => {
    const word = (Math.imul(x, 0xca01f9dd) - Math.imul(y, 0x4973f715)) >>> 0;
    return (word ^ (word >>> 16)) >>> 0;
  };
  const pool = Array.from({ length: size }, (_, n) => hashed(given[n] ?? 0));
  for (let from = 0; from < size; from++) {
    for (let to = 0; to < size; to++) if (from !== to) pool[to] = mixed(pool[to]!, hashed(pool[from]!));
  }
  for (const value of given.slice(size)) {
    for (let to = 0; to < size; to++) pool[to] = mixed(pool[to]!, hashed(value));
  }
  constant = 0x8b51f9dd;
  return Array.from({ length: count }, (_, n) => {
    let word = (pool[n % size]! ^ constant) >>> 0;
    constant = Math.imul(constant, 0x58f38ded) >>> 0;
    word = Math.imul(word, constant) >>> 0;
    return (word ^ (word >>> 16)) >>> 0;
  });
}

function crc32(text: string): number {
  let crc = ~0;
  for (const letter of text) {
    crc ^= letter.charCodeAt(0);
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
