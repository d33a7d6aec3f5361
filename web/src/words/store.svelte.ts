/** The list of words of this browser, with the game that is entered and the one that is played. Nothing is sent anywhere. */

import { recall, remember } from "../lib/memory";
import type { WordGame, WordTurn } from "./list";

const KEY = "codepegs.words";

export interface Played {
  secret: string;
  turns: WordTurn[];
  /** Whether the player has given up. */
  isOver: boolean;
}

interface Stored {
  game: WordGame | null;
  turns: WordTurn[];
  played: Played | null;
}

class WordStore {
  game: WordGame | null = $state.raw(null);
  turns: WordTurn[] = $state.raw([]);
  played: Played | null = $state.raw(null);

  constructor() {
    const { game, turns, played } = recall<Stored>(KEY, { game: null, turns: [], played: null });
    [this.game, this.turns, this.played] = [game, turns, played];
  }

  /** Take a list; the games with another one are over. */
  choose(game: WordGame | null): void {
    [this.game, this.turns, this.played] = [game, [], null];
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

  private keep(): void {
    remember(KEY, { game: this.game, turns: this.turns, played: this.played } satisfies Stored);
  }
}

export const store = new WordStore();
