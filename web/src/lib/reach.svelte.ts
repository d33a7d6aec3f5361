/** What this page can compute where it lies: everything beside a server, games that are not too large on a static host. */

import { hasServer } from "./api";
import { isQuick, isSampledOnly, isStreamed, lackOf, secondsOf, type Lack } from "./engine/cost";
import type { Game } from "./game";

class Reach {
  /** Whether there is a server; unknown until a game needs one. */
  private server: boolean | null = $state(null);
  private asked = false;

  private ask(): void {
    if (this.asked) return;
    this.asked = true;
    void hasServer().then((found) => (this.server = found));
  }

  /** Whether a server is known to be there. */
  get isServed(): boolean {
    this.ask();
    return this.server === true;
  }

  /** Whether it is known that there is no server, without asking for it. */
  get isAlone(): boolean {
    return this.server === false;
  }

  /**
   * Why its codes cannot be listed: there are no strategies and reviews, and without a sample no counts and no advice; null if
   * they can. Of a game whose replies may be wrong there is nothing of these.
   */
  lackOf(game: Game, isNoisy: boolean): Lack | null {
    const lack = lackOf(game, isNoisy);
    if (lack) this.ask();
    return this.server === false ? lack : null;
  }

  /** Whether this page has only a sample of the codes of a game. */
  isSampled(game: Game, isNoisy: boolean): boolean {
    if (!isSampledOnly(game, isNoisy)) return false;
    this.ask();
    return this.server === false;
  }

  /** Whether this page plays a game, without counts, as long as all guesses are the program's. */
  isStreamed(game: Game, isNoisy: boolean): boolean {
    if (!isStreamed(game, isNoisy)) return false;
    this.ask();
    return this.server === false;
  }

  /** The seconds that the best guess in a game takes at most; 0 where nobody waits for it. */
  secondsOf(game: Game): number {
    if (isQuick(game) || (lackOf(game) && !isSampledOnly(game))) return 0;
    this.ask();
    return this.server === false ? secondsOf(game) : 0;
  }
}

const reach = new Reach();

/** Whether this page can draw boards, which a server does. */
export function canDrawHere(): boolean {
  return reach.isServed;
}

export function canCountHere(game: Game): boolean {
  return lackHere(game) === null || isSampledHere(game);
}

export function isAlone(): boolean {
  return reach.isAlone;
}

export function isSampledHere(game: Game, isNoisy = false): boolean {
  return reach.isSampled(game, isNoisy);
}

export function isStreamedHere(game: Game, isNoisy = false): boolean {
  return reach.isStreamed(game, isNoisy);
}

export function lackHere(game: Game, isNoisy = false): Lack | null {
  return reach.lackOf(game, isNoisy);
}

export function secondsHere(game: Game): number {
  return reach.secondsOf(game);
}
