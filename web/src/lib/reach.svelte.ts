/** Which games this page can compute where it lies: all of them beside a server, the smaller ones on a static host. */

import { hasServer } from "./api";
import { isSmallGame } from "./engine/client";
import type { Game } from "./game";

class Reach {
  /** Whether there is a server; unknown until a game needs one. */
  private server: boolean | null = $state(null);
  private asked = false;

  /** Whether there are counts, advice and strategies for a game. */
  canCompute(game: Game): boolean {
    if (isSmallGame(game)) return true;
    if (!this.asked) {
      this.asked = true;
      void hasServer().then((found) => (this.server = found));
    }
    return this.server !== false;
  }
}

const reach = new Reach();

export function canCountHere(game: Game): boolean {
  return reach.canCompute(game);
}
