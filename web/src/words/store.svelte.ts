/** A list of words in this browser, with the game that is entered and the one that is played. Nothing is sent anywhere. */

import { recall, remember } from "../lib/memory";
import type { WordGame, WordTurn } from "./list";

export interface Played {
  secret: string;
  turns: WordTurn[];
  /** Whether the player has given up. */
  isOver: boolean;
  /** The day whose word it is. */
  date?: string | null;
}

interface Stored {
  game: WordGame | null;
  turns: WordTurn[];
  played: Played | null;
  /** Games won with this list, with 1, 2, 3 … guesses. */
  histogram?: number[];
}

export class WordStore {
  game: WordGame | null = $state.raw(null);
  turns: WordTurn[] = $state.raw([]);
  played: Played | null = $state.raw(null);
  histogram: number[] = $state.raw([]);

  /** Whether the browser has what is here: where storage is full or forbidden, it is here only. */
  private isKept = true;

  constructor(private readonly key: string) {
    this.look();
    if (typeof window === "undefined") return;
    window.addEventListener("storage", (event) => {
      if (event.key === key || event.key === null) this.look();
    });
  }

  /** Take over what another tab has kept; what is done next goes on from there. */
  look(): void {
    if (!this.isKept) return;
    const { game, turns, played, histogram } = recall<Stored>(this.key, { game: null, turns: [], played: null });
    [this.game, this.turns, this.played, this.histogram] = [game, turns, played, histogram ?? []];
  }

  /** Take a list; the games with another one are over. */
  choose(game: WordGame | null): void {
    [this.game, this.turns, this.played, this.histogram] = [game, [], null, []];
    this.keep();
  }

  enter(turns: WordTurn[]): void {
    this.turns = turns;
    this.keep();
  }

  play(played: Played | null): void {
    this.played = played;
    this.keep();
  }

  /** Count a game that was won; the last guess is one of its guesses. */
  won(guesses: number): void {
    this.look();
    const counted = Array.from({ length: Math.max(this.histogram.length, guesses) }, (_, n) => this.histogram[n] ?? 0);
    this.histogram = counted.map((games, n) => (n + 1 === guesses ? games + 1 : games));
    this.keep();
  }

  private keep(): void {
    this.isKept = remember(this.key, { game: this.game, turns: this.turns, played: this.played, histogram: this.histogram } satisfies Stored);
  }
}

/** The list of the person whose browser this is. */
export const own = new WordStore("codepegs.words");
/** The list that a link brought last: it takes nothing of the own one's place. */
export const lent = new WordStore("codepegs.words.lent");
