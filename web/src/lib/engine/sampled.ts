/** Answers about games whose candidates are sampled: the records of the API, with estimates where the candidates are not counted. */

import type { CandidatesRecord, Contradiction, MoveRecord, SuggestRecord, TurnEvent } from "../contract";
import { colorSymbol, formatCode, formatReply, replyTo, type Code, type Game } from "../game";
import { formatPosition, isSolved, withTurn, type Position } from "../position";
import { because } from "../reasons";
import { isOrderOpen } from "./codebook";
import { explain, explainBySearch, type Search } from "./contradictions";
import { isListable, range, type Keys, type Loops } from "./loops";
import { since } from "./numbers";
import type { Suggestion } from "./ranking";
import { decode, type Table } from "./rules";
import { fits, goOn, remember, Sampler, scaled, within, type Found, type Pause } from "./sampling";
import { answered, withValue } from "./values";

/** A question about a position. */
export interface Asked {
  readonly table: Table;
  readonly position: Position;
  readonly seed: number;
  /** The candidates, where they can be listed. */
  readonly left: Keys | null;
}

/** The shares of the work of an answer after which the candidates are found, and the guesses are compared. */
const [FOUND, COMPARED] = [0.4, 0.9];

/** Candidates that are remembered with a position, as many as a view shows. */
const SHOWN = 40;

/** A game that was played, and the turn from which on only the order of the colours was open. */
export type Played = { readonly position: Position } & Pick<SuggestRecord, "open_order">;

type Counted = Pick<SuggestRecord, "candidates" | "candidates_estimate" | "candidates_interval">;

const UNCOUNTED: Counted = { candidates: null, candidates_estimate: null, candidates_interval: null };

export class SampledAnswers {
  private readonly sampler: Sampler;
  private last: Promise<unknown> = Promise.resolve();
  private readonly lists = new Map<string, CandidatesRecord>();
  private readonly explained = new Map<string, Contradiction>();

  constructor(private readonly loops: Loops) {
    this.sampler = new Sampler(loops.native);
  }

  /** Rank guesses; `early` is told what is known before the candidates are counted. */
  suggest(asked: Asked, most: number, began: number, pause: Pause, early?: (record: SuggestRecord | Contradiction) => void): Promise<SuggestRecord | Contradiction> {
    return this.alone(async () => {
      const { table, position, seed } = asked;
      const record = (figures: Counted, suggestions: Suggestion[], consistent: boolean | null = true): SuggestRecord => ({
        position: formatPosition(position),
        ...figures,
        consistent,
        suggestions,
        strategy: "auto",
        seed,
        seconds: since(began),
      });
      const found = await this.find(asked, pause, early);
      if (found === "solved") return { ...record(exactly(1), []), stopped: "the game is solved" };
      if (!("known" in found)) return found;
      if (!found.consistent) return record(UNCOUNTED, [closest(position, [...found.known.nearest])], null);
      const ranked = await this.sampler.ranked(table, position, found, seed, most, within(pause, FOUND, COMPARED));
      const suggestions = ranked.map((each) => answered(withValue(each, each.expected)));
      const isEstimated = !found.known.isExact && position.turns.length > 0;
      if (isEstimated) early?.(record(estimated(found), suggestions));
      const count = await this.count(asked, found, within(pause, COMPARED, 1));
      const corrected = isEstimated && count !== null ? suggestions.map((each) => scaled(each, count / found.known.candidates)) : suggestions;
      return {
        ...record(count === null ? estimated(found) : exactly(count), corrected),
        ...(await this.openOrder(asked, count, pause)),
      };
    });
  }

