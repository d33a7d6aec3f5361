/**
 * The strategy `sampling`: the candidates of large games, all of them or a uniform sample, turn by turn, and the best guesses for
 * them. The twin of `codepegs.strategies.sampling`; compiled loops do the work, a step at a time.
 */

import { formatCode, formatReply, replyTo, type Code, type Game } from "../game";
import { formatPosition, type Position, type Turn } from "../position";
import { because } from "../reasons";
import shared from "../constants.json";
import constants from "./constants.json";
import { VIEWS } from "./codebook";
import { range } from "./loops";
import type { Evidence, GuessComparison, Native, NativeArray, NativeObject, TurnCounts } from "./native";
import { fixed } from "./numbers";
import { rankedOpenings } from "./openings";
import { describe, figuresOfParts, type Suggestion } from "./ranking";
import { wordsOfSeed } from "./random";
import { partBetween, type Table } from "./rules";
import { exactly, type Expected, type Valued } from "./values";

const { TURN_MOVES_A_PEG, MOST_TURN_MOVES, SAMPLES_A_PEG, LEAST_SAMPLES, MOST_SAMPLES } = constants.sampled_turn;
const { CHAINS, PROOF_NODES, MOVES_A_PEG, SPACING, PATIENCE } = constants.sampled_chains;
const { REPLIES_A_STEP, LISTING_NODES_A_STEP } = constants.sampled_comparison;
const { MOST_COUNTED, MOST_NODES, HOPELESS } = constants.sampled_count;
const { NODES: ORDER_NODES, MULTISETS_A_STEP, MOST_EXAMINED, MOST_CODES_OF_ORDER } = constants.order;
const { MOST_CODES_DECIDED, DECISION_WORK, WORK_A_STEP } = constants.decision;
const { FEW_CELLS } = shared.streaming;
const { MOST_CODES } = constants.codes;
const { listed, nodes, compared, climbs, steps, deep } = constants.sampled_settings;
/** Positions whose candidates are remembered. */
const MOST_REMEMBERED = 24;

/** What is worked on, and the share of the whole work that is done. */
export interface Done {
  readonly doing: "candidates" | "guesses" | "counting" | "explaining" | "reviewing";
  readonly share: number;
}

/** Lets other work in between two steps, and is told how much is done; rejects where nobody waits for the result any more. */
export type Pause = (done?: Done) => Promise<void>;

/** The pause of a part of some work: from one share of it to another. */
export function within(pause: Pause, from: number, to: number): Pause {
  return (done) => pause(done && { ...done, share: from + (to - from) * Math.min(1, done.share) });
}

export const goOn: Pause = () => Promise.resolve();

/** The candidates after a turn, or a sample of them. */
export interface Known {
  /** Consistent codes, one after the other: all of them, or a sample. */
  readonly codes: Uint8Array;
  readonly count: number;
  readonly isExact: boolean;
  /** Their number: counted or estimated, and an interval that contains it with a probability of 95 %. */
  readonly candidates: number;
  readonly interval: readonly [number, number];
  /** Where no code was found, one near to consistent ones. */
  readonly nearest: Uint8Array;
}

/** The same with what the next turn goes on from. */
interface Track extends Known {
  readonly chains: Uint8Array;
  readonly logVariance: number;
  readonly proofsFailed: number;
  readonly movesMade: number;
}

/** What an exact search found, and the work of it. */
export interface Decision {
  readonly codes: readonly Code[];
  /** Whether no other code is consistent. */
  readonly isComplete: boolean;
  readonly work: number;
}

const UNDECIDED: Decision = { codes: [], isComplete: false, work: 0 };

/** What is known at a position. */
export interface Found {
  readonly known: Known;
  /** Whether a code is consistent; null where neither one nor a contradiction was found. */
  readonly consistent: true | null;
  /** Whether an exact search, before anything else, listed the candidates. */
  readonly isDecided: boolean;
}

export class Sampler {
  private readonly tracks = new Map<string, Track | null>();
  private readonly counts = new Map<string, number | null>();

  constructor(private readonly native: Native) {}

