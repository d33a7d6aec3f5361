/** Answers about games whose candidates are sampled: the records of the API, with estimates where the candidates are not counted. */

import type { CandidatesRecord, Contradiction, MoveRecord, SuggestRecord } from "../contract";
import { colorSymbol, formatCode, type Code, type Game } from "../game";
import { formatPosition, isSolved, type Position } from "../position";
import { because } from "../reasons";
import { isOrderOpen } from "./codebook";
import { explain, explainBySearch } from "./contradictions";
import { range, type Keys, type Loops } from "./loops";
import { since } from "./numbers";
import type { Suggestion } from "./ranking";
import type { Table } from "./rules";
import { fits, goOn, Sampler, scaled, type Found, type Pause } from "./sampling";
import { answered, withValue } from "./values";

/** A question about a position. */
export interface Asked {
  readonly table: Table;
  readonly position: Position;
  readonly seed: number;
  /** The candidates, where they can be listed. */
  readonly left: Keys | null;
}

type Counted = Pick<SuggestRecord, "candidates" | "candidates_estimate" | "candidates_interval">;

const UNCOUNTED: Counted = { candidates: null, candidates_estimate: null, candidates_interval: null };

export class SampledAnswers {
  private readonly sampler: Sampler;
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly loops: Loops) {
    this.sampler = new Sampler(loops.native);
  }

  /** Rank guesses; `early` is told what is known before the candidates are counted. */
  suggest(asked: Asked, most: number, began: number, pause: Pause, early?: (record: SuggestRecord) => void): Promise<SuggestRecord | Contradiction> {
    return this.alone(async () => {
      const { table, position, seed, left } = asked;
      const record = (counted: Counted, suggestions: Suggestion[], consistent: boolean | null = true): SuggestRecord => ({
        position: formatPosition(position),
        ...counted,
        consistent,
        suggestions,
        strategy: "auto",
        seed,
        seconds: since(began),
      });
      const found = await this.find(asked, pause);
      if (found === "solved") return { ...record(counted(1), []), stopped: "the game is solved" };
      if (!("known" in found)) return found;
      if (!found.consistent) return record(UNCOUNTED, [closest(position, [...found.known.nearest])], null);
      const ranked = await this.sampler.ranked(table, position, found, seed, most, pause);
      const suggestions = ranked.map((each) => answered(withValue(each, each.expected)));
      const isEstimated = !found.known.isExact && position.turns.length > 0;
      if (isEstimated) early?.(record(estimated(found), suggestions));
      const count = await this.count(asked, found, pause);
      const corrected = isEstimated && count !== null ? suggestions.map((each) => scaled(each, count / found.known.candidates)) : suggestions;
      return {
        ...record(count === null ? estimated(found) : counted(count), corrected),
        ...(left && isOrderOpen(table, position, left) ? { open_order: { turn: position.turns.length, arrangements: left.length } } : {}),
      };
    });
  }

  move(asked: Asked, began: number, pause: Pause): Promise<MoveRecord | Contradiction> {
    return this.alone(async () => {
      const { table, position, seed } = asked;
      const record = { position: formatPosition(position), progress: null };
      const found = await this.find(asked, pause);
      if (found === "solved") return { ...record, ...counted(1), guess: null, stopped: "the game is solved", consistent: null, seconds: since(began) };
      if (!("known" in found)) return found;
      const guess = await this.sampler.choice(table, position, found, seed, pause);
      const figures = { ...(await this.figures(asked, found, pause)), guess: formatCode(table.game, guess), consistent: fits(position, guess) };
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
        const codes = range(Math.min(limit, size)).map((n) => text(codeNumber(game, n)));
        return { ...record, ...counted(size), codes, possible: size <= Number.MAX_SAFE_INTEGER ? range(game.pegs).map(() => every) : null, exact: true };
      }
      const found = await this.find(asked, pause);
      if (found === "solved") {
        const { guess } = position.turns.at(-1)!;
        const possible = guess.map((color) => [{ color: colorSymbol(game, color), candidates: 1 }]);
        return { ...record, ...counted(1), codes: [text(guess)].slice(0, limit), possible, exact: true };
      }
      if (!("known" in found)) return found;
      const { codes, count } = found.known;
      const figures = await this.figures(asked, found, pause);
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
  private async find({ table, position, seed, left }: Asked, pause: Pause): Promise<Found | "solved" | Contradiction> {
    const isPossible = isSolved(position) ? fits(position, position.turns.at(-1)!.guess) : !left || left.length > 0;
    if (isPossible && isSolved(position)) return "solved";
    const found = isPossible ? await this.sampler.at(table, position, seed, pause) : null;
    if (found) return found;
    return left ? explain(this.loops, table, position)! : explainBySearch((turns, most, work) => this.sampler.decide(table, turns, pause, most, work), table, position);
  }

  /** The number of candidates; null where they are too many to count. */
  private async count({ table, position, left }: Asked, { known }: Found, pause: Pause): Promise<number | null> {
    if (!position.turns.length) return table.size;
    return left ? left.length : this.sampler.counted(table, position, known, pause);
  }

  private async figures(asked: Asked, found: Found, pause: Pause): Promise<Counted> {
    const count = await this.count(asked, found, pause);
    if (count !== null) return counted(count);
    return found.consistent ? estimated(found) : UNCOUNTED;
  }
}

function counted(candidates: number): Counted {
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
    worst: null,
    expected_size: null,
    entropy_bits: null,
    parts: null,
    win_chance: null,
    exact: false,
  };
  return because(figures, { kind: "breaks", broken, turns: turns.length });
}

/** The code with a number, counted from 0, in the order of all codes of a game with repeated colours. */
function codeNumber({ pegs, colors }: Game, number: number): Code {
  return range(pegs).map((peg) => Math.floor(number / colors ** (pegs - 1 - peg)) % colors);
}
