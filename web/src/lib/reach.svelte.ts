/** What this page can compute where it lies: everything beside a server, games that are not too large on a static host. */

import { hasServer } from "./api";
import { isQuick, lackOf, secondsOf, type Lack } from "./engine/cost";
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

  /** Why there are no counts, advice and strategies for a game; null if there are. */
  lackOf(game: Game): Lack | null {
    const lack = lackOf(game);
    if (lack) this.ask();
    return this.server === false ? lack : null;
  }

  /** The seconds that the best guess in a game takes at most; 0 where nobody waits for it. */
  secondsOf(game: Game): number {
    if (lackOf(game) || isQuick(game)) return 0;
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
  return lackHere(game) === null;
}

export function lackHere(game: Game): Lack | null {
  return reach.lackOf(game);
}

export function secondsHere(game: Game): number {
  return reach.secondsOf(game);
}