  /** What is known at a position; null if the replies contradict each other. */
  async at(table: Table, position: Position, seed: number, pause: Pause): Promise<Found | null> {
    if (answeredTwice(position.turns)) return null;
    const few = this.expectsFew(table, position.turns) ? await this.decide(table.game, position.turns, pause) : UNDECIDED;
    if (few.isComplete) return few.codes.length ? { known: all(few.codes), consistent: true, isDecided: true } : null;
    const known = await this.tracked(table, position, seed, pause);
    if (!known) return null;
    if (known.count) return { known, consistent: true, isDecided: false };
    const { codes, isComplete } = await this.decide(table.game, position.turns, pause);
    if (!codes.length) return isComplete ? null : { known, consistent: null, isDecided: false };
    const rows = all(codes);
    const found = isComplete ? rows : { ...known, codes: rows.codes, count: rows.count, candidates: Math.max(known.candidates, rows.count) };
    return { known: found, consistent: true, isDecided: false };
  }

  /** The candidates after all turns, from what is remembered of earlier ones; null if it is proved that there is none. */
  private async tracked(table: Table, { game, turns }: Position, seed: number, pause: Pause): Promise<Track | null> {
    const nameOf = (count: number): string => `${seed} ${formatPosition({ game, turns: turns.slice(0, count) })}`;
    let count = turns.length;
    while (count && !this.tracks.has(nameOf(count))) count--;
    let track: Track | null = count ? this.tracks.get(nameOf(count))! : this.start(table, seed);
    const [known, wanted] = [count, turns.length - count];
    for (; track && count < turns.length; count++) {
      const done = (count - known) / wanted;
      track = await this.advanced(table, track, turns.slice(0, count + 1), seed, within(pause, done, done + 1 / wanted));
      remember(this.tracks, nameOf(count + 1), track);
    }
    return track;
  }

  private start({ game: { pegs, colors, repeats }, size }: Table, seed: number): Track {
    const { native } = this;
    return native.scope(() => {
      const count = samplesOf(pegs);
      const [chains, codes] = [native.room("u8", CHAINS, pegs), native.room("u8", count, pegs)];
      native.draw_start({ colors, repeats, seed: native.array("u64", wordsOfSeed(seed)), chains, codes });
      return {
        codes: native.readBytes(codes, count * pegs),
        count,
        isExact: false,
        candidates: size,
        interval: [size, size],
        nearest: native.readBytes(codes, pegs),
        chains: native.readBytes(chains, CHAINS * pegs),
        logVariance: 0,
        proofsFailed: 0,
        movesMade: 0,
      };
    });
  }

  private async advanced(table: Table, before: Track, turns: readonly Turn[], seed: number, pause: Pause): Promise<Track | null> {
    const { native } = this;
    const { pegs, colors, repeats, view } = table.game;
    const chains = native.kept(() => native.array("u8", before.chains, CHAINS, pegs));
    try {
      const begin = () =>
        native.begin_candidates({
          game: { pegs, colors, view: VIEWS.indexOf(view), size: table.size, repeats },
          limits: {
            samples: samplesOf(pegs),
            moves: Math.min(MOST_TURN_MOVES, TURN_MOVES_A_PEG * pegs),
            listed,
            nodes,
            proof_nodes: PROOF_NODES,
            moves_a_peg: MOVES_A_PEG,
            spacing: SPACING,
            patience: PATIENCE,
          },
          before: {
            codes: native.array("u8", before.codes, before.count, pegs),
            candidates: before.candidates,
            log_variance: before.logVariance,
            proofs_failed: before.proofsFailed,
            moves_made: before.movesMade,
            exact: before.isExact,
          },
          chains,
          ...this.turns(table, turns),
          seed: native.array("u64", wordsOfSeed(seed)),
        });
      return await this.with(begin, async (turn) => {
        for (let isDone = false, thousandths = 0; !isDone; ) {
          [isDone, thousandths] = native.find_more({ turn });
          await pause({ doing: "candidates", share: thousandths / 1000 });
        }
        const [count, isExact, , , proofsFailed, movesMade] = native.work_of_turn({ turn });
        if (isExact && !count) return null;
        return native.scope(() => {
          const [codes, nearest] = [native.room("u8", count, pegs), native.room("u8", pegs)];
          native.known_codes({ turn, codes, nearest });
          const [candidates, logVariance] = native.number_of_candidates({ turn });
          const most = before.isExact ? Infinity : before.interval[1];
          const interval: Known["interval"] = isExact
            ? [candidates, candidates]
            : native.interval_of_candidates({ known: count, candidates, log_variance: logVariance, most });
          return {
            codes: native.readBytes(codes, count * pegs),
            count,
            isExact,
            candidates,
            interval,
            nearest: native.readBytes(nearest, pegs),
            chains: native.readBytes(chains, CHAINS * pegs),
            logVariance,
            proofsFailed,
            movesMade,
          };
        });
      });
    } finally {
      native.free(chains);
    }
  }

