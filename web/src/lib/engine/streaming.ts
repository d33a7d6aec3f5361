/** The strategy `streaming`, for games whose codes can neither be listed nor sampled: one C++ object plays a game, turn by turn. */

import type { Contradiction, MoveRecord, ProgressEvent, SuggestRecord, TurnEvent } from "../contract";
import { formatCode, formatReply, formatRules, replyTo, type Code, type Game } from "../game";
import { formatPosition, isSolved, withTurn, type Position, type Turn } from "../position";
import { because } from "../reasons";
import shared from "../constants.json";
import constants from "./constants.json";
import { Refusal } from "./errors";
import type { NativeArray, NativeStreaming, Streaming } from "./native";
import { since } from "./numbers";
import { wordsOfSeed } from "./random";
import { range } from "./loops";
import type { Suggestion } from "./ranking";
import { fits, goOn, type Pause } from "./sampling";
import type { Played } from "./sampled";
import { answered, withValue, type Expected } from "./values";

const { evaluations, ERROR_SHARE, ERROR_GUESSES, LOOKS } = constants.streaming;
/** Pegs of the largest game whose turns are told one by one. */
const { MOST_PEGS_READ } = shared.streaming;
/** Milliseconds between two events of a game whose turns are not all told. */
const LEAST_PAUSE = 100;
/** Signs of a map, and how the share of known pegs is drawn. */
const MOST_SIGNS = 400;
const SHADES = "·░▒▓█";

const UNCOUNTED = { candidates: null, candidates_estimate: null, candidates_interval: null };

/** A game of the strategy: a function of the rules, the seed and the replies. */
class StreamedGame {
  readonly turns: Turn[] = [];
  private readonly streaming: Streaming;
  private readonly guess: NativeArray<"u16", 1>;
  private readonly colors: NativeArray<"i32", 1>;
  private chosen: Code | null = null;

  constructor(
    private readonly native: NativeStreaming,
    private readonly game: Game,
    seed: number,
  ) {
    const { pegs, colors, view } = game;
    const sizes = { pegs, colors, shows_total: view === "", listed: 0, evaluations, plain_from: -1 };
    this.streaming = native.scope(() => native.begin_streaming({ seed: native.array("u64", wordsOfSeed(seed)), ...sizes }));
    [this.guess, this.colors] = native.kept(() => [native.room("u16", pegs), native.room("i32", pegs)]);
  }

  /** The next guess; null if no code is consistent with the replies. */
  async next(pause: Pause): Promise<Code | null> {
    const { native, streaming, guess } = this;
    for (let isDone = this.chosen !== null; !isDone; ) {
      let isPossible: boolean;
      [isDone, isPossible] = native.next_streaming({ streaming, guess });
      if (!isPossible) return null;
      if (isDone) this.chosen = [...native.viewShorts(guess, 0, this.game.pegs)];
      await pause();
    }
    return this.chosen;
  }

  /** Continue after the reply to the guess; false if no code gives it. */
  learn(turn: Turn): boolean {
    const { black, white, solved } = turn.reply;
    const total = white === undefined || white === null ? -1 : black! + white;
    this.turns.push(turn);
    this.chosen = null;
    return this.native.learn_streaming({ streaming: this.streaming, black: black ?? this.game.pegs, total, is_win: solved });
  }

  /** Estimated number of guesses still to be made. */
  left(): number {
    return this.native.left_streaming({ streaming: this.streaming });
  }

  progress(): { known_pegs: number; counted_colors: number; left_estimate: number } {
    const [known, counted] = this.native.known_streaming({ streaming: this.streaming, known: this.colors });
    return { known_pegs: known, counted_colors: counted, left_estimate: this.left() };
  }

  /** Which pegs are known, as a map of signs. */
  map(): string {
    const known = this.native.readInts(this.colors, this.game.pegs);
    const cells = Math.min(MOST_SIGNS, this.game.pegs);
    const shares = range(cells).map(() => ({ known: 0, of: 0 }));
    for (const [peg, color] of known.entries()) {
      const cell = shares[Math.floor((peg * cells) / this.game.pegs)]!;
      cell.of++;
      if (color >= 0) cell.known++;
    }
    const between = SHADES.length - 2;
    const sign = (share: number): number => (share === 0 ? 0 : share === 1 ? between + 1 : 1 + Math.min(between - 1, Math.floor(share * between)));
    return shares.map(({ known, of }) => SHADES[sign(known / of)]).join("");
  }

  end(): void {
    this.native.release(this.streaming);
    this.native.free(this.guess, this.colors);
  }
}

/** Answers about games that are played by it; it continues only from its own guesses. */
export class StreamedAnswers {
  /** The game that was asked about last: the next question mostly goes on from it. */
  private kept: { readonly name: string; readonly played: StreamedGame } | null = null;
  private last: Promise<unknown> = Promise.resolve();
  private native: Promise<NativeStreaming> | null = null;

  constructor(
    /** Load and start the module; done once, with the first question. */
    private readonly start: () => Promise<NativeStreaming>,
    private readonly explain: (position: Position, pause: Pause) => Promise<Contradiction>,
  ) {}

  suggest(position: Position, seed: number, began: number, pause: Pause): Promise<SuggestRecord | Contradiction> {
    return this.alone(async () => {
      const record = { position: formatPosition(position), ...UNCOUNTED, strategy: "auto", seed };
      if (isSolved(position)) {
        if (!fits(position, position.turns.at(-1)!.guess)) return this.explain(position, pause);
        return { ...record, candidates: 1, consistent: true, suggestions: [], stopped: "the game is solved", seconds: since(began) };
      }
      const found = await this.at(position, seed, pause);
      if (!found) return this.explain(position, pause);
      const suggestion = suggested(position, found.guess, valueOf(found.played));
      return { ...record, consistent: suggestion.is_candidate || null, suggestions: [suggestion], seconds: since(began) };
    });
  }

