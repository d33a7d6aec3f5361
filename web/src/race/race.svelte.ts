/** Several strategies at the same secret: their streams, and what of them is shown. */

import { ApiError, get, isAbort, stream } from "../lib/api";
import { announce } from "../lib/announce.svelte";
import type { ProgressEvent, SolveDone, TurnEvent } from "../lib/contract";
import { answering } from "../lib/engine/client";
import type { Game } from "../lib/game";
import { patiently } from "../lib/patience";
import { guessesText } from "../lib/words";

/** Games of more pegs are shown as a map of what is known, not guess by guess. */
export const MOST_PEGS_SHOWN = 60;

/** Milliseconds between two turns of a lane that are shown; those that come faster wait. */
const PACE = 650;

/** Streams at a time when the server does not say how many workers it has. */
const USUAL_WORKERS = 2;

/** Milliseconds in which a whole race is shown again, and the most pictures of it. */
const REPLAY = 12_000;
const MOST_FRAMES = 120;

export interface LaneTurn {
  turn: number;
  guess: string;
  reply: string;
  candidates: number | null;
  candidates_estimate: number | null;
  candidates_interval: number[] | null;
  expected_guesses: number | null;
  expected_guesses_error: number | null;
}

export type LaneState = "waiting" | "running" | "solved" | "unsolved" | "stopped" | "failed";

export class Lane {
  /** Turns that have come, of games that are shown guess by guess. */
  arrived: LaneTurn[] = [];
  /** What was known now and then, of large games. */
  looks: ProgressEvent[] = [];
  shown: LaneTurn[] = $state.raw([]);
  /** Turns played, also where they are not kept. */
  turns = $state(0);
  progress: ProgressEvent | null = $state.raw(null);
  state: LaneState = $state("waiting");
  failure: unknown = $state.raw(null);
  done: SolveDone | null = $state.raw(null);
  /** What has come last, shown when the race is not paused. */
  latest: { turns: number; progress: ProgressEvent | null; state: LaneState } = {
    turns: 0,
    progress: null,
    state: "waiting",
  };

  constructor(
    readonly strategy: string,
    readonly number: number,
  ) {}

  get isOver(): boolean {
    return this.state !== "waiting" && this.state !== "running";
  }

  /** What was known after so many turns of a large game. */
  lookAt(turn: number): ProgressEvent | null {
    return this.looks.filter((look) => look.turn <= turn).at(-1) ?? null;
  }
}

export interface RaceOptions {
  game: Game;
  rules: string;
  strategies: readonly string[];
  seed: number;
  secret: string | null;
}

export class Race {
  readonly lanes: Lane[];
  readonly large: boolean;
  isPaused = $state(false);
  /** The turn that is looked back at, null when there is no looking back. */
  at: number | null = $state(null);
  isReplaying = $state(false);
  private replay: ReturnType<typeof setInterval> | undefined;
  private readonly leave = new AbortController();
  private readonly clock: ReturnType<typeof setInterval>;

  constructor(readonly options: RaceOptions) {
    this.lanes = options.strategies.map((strategy, number) => new Lane(strategy, number));
    this.large = options.game.pegs > MOST_PEGS_SHOWN;
    this.clock = setInterval(() => this.show(), PACE);
    void this.start();
  }

  get isOver(): boolean {
    return this.lanes.every((lane) => lane.isOver);
  }

  /** Lanes that found the secret with the fewest guesses; empty while the race goes on. */
  get winners(): Lane[] {
    const solved = this.lanes.filter((lane) => lane.state === "solved" && lane.done);
    if (!this.isOver || solved.length === 0 || this.lanes.some((lane) => lane.state === "stopped")) return [];
    const fewest = Math.min(...solved.map((lane) => lane.done!.guesses));
    return solved.filter((lane) => lane.done!.guesses === fewest);
  }

  /** How the race ended, as a sentence; empty while it goes on. */
  get outcome(): string {
    if (!this.isOver) return "";
    const [first, ...others] = this.winners;
    if (!first)
      return this.lanes.some((lane) => lane.state === "stopped") ? "The race was stopped." : "No strategy found the secret.";
    const guesses = guessesText(first.done!.guesses);
    if (this.lanes.length === 1) return `${first.strategy} found it in ${guesses}.`;
    if (others.length === this.lanes.length - 1) return `${others.length === 1 ? "Both" : "All"} found it in ${guesses}.`;
    const names = [first, ...others].map((lane) => lane.strategy);
    return names.length === 1
      ? `${names[0]} wins with ${guesses}.`
      : `${names.slice(0, -1).join(", ")} and ${names.at(-1)} tie for the win with ${guesses}.`;
  }

  pause(): void {
    this.isPaused = !this.isPaused;
  }