  /** The guesses and the replies of turns as `new_evidence` takes them. */
  private turns({ game }: Table, turns: readonly Turn[]): { guesses: NativeArray<"u8", 2>; replies: NativeArray<"i64", 2> } {
    const shown = turns.flatMap(({ reply }) => [reply.black ?? -1, reply.white ?? -1, reply.total ?? -1, Number(reply.solved), 0]);
    return {
      guesses: this.native.array("u8", turns.flatMap(({ guess }) => guess), turns.length, game.pegs),
      replies: this.native.array("i64", shown, turns.length, 5),
    };
  }

  /** Search for all consistent codes exactly, within limits. */
  async decide(game: Game, turns: readonly Turn[], pause: Pause, most = MOST_CODES_DECIDED, mostWork = DECISION_WORK): Promise<Decision> {
    if (answeredTwice(turns)) return { codes: [], isComplete: true, work: 0 };
    const { native } = this;
    const { pegs, colors, repeats } = game;
    const out = native.kept(() => native.zeros("i64", most + 1, pegs));
    const begin = () => native.start_exact_search({ pegs, colors, repeats, turns: this.shown(game, turns) });
    try {
      return await this.with(begin, async (search) => {
        let [found, work, isComplete] = [0, 0, false];
        while (!isComplete && found <= most && work < mostWork) {
          [found, work, isComplete] = native.search_exactly({ search, work: Math.min(WORK_A_STEP, mostWork - work), out });
          await pause();
        }
        return { codes: cut(native.low(out, Math.min(found, most) * pegs), pegs), isComplete, work };
      });
    } finally {
      native.free(out);
    }
  }

  /** What replies show, as exact searches take it: -1 where a count is hidden. */
  private shown({ pegs, view }: Game, turns: readonly Turn[]): TurnCounts {
    const { native } = this;
    const counts = (count: (turn: Turn) => number) => native.array("i64", turns.map(count));
    return {
      guesses: native.array("i64", turns.flatMap(({ guess }) => guess), turns.length, pegs),
      black: counts(({ reply }) => reply.black ?? (reply.solved ? pegs : -1)),
      total: counts(({ reply }) => (reply.solved || view === "b" || view === "w" ? -1 : (reply.total ?? reply.black! + reply.white!))),
      white: counts(({ reply }) => (reply.solved || view !== "w" ? -1 : reply.white!)),
    };
  }

  /** Whether so few candidates are expected that an exact search for them comes first. */
  private expectsFew({ game, size }: Table, turns: readonly Turn[]): boolean {
    const { native } = this;
    const { pegs, colors, repeats } = game;
    if (!turns.length || pegs * colors > FEW_CELLS || size <= MOST_CODES) return false;
    return native.scope(() => native.expects_few({ pegs, colors, repeats, bits: Math.log2(size), turns: this.shown(game, turns) }));
  }

  /** The number of candidates where it can be counted in time; of huge ones null. */
  async counted(table: Table, position: Position, known: Known, pause: Pause): Promise<number | null> {
    if (known.isExact) return known.count;
    if (!known.count || known.candidates > HOPELESS * MOST_COUNTED) return null;
    const name = formatPosition(position);
    let count = this.counts.get(name);
    if (count === undefined) {
      count = await this.listed(table, position, MOST_COUNTED, MOST_NODES, pause, known.candidates, (found, _, asked) => found - asked);
      remember(this.counts, name, count);
    }
    return count;
  }

