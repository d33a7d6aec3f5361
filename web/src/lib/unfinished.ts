/** The game under way in a view, kept in this browser: a slip of the thumb, or a closed tab, does not lose it. */

import type { Params } from "./address.svelte";
import { forget, recall, remember } from "./memory";
import { parsePosition, type Position } from "./position";

const KEY = "codepegs.unfinished.";

export interface Unfinished {
  position: Position;
  /** What the address of the view has to say to show it again. */
  params: Params;
}

/** Keep a game with turns; one without takes nothing away from what was kept. */
export function keepUnfinished(view: string, position: Position, params: Params): void {
  if (position.turns.length > 0) remember(KEY + view, params);
}

/** A game has come to its end: it is taken up no more, unless another one was begun since. */
export function finish(view: string, sameGame: (params: Params) => boolean): void {
  const params = recall<Params | null>(KEY + view, null);
  if (params && sameGame(params)) forget(KEY + view);
}

/** The game that can be gone on with, if there is one that can still be read. */
export function unfinished(view: string): Unfinished | null {
  const params = recall<Params | null>(KEY + view, null);
  try {
    const position = parsePosition(params?.["position"] ?? "");
    return params && position.turns.length > 0 ? { position, params } : null;
  } catch {
    return null;
  }
}
