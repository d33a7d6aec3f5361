/** How many guesses a game has: as many as its board has rows, or any number in free play. */

import { BadInput, formatRules, isPegged, shorten, type Game } from "./game";
import { recall, remember } from "./memory";
import { newSeed } from "./veil";

const KEY = "codepegs.free";
/** Rows that a link can ask for. */
const MOST = 100;

/**
 * The rows of a game's board: 10 for 4 pegs and 12 for 5, as in the boxes, and no fewer than there are colours. Null where guesses
 * are not limited: without black in the replies too much is left to chance, and codes that are typed have no board.
 */
export function rowsOf(game: Game): number | null {
  if (!isPegged(game) || (game.view !== "" && game.view !== "b")) return null;
  return Math.max(2 * game.pegs + 2, game.colors);
}

/** The number of rows in a link; throws `BadInput`. */
export function readRows(text: string): number {
  const rows = /^[1-9]\d{0,2}$/.test(text) ? Number(text) : Infinity;
  if (rows > MOST) throw BadInput.because({ kind: "no_such_rows", text: shorten(text), most: MOST });
  return rows;
}

class FreePlay {
  isOn = $state(recall<boolean>(KEY, false) === true);

  set(isOn: boolean): void {
    this.isOn = isOn;
    remember(KEY, isOn);
  }
}

/** Whether the player's own games have any number of guesses. */
export const freePlay = new FreePlay();

/** What the address of a new game says. */
export function newGame(game: Game): { position: string; game: string; rows: number | null } {
  return { position: formatRules(game), game: newSeed(), rows: freePlay.isOn ? null : rowsOf(game) };
}