  /**
   * List all consistent codes, about `expected`, within limits; null if there are more. Guesses that were asked are among them
   * where replies hide black, though they were not the secret: so many.
   */
  private async listed<Value>(
    table: Table,
    { game: { pegs, colors, repeats, view }, turns }: Position,
    most: number,
    nodes: number,
    pause: Pause,
    expected: number,
    use: (found: number, codes: NativeArray<"u8", 2>, asked: number) => Value,
  ): Promise<Value | null> {
    const { native } = this;
    const out = native.kept(() => native.room("u8", most, pegs));
    const begin = () => native.new_evidence({ pegs, colors, repeats, view: VIEWS.indexOf(view), ...this.turns(table, turns) });
    try {
      return await this.with(begin, (evidence) =>
        this.with(() => native.start_listing({ evidence, most_nodes: nodes, out }), async (listing) => {
          for (let visited = LISTING_NODES_A_STEP; ; visited += LISTING_NODES_A_STEP) {
            const [isDone, found] = native.list_more({ listing, nodes: LISTING_NODES_A_STEP });
            if (isDone) return found >= 0 && found <= most ? use(found, out, this.consistentGuesses(evidence, turns)) : null;
            await pause({ doing: "counting", share: Math.max(found / expected, visited / nodes) });
          }
        }),
      );
    } finally {
      native.free(out);
    }
  }

  /** How many guesses of some turns are consistent with all of them. */
  private consistentGuesses(evidence: Evidence, turns: readonly Turn[]): number {
    const { native } = this;
    const asked = [...new Map(turns.map(({ guess }) => [guess.join(), guess])).values()];
    return native.scope(() => {
      const size = asked.length * turns.length;
      const codes = native.array("u8", asked.flat(), asked.length, turns[0]!.guess.length);
      const [first, second] = [native.room("i8", asked.length, turns.length), native.room("i8", asked.length, turns.length)];
      native.compare_codes({ evidence, codes, first, second });
      const differences = [native.readBytes(first, size), native.readBytes(second, size)];
      return asked.filter((_, n) => turns.every((_, turn) => differences.every((of) => !of[n * turns.length + turn]))).length;
    });
  }

  /** The number of orders in which the colours may be, where replies hide black and only the order is open; else null. */
  async openOrders(table: Table, position: Position, candidates: number | null, pause: Pause): Promise<number | null> {
    const { game, turns } = position;
    if (!turns.length) return null;
    if (game.view === "t") return this.ordersByTotals(position, pause);
    if (game.view !== "w" || candidates === null || candidates < 2 || candidates > MOST_EXAMINED) return null;
    const nodes = table.size > MOST_CODES_OF_ORDER ? ORDER_NODES : MOST_NODES;
    return this.listed(table, position, MOST_EXAMINED + turns.length, nodes, pause, candidates, (found, codes) => {
      const asked = new Set(turns.map(({ guess }) => guess.join()));
      const left = cut(this.native.readBytes(codes, found * game.pegs), game.pegs).filter((code) => !asked.has(code.join()));
      return left.length > 1 && new Set(left.map((code) => [...code].sort((a, b) => a - b).join())).size === 1 ? left.length : null;
    });
  }

  /** The same where replies show totals: they allow one multiset of colours only. */
  private async ordersByTotals({ game: { pegs, colors, repeats }, turns }: Position, pause: Pause): Promise<number | null> {
    const { native } = this;
    const copies = turns.map(({ guess }) => range(colors).map((color) => guess.filter((one) => one === color).length));
    const used = range(colors).map((color) => copies.reduce((sum, each) => sum + each[color]!, 0));
    const order = range(colors).sort((a, b) => used[b]! - used[a]!); // stable
    const begin = () =>
      native.search_multisets({
        pegs,
        most_of_a_color: repeats ? pegs : 1,
        copies: native.array("i64", copies.flatMap((each) => order.map((color) => each[color]!)), turns.length, colors),
        totals: native.array("i64", turns.map(({ reply }) => reply.total!)),
      });
    const out = native.kept(() => native.zeros("i64", 2, colors));
    try {
      return await this.with(begin, async (search) => {
        let only: number[] | null = null;
        for (let visited = 0, done = false; !done; ) {
          if (visited === ORDER_NODES) return null;
          const [found, nodes, isDone] = native.next_multisets({ search, out, nodes: Math.min(MULTISETS_A_STEP, ORDER_NODES - visited) });
          if (found > (only ? 0 : 1)) return null;
          if (found) only = [...native.low(out, colors)];
          [visited, done] = [visited + nodes, isDone];
          await pause();
        }
        if (!only) return null;
        const factorial = (n: number): number => (n > 1 ? n * factorial(n - 1) : 1);
        const all = only.reduce((orders, held) => orders / factorial(held), factorial(pegs));
        const asked = new Set(turns.filter(({ guess }) => order.every((color, n) => guess.filter((one) => one === color).length === only[n])).map(({ guess }) => guess.join()));
        return all - asked.size > 1 ? all - asked.size : null;
      });
    } finally {
      native.free(out);
    }
  }

