/** Which games this page can compute where it lies: all of them beside a server, the smaller ones on a static host. */

import { hasServer } from "./api";
import { isSmallGame } from "./engine/client";
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

  /** Whether there are counts, advice and strategies for a game. */
  canCompute(game: Game): boolean {
    if (isSmallGame(game)) return true;
    this.ask();
    return this.server !== false;
  }
}

const reach = new Reach();

/** Whether this page can draw boards, which a server does. */
export function canDrawHere(): boolean {
  return reach.isServed;
}

export function canCountHere(game: Game): boolean {
  return reach.canCompute(game);
}