  /** Play against a secret, turn by turn. */
  async *play(table: Table, secret: Code, seed: number, most: number): AsyncGenerator<TurnEvent, Played> {
    let played: Played = { position: { game: table.game, turns: [] } };
    while (!isSolved(played.position) && played.position.turns.length < most) {
      const started = performance.now();
      const guess = await this.choice({ table, position: played.position, seed, left: null });
      const reply = replyTo(table.game, guess, secret);
      const position = withTurn(played.position, { guess, reply });
      const found = reply.solved ? null : await this.alone(() => this.sampler.at(table, position, seed, goOn));
      const figures = found ? (found.known.isExact ? exactly(found.known.count) : estimated(found)) : exactly(1);
      const open = played.open_order || reply.solved ? {} : await this.openOrder({ table, position, seed, left: null }, figures.candidates, goOn);
      played = { ...played, position, ...open };
      yield {
        turn: position.turns.length,
        guess: formatCode(table.game, guess),
        reply: formatReply(reply),
        ...figures,
        expected_guesses: null,
        expected_guesses_error: null,
        kinds: {},
        seconds: since(started),
      };
    }
    return played;
  }

  /** What an answer says where only the order of the colours is open. */
  private async openOrder({ table, position, left }: Asked, count: number | null, pause: Pause): Promise<Pick<SuggestRecord, "open_order">> {
    const arrangements = left ? (isOrderOpen(table, position, left) ? left.length : null) : await this.sampler.openOrders(table, position, count, pause);
    return arrangements === null ? {} : { open_order: { turn: position.turns.length, arrangements } };
  }

  move(asked: Asked, began: number, pause: Pause): Promise<MoveRecord | Contradiction> {
    return this.alone(async () => {
      const { table, position, seed } = asked;
      const record = { position: formatPosition(position), progress: null };
      const found = await this.find(asked, pause);
      if (found === "solved") return { ...record, ...exactly(1), guess: null, stopped: "the game is solved", consistent: null, seconds: since(began) };
      if (!("known" in found)) return found;
      const guess = await this.sampler.choice(table, position, found, seed, within(pause, FOUND, COMPARED));
      const figures = { ...(await this.figures(asked, found, within(pause, COMPARED, 1))), guess: formatCode(table.game, guess), consistent: fits(position, guess) };
      return { ...record, ...figures, stopped: null, seconds: since(began) };
    });
  }

  /** The candidates of a game whose codes are too many for a list. */
  candidates(asked: Asked, limit: number, pause: Pause): Promise<CandidatesRecord | Contradiction> {
    return this.alone(async () => {
      const { table, position } = asked;
      const { game, size } = table;
      const text = (code: Code): string => formatCode(game, code);
      const record = { position: formatPosition(position), possible: null };
      if (!position.turns.length) {
        const every = range(game.colors).map((color) => ({ color: colorSymbol(game, color), candidates: size / game.colors }));
        const codes = [...first(codesOf(game), limit)].map(text);
        return { ...record, ...exactly(size), codes, possible: size <= Number.MAX_SAFE_INTEGER ? range(game.pegs).map(() => every) : null, exact: true };
      }
      if (isListable(table) && !isSolved(position)) {
        const known = this.lists.get(formatPosition(position)) ?? (await counted(table, position, this.loops.consistent(table, position), Math.max(limit, SHOWN), pause));
        remember(this.lists, formatPosition(position), known);
        if (known.candidates) return { ...known, codes: known.codes.slice(0, limit) };
      }
      const found = await this.find(asked, pause);
      if (found === "solved") {
        const { guess } = position.turns.at(-1)!;
        const possible = guess.map((color) => [{ color: colorSymbol(game, color), candidates: 1 }]);
        return { ...record, ...exactly(1), codes: [text(guess)].slice(0, limit), possible, exact: true };
      }
      if (!("known" in found)) return found;
      const { codes, count } = found.known;
      const figures = await this.figures(asked, found, within(pause, FOUND, 1));
      const shown = range(Math.min(limit, count)).map((n) => text([...codes.subarray(n * game.pegs, (n + 1) * game.pegs)]));
      return { ...record, ...figures, codes: shown, exact: figures.candidates !== null };
    });
  }

  /** The guess of the strategy, where the replies do not contradict each other. */
  choice({ table, position, seed }: Asked): Promise<Code> {
    return this.alone(async () => {
      const found = await this.sampler.at(table, position, seed, goOn);
      return this.sampler.choice(table, position, found!, seed, goOn);
    });
  }