  /** The first guess of the strategy and other good ones, with their figures and values. */
  async ranked(table: Table, position: Position, found: Found, seed: number, most: number, pause: Pause): Promise<Valued[]> {
    const { known } = found;
    if (!position.turns.length) return this.openings(table, most);
    if (found.isDecided && known.count === 1) {
      const sizes = new Uint32Array(table.parts.replies.length);
      sizes[sizes.length - 1] = 1;
      return [{ ...describe(this.native, formatCode(table.game, [...known.codes]), sizes, null), expected: exactly(1) }];
    }
    return this.compared(table, position.turns.length, known, seed, pause, async (comparison, guesses) => {
      const ranked: Valued[] = [];
      for (const guess of guesses.slice(0, most)) {
        const sizes = sizesOf(table, known, guess);
        const text = formatCode(table.game, guess);
        const figures = known.isExact ? describe(this.native, text, sizes, null) : estimated(this.native, text, sizes, known.candidates, fits(position, guess));
        ranked.push({ ...figures, expected: await this.value(comparison, guess, pause) });
      }
      const [own, ...others] = ranked;
      return [own!, ...others.sort((a, b) => a.expected.value - b.expected.value)];
    });
  }

  /** The guess of the strategy. */
  async choice(table: Table, { turns }: Position, { known }: Found, seed: number, pause: Pause): Promise<Code> {
    if (!turns.length) return rankedOpenings(this.native, table, 1)[0]!.guess;
    if (!known.count) return [...known.nearest];
    return this.compared(table, turns.length, known, seed, pause, async (_, guesses) => guesses[0]!);
  }

  private openings(table: Table, most: number): Valued[] {
    const { game, size } = table;
    return rankedOpenings(this.native, table, most).map(({ guess, bits, expected }) => {
      const figures = {
        guess: formatCode(game, guess),
        expected_guesses: null,
        expected_guesses_error: null,
        is_candidate: true,
        worst_part: null,
        expected_size: null,
        bits,
        parts: null,
        win_chance: 1 / size,
        exact: false,
      };
      return { ...because(figures, { kind: "information_first", bits }), expected };
    });
  }

  /** Compare guesses after so many turns; there is at least one code. */
  private compared<Value>(
    table: Table,
    turns: number,
    known: Known,
    seed: number,
    pause: Pause,
    use: (comparison: GuessComparison, guesses: Code[]) => Promise<Value>,
  ): Promise<Value> {
    const { native } = this;
    const { game, parts } = table;
    const { pegs, colors, repeats, view } = game;
    const begin = () => {
      const part_of = native.array("i64", parts.partOf.map((part) => Math.max(0, part)), pegs + 1, pegs + 1);
      return native.begin_comparison({
        game: { pegs, colors, view: VIEWS.indexOf(view), part_of, parts: parts.replies.length, repeats },
        codes: native.array("u8", known.codes, known.count, pegs),
        candidates: known.candidates,
        exact: known.isExact,
        limits: { samples: samplesOf(pegs), compared, climbs, steps, deep },
        seed: native.array("u64", wordsOfSeed(seed)),
        turn: turns,
      });
    };
    return this.with(begin, async (comparison) => {
      let [isDone, count, thousandths] = [false, 0, 0];
      while (!isDone) {
        [isDone, count, thousandths] = native.compare_more({ comparison, replies: REPLIES_A_STEP });
        await pause({ doing: "guesses", share: thousandths / 1000 });
      }
      const codes = native.scope(() => {
        const guesses = native.room("u8", count, pegs);
        native.compared_guesses({ comparison, guesses, costs: native.zeros("f64", count) });
        return cut(native.readBytes(guesses, count * pegs), pegs);
      });
      return use(comparison, codes);
    });
  }