  /** Shows at once what has come so far. */
  skip(): void {
    this.isPaused = false;
    for (const lane of this.lanes) this.reveal(lane, lane.arrived.length);
  }

  /** Turns of the longest lane. */
  get length(): number {
    return Math.max(0, ...this.lanes.map((lane) => lane.turns));
  }

  /** Shows all lanes after the same number of turns. */
  lookBack(turn: number): void {
    this.endReplay();
    this.at = turn >= this.length ? null : turn;
  }

  /** Shows the whole race again, all lanes at the same turn, also where the server played them one after another. */
  watchAgain(): void {
    this.lookBack(0);
    const frames = Math.min(this.length, MOST_FRAMES);
    const step = this.length / frames;
    let shown = 0;
    this.isReplaying = true;
    this.replay = setInterval(
      () => {
        shown += step;
        this.at = Math.round(shown);
        if (this.at >= this.length) this.lookBack(this.length);
      },
      Math.min(PACE, REPLAY / frames),
    );
  }

  private endReplay(): void {
    clearInterval(this.replay);
    this.isReplaying = false;
  }

  /** Ends all streams, which frees their workers. */
  stop(): void {
    this.leave.abort();
    for (const lane of this.lanes) {
      if (!lane.isOver && lane.latest.state !== "solved") lane.latest.state = "stopped";
    }
    this.skip();
    this.dispose();
  }

  dispose(): void {
    this.leave.abort();
    clearInterval(this.clock);
    this.endReplay();
  }

  private async start(): Promise<void> {
    let workers = USUAL_WORKERS;
    const { rules } = this.options;
    if (this.lanes.every(({ strategy }) => answering("/solve", { rules, strategy }) === "quickly")) workers = this.lanes.length;
    else {
      try {
        workers = Math.max(1, (await get("/health", "", this.leave.signal)).workers);
      } catch {
        // the streams will say what is wrong
      }
    }
    // Servers leave one worker to those who ask small questions.
    if (this.large) workers = Math.max(1, workers - 1);
    const pending = [...this.lanes];
    const work = async (): Promise<void> => {
      for (let lane = pending.shift(); lane; lane = pending.shift()) await this.run(lane);
    };
    await Promise.all(Array.from({ length: Math.min(workers, pending.length) }, work));
  }

  private async run(lane: Lane): Promise<void> {
    try {
      await patiently(() => this.follow(lane), this.leave.signal);
    } catch (error) {
      if (isAbort(error) || this.leave.signal.aborted) return;
      lane.failure = error;
      lane.latest.state = "failed";
    }
  }

  private async follow(lane: Lane): Promise<void> {
    const { rules, secret, seed } = this.options;
    const body = { rules, secret, seed, strategy: lane.strategy };
    for await (const { event, data } of stream("/solve", body, this.leave.signal)) {
      lane.latest.state = "running";
      if (event === "turn") {
        const { turn, guess, reply, candidates, candidates_estimate, candidates_interval, expected_guesses, expected_guesses_error } = data as TurnEvent;
        lane.latest.turns = turn;
        if (!this.large) {
          lane.arrived.push({ turn, guess, reply, candidates, candidates_estimate, candidates_interval, expected_guesses, expected_guesses_error });
        }
      } else if (event === "progress") {
        lane.latest.progress = data as ProgressEvent;
        lane.looks.push(lane.latest.progress);
        lane.latest.turns = Math.max(lane.latest.turns, lane.latest.progress.turn);
      } else if (event === "done") {
        lane.done = data as SolveDone;
        lane.latest.turns = lane.done.guesses;
        lane.latest.state = lane.done.solved ? "solved" : "unsolved";
      }
    }
    if (!lane.done) throw new ApiError("unreachable", "The connection to the server was lost.");
  }

  private show(): void {
    if (this.isPaused) return;
    for (const lane of this.lanes) this.reveal(lane, lane.shown.length + 1);
    if (this.isOver) clearInterval(this.clock);
  }

  private reveal(lane: Lane, upTo: number): void {
    if (lane.shown.length < Math.min(upTo, lane.arrived.length)) lane.shown = lane.arrived.slice(0, upTo);
    lane.turns = this.large ? lane.latest.turns : lane.shown.length;
    lane.progress = lane.latest.progress;
    const before = lane.state;
    const isBehind = lane.shown.length < lane.arrived.length;
    lane.state = isBehind ? "running" : lane.latest.state;
    if (lane.state !== before && lane.state === "solved") {
      announce(this.outcome || `${lane.strategy} found it in ${guessesText(lane.turns)}.`);
    } else if (lane.state !== before && lane.isOver && this.outcome) announce(this.outcome);
  }
}
