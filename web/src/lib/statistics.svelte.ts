/** The player's own figures, kept in this browser and nowhere else. */

import { forget, recall, remember } from "./memory";

export interface Figures {
  played: number;
  won: number;
  hints: number;
  /** Games won with 1, 2, 3 … guesses. */
  histogram: number[];
}

interface Kept {
  games: Record<string, Figures>;
  /** Guesses by the date of the puzzle. */
  dailies: Record<string, number>;
  /** Games that are counted already, newest last. */
  counted: string[];
}

const KEY = "codepegs.statistics";
const MOST_COUNTED = 300;
const EMPTY: Kept = { games: {}, dailies: {}, counted: [] };

/** Figures with one more game. */
export function withGame(figures: Figures | undefined, won: boolean, guesses: number, hints: number): Figures {
  const histogram = [...(figures?.histogram ?? [])];
  if (won) {
    while (histogram.length < guesses) histogram.push(0);
    histogram[guesses - 1] = (histogram[guesses - 1] ?? 0) + 1;
  }
  return {
    played: (figures?.played ?? 0) + 1,
    won: (figures?.won ?? 0) + (won ? 1 : 0),
    hints: (figures?.hints ?? 0) + hints,
    histogram,
  };
}

export function average(figures: Figures): number | null {
  const guesses = figures.histogram.reduce((sum, games, n) => sum + games * (n + 1), 0);
  return figures.won ? guesses / figures.won : null;
}

/** What is kept, whole also when it was damaged; null where nothing is. */
export function readKept(): Kept | null {
  const kept = recall<Partial<Kept> | null>(KEY, null);
  return kept && { games: kept.games ?? {}, dailies: kept.dailies ?? {}, counted: Array.isArray(kept.counted) ? kept.counted : [] };
}

class Statistics {
  private kept = $state<Kept>(readKept() ?? EMPTY);

  constructor() {
    if (typeof window === "undefined") return;
    // another tab has counted a game
    window.addEventListener("storage", (event) => {
      if (event.key === KEY || event.key === null) this.kept = readKept() ?? EMPTY;
    });
  }

  get games(): Readonly<Record<string, Figures>> {
    return this.kept.games;
  }

  get dailies(): Readonly<Record<string, number>> {
    return this.kept.dailies;
  }

  /** Count a finished game once, however often its end is looked at; whether it was counted now. */
  count(game: { id: string; rules: string; won: boolean; guesses: number; hints: number; daily: string | null }): boolean {
    this.kept = readKept() ?? this.kept; // what other tabs have counted is not to be lost
    if (this.kept.counted.includes(game.id)) return false;
    this.kept = {
      games: { ...this.kept.games, [game.rules]: withGame(this.kept.games[game.rules], game.won, game.guesses, game.hints) },
      dailies: game.daily && game.won ? { ...this.kept.dailies, [game.daily]: game.guesses } : this.kept.dailies,
      counted: [...this.kept.counted, game.id].slice(-MOST_COUNTED),
    };
    remember(KEY, this.kept);
    return true;
  }

  clear(): void {
    this.kept = EMPTY;
    forget(KEY);
  }
}

export const statistics = new Statistics();