  /** The expected number of guesses from here on if a guess is made now. */
  private async value(comparison: GuessComparison, guess: Code, pause: Pause): Promise<Expected> {
    const { native } = this;
    native.scope(() => native.begin_value({ comparison, guess: native.array("u8", guess) }));
    for (;;) {
      const [isDone, value, error, shared] = native.value_more({ comparison, replies: REPLIES_A_STEP });
      if (isDone) return { value, error, shared };
      await pause();
    }
  }

  /** Use an object of the loops, and free it. */
  private async with<Object extends NativeObject, Value>(begin: () => Object, use: (object: Object) => Promise<Value>): Promise<Value> {
    const object = this.native.scope(begin);
    try {
      return await use(object);
    } finally {
      this.native.release(object);
    }
  }
}

function samplesOf(pegs: number): number {
  return Math.min(MOST_SAMPLES, Math.max(LEAST_SAMPLES, SAMPLES_A_PEG * pegs));
}

export function remember<Value>(known: Map<string, Value>, name: string, value: Value): void {
  known.set(name, value);
  if (known.size > MOST_REMEMBERED) known.delete(known.keys().next().value!);
}

function cut(rows: ArrayLike<number>, pegs: number): Code[] {
  return Array.from({ length: rows.length / pegs }, (_, n) => Array.from({ length: pegs }, (_, peg) => rows[n * pegs + peg]!));
}

function all(codes: readonly Code[]): Known {
  const rows = Uint8Array.from(codes.flat());
  return { codes: rows, count: codes.length, isExact: true, candidates: codes.length, interval: [codes.length, codes.length], nearest: Uint8Array.from(codes[0]!) };
}

/** Whether a guess is consistent with all turns. */
export function fits({ game, turns }: Position, code: Code): boolean {
  return turns.every(({ guess, reply }) => formatReply(replyTo(game, guess, code)) === formatReply(reply));
}

/** Two turns, counted from 1, with the same guess and different replies; null if there are none. */
export function answeredTwice(turns: readonly Turn[]): [number, number] | null {
  const first = new Map<string, number>();
  for (const [n, { guess, reply }] of turns.entries()) {
    const earlier = first.get(guess.join());
    if (earlier === undefined) first.set(guess.join(), n);
    else if (formatReply(turns[earlier]!.reply) !== formatReply(reply)) return [earlier + 1, n + 1];
  }
  return null;
}

function sizesOf(table: Table, { codes, count }: Known, guess: Code): Uint32Array {
  const sizes = new Uint32Array(table.parts.replies.length);
  for (let n = 0; n < count; n++) sizes[partBetween(table, guess, codes, 0, n * guess.length)]!++;
  return sizes;
}

/** The figures of a guess from the sizes of its parts in a sample of the candidates. */
function estimated(native: Native, guess: string, sizes: Uint32Array, candidates: number, isCandidate: boolean): Suggestion {
  const { worst_part, expected_size, bits, parts, candidates: sample } = figuresOfParts(native, sizes);
  const each = candidates / sample;
  const figures = {
    guess,
    expected_guesses: null,
    expected_guesses_error: null,
    is_candidate: isCandidate,
    worst_part: rounded(worst_part * each),
    expected_size: expected_size * each,
    bits,
    parts,
    win_chance: isCandidate ? 1 / candidates : 0,
    exact: false,
  };
  const kind = isCandidate ? "sample_candidate" : "sample_other";
  return because(figures, { kind, expected_share: expected_size / sample, worst_share: worst_part / sample, sample });
}

/** A suggestion with its estimated sizes corrected for the true number of candidates. */
export function scaled<T extends Suggestion>(found: T, ratio: number): T {
  if (found.exact || found.worst_part === null || found.expected_size === null) return found;
  const chance = found.win_chance === null ? null : found.win_chance / ratio;
  return { ...found, worst_part: rounded(found.worst_part * ratio), expected_size: Number((found.expected_size * ratio).toFixed(6)), win_chance: chance };
}

function rounded(value: number): number {
  return Number(fixed(value, 0));
}