  move(position: Position, seed: number, began: number, pause: Pause): Promise<MoveRecord | Contradiction> {
    return this.alone(async () => {
      const record = { position: formatPosition(position), ...UNCOUNTED };
      if (isSolved(position)) {
        if (!fits(position, position.turns.at(-1)!.guess)) return this.explain(position, pause);
        return { ...record, candidates: 1, guess: null, stopped: "the game is solved", consistent: null, progress: null, seconds: since(began) };
      }
      const found = await this.at(position, seed, pause);
      if (!found) return this.explain(position, pause);
      const { guess, played } = found;
      const figures = { guess: formatCode(position.game, guess), consistent: fits(position, guess), progress: played.progress() };
      return { ...record, ...figures, stopped: null, seconds: since(began) };
    });
  }

  /** Play against a secret, and tell each turn, of a long game what is known now and then. */
  async *play(game: Game, secret: Code, seed: number, most: number): AsyncGenerator<TurnEvent | ProgressEvent, Played> {
    const played = await this.begun(game, seed);
    const began = performance.now();
    let position: Position = { game, turns: [] };
    let [told, mostBlack] = [-Infinity, 0];
    try {
      while (!isSolved(position) && position.turns.length < most) {
        const started = performance.now();
        const guess = (await played.next(goOn))!;
        const reply = replyTo(game, guess, secret);
        const value = game.pegs <= MOST_PEGS_READ ? suggested(position, guess, valueOf(played)) : null;
        position = withTurn(position, { guess, reply });
        played.learn(position.turns.at(-1)!);
        const turn = position.turns.length;
        mostBlack = Math.max(mostBlack, reply.black ?? 0);
        if (value) {
          const { expected_guesses, expected_guesses_error, kinds } = value;
          const figures = { ...UNCOUNTED, candidates: reply.solved ? 1 : null, expected_guesses, expected_guesses_error, kinds };
          yield { turn, guess: formatCode(game, guess), reply: formatReply(reply), ...figures, seconds: since(started) };
        } else if (turn === 1 || reply.solved || (turn % Math.max(1, Math.floor(game.pegs / LOOKS)) === 0 && performance.now() - told >= LEAST_PAUSE)) {
          told = performance.now();
          const known = reply.solved ? { known_pegs: game.pegs, counted_colors: game.colors, left_estimate: 0 } : played.progress();
          const map = reply.solved ? SHADES.at(-1)!.repeat(Math.min(MOST_SIGNS, game.pegs)) : played.map();
          yield { turn, reply: formatReply(reply), ...known, most_black: mostBlack, map, seconds: since(began) };
        }
      }
      return { position };
    } finally {
      played.end();
    }
  }

  /** The game at a position with its next guess; null if no code is consistent with the replies. */
  private async at({ game, turns }: Position, seed: number, pause: Pause): Promise<{ played: StreamedGame; guess: Code } | null> {
    const name = `${seed} ${formatRules(game)}`;
    const played = this.goesOn(name, turns) ? this.kept!.played : this.keep(name, await this.begun(game, seed));
    for (;;) {
      const guess = await played.next(pause);
      const turn = turns[played.turns.length];
      if (!guess) return this.forget();
      if (!turn) return { played, guess };
      if (turn.guess.some((color, peg) => color !== guess[peg])) {
        throw Refusal.because("bad_input", { kind: "not_own_guess", strategy: "streaming", turn: played.turns.length + 1 });
      }
      if (!played.learn(turn)) return this.forget();
    }
  }

  private goesOn(name: string, turns: readonly Turn[]): boolean {
    if (this.kept?.name !== name || this.kept.played.turns.length > turns.length) return false;
    return this.kept.played.turns.every(({ guess, reply }, n) => {
      const turn = turns[n]!;
      return formatReply(reply) === formatReply(turn.reply) && guess.every((color, peg) => color === turn.guess[peg]);
    });
  }

  private async begun(game: Game, seed: number): Promise<StreamedGame> {
    return new StreamedGame(await (this.native ??= this.start()), game, seed);
  }

  private keep(name: string, played: StreamedGame): StreamedGame {
    this.forget();
    this.kept = { name, played };
    return played;
  }

  private forget(): null {
    this.kept?.played.end();
    this.kept = null;
    return null;
  }

  /** Do some work after all that was begun before; what was in the middle of a choice is begun anew. */
  private alone<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = this.last.then(work);
    this.last = done.catch(() => this.forget());
    return done;
  }
}

/** How many guesses are expected, the next one included. */
function valueOf(played: StreamedGame): Expected {
  const value = played.left();
  const error = value <= 1 ? 0 : ERROR_SHARE * value + ERROR_GUESSES;
  return { value, error, shared: error };
}

function suggested(position: Position, code: Code, expected: Expected): Suggestion {
  const figures = {
    guess: formatCode(position.game, code),
    expected_guesses: null,
    expected_guesses_error: null,
    is_candidate: fits(position, code),
    worst_part: null,
    expected_size: null,
    bits: null,
    parts: null,
    win_chance: null,
    exact: false,
  };
  return answered({ ...withValue(because(figures, { kind: "most_information" }), expected), expected });
}