  /** Do some work after all that was begun before: what it finds is remembered. */
  private alone<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = this.last.then(work);
    this.last = done.catch(() => undefined);
    return done;
  }

  /** What is known at a position; the explanation if the replies contradict each other. */
  private async find({ table, position, seed, left }: Asked, pause: Pause, early?: (found: Contradiction) => void): Promise<Found | "solved" | Contradiction> {
    const isPossible = isSolved(position) ? fits(position, position.turns.at(-1)!.guess) : !left || left.length > 0;
    if (isPossible && isSolved(position)) return "solved";
    const found = isPossible ? await this.sampler.at(table, position, seed, within(pause, 0, FOUND)) : null;
    if (found) return found;
    if (!left && isListable(table)) early?.(await this.explain(table, position, pause, false)); // all codes take some seconds
    return this.explain(table, position, pause);
  }

  /** Why the replies contradict each other: by all codes of the game, if these can be listed, or by searches with a limit. */
  async explain(table: Table, position: Position, pause = goOn, all = isListable(table)): Promise<Contradiction> {
    const text = formatPosition(position);
    const known = this.explained.get(text);
    if (known && all) return known;
    const search: Search = (game, turns, most, work) => this.sampler.decide(game, turns, pause, most, work);
    if (!all) return explainBySearch(this.loops.native, table, position, search, pause);
    const found = (await explain(this.loops, table, position, search, pause))!;
    remember(this.explained, text, found);
    return found;
  }

  /** The number of candidates; null where they are too many to count. */
  private async count({ table, position, left }: Asked, { known }: Found, pause: Pause): Promise<number | null> {
    if (!position.turns.length) return table.size;
    return left ? left.length : this.sampler.counted(table, position, known, pause);
  }

  private async figures(asked: Asked, found: Found, pause: Pause): Promise<Counted> {
    const count = await this.count(asked, found, pause);
    if (count !== null) return exactly(count);
    return found.consistent ? estimated(found) : UNCOUNTED;
  }
}

/** What an answer says of candidates in blocks, ascending. */
export async function counted({ game, layout }: Table, position: Position, blocks: Iterable<Keys>, limit: number, pause: Pause): Promise<CandidatesRecord> {
  const counts = range(game.pegs).map(() => new Uint32Array(game.colors));
  const codes: string[] = [];
  const code = new Array<number>(game.pegs);
  let count = 0;
  for (const keys of blocks) {
    for (const key of keys) {
      decode(layout, key, code);
      for (let peg = 0; peg < game.pegs; peg++) counts[peg]![code[peg]!]!++;
    }
    for (let n = 0; n < keys.length && codes.length < limit; n++) codes.push(formatCode(game, decode(layout, keys[n]!)));
    count += keys.length;
    await pause();
  }
  const possible = counts.map((held) => [...held].flatMap((candidates, color) => (candidates ? [{ color: colorSymbol(game, color), candidates }] : [])));
  return { position: formatPosition(position), ...exactly(count), codes, possible, exact: true };
}

function exactly(candidates: number): Counted {
  return { ...UNCOUNTED, candidates };
}

function estimated({ known: { candidates, interval } }: Found): Counted {
  return { candidates: null, candidates_estimate: candidates, candidates_interval: [...interval] };
}

/** The suggestion of the closest code found, if no consistent code is known. */
function closest({ game, turns }: Position, code: Code): Suggestion {
  const broken = turns.filter((turn) => !fits({ game, turns: [turn] }, code)).length;
  const figures = {
    guess: formatCode(game, code),
    expected_guesses: null,
    expected_guesses_error: null,
    is_candidate: false,
    worst_part: null,
    expected_size: null,
    bits: null,
    parts: null,
    win_chance: null,
    exact: false,
  };
  return because(figures, { kind: "breaks", broken, turns: turns.length });
}

/** All codes of a game, ascending. */
function* codesOf(game: Game, begun: Code = []): Generator<Code> {
  if (begun.length === game.pegs) yield begun;
  else for (let color = 0; color < game.colors; color++) if (game.repeats || !begun.includes(color)) yield* codesOf(game, [...begun, color]);
}

function* first<Value>(all: Iterable<Value>, most: number): Generator<Value> {
  if (most <= 0) return;
  for (const each of all) {
    yield each;
    if (--most <= 0) return;
  }
}
