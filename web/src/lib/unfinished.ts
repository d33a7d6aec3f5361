/** The games under way in a view, kept in this browser: a slip of the thumb, a closed tab or a second one loses none. */

import type { Params } from "./address.svelte";
import { recall, remember, tab } from "./memory";
import { formatPosition, parsePosition, type Position } from "./position";
import { newSeed } from "./veil";

const KEY = "codepegs.unfinished.";
/** The game of this tab, where its address has no name for it. */
const TAB_KEY = "codepegs.game.";
const DRAFT_KEY = "codepegs.draft.";
/** Games of a view that are kept. */
const MOST_KEPT = 5;

export interface Unfinished {
  position: Position;
  /** What the address of the view has to say to show it again. */
  params: Params;
}

interface Entry {
  id: string;
  params: Params;
}

/** The entries of a view, the latest first. */
function entries(view: string): Entry[] {
  const kept = recall<unknown>(KEY + view, []);
  return Array.isArray(kept) ? kept.filter((entry: Partial<Entry> | null) => entry?.params && typeof entry.params === "object") : [];
}

/** The game of an address, or else of this tab. */
function idOf(view: string, { game, daily, hidden }: Params): string {
  const named = game ?? daily ?? hidden;
  if (named) return named;
  const own = tab.recall(TAB_KEY + view, "");
  if (own) return own;
  const id = newSeed();
  tab.remember(TAB_KEY + view, id);
  return id;
}

/** Keep a game with turns; one without takes nothing away from what was kept. */
export function keepUnfinished(view: string, position: Position, params: Params): void {
  if (position.turns.length === 0) return tab.remember(TAB_KEY + view, "");
  const id = idOf(view, params);
  const text = formatPosition(position);
  const isNamed = params["game"] ?? params["daily"] ?? params["hidden"];
  const isEarlier = (entry: Entry): boolean => !isNamed && `${text} `.startsWith(`${entry.params["position"]} `);
  const others = entries(view).filter((entry) => entry.id !== id && !isEarlier(entry));
  remember(KEY + view, [{ id, params }, ...others].slice(0, MOST_KEPT));
}

/** A game has come to its end: it is taken up no more. */
export function finish(view: string, sameGame: (params: Params) => boolean): void {
  const before = entries(view);
  const after = before.filter(({ params }) => !sameGame(params));
  if (after.length < before.length) remember(KEY + view, after);
}

/** The games that can be gone on with and still be read, the latest first. */
export function unfinished(view: string): Unfinished[] {
  return entries(view).flatMap(({ params }) => {
    try {
      const position = parsePosition(params["position"] ?? "");
      return position.turns.length > 0 ? [{ position, params }] : [];
    } catch {
      return [];
    }
  });
}

/** Keep the pegs chosen so far for the next guess at a position, until the tab is closed. */
export function keepDraft(view: string, at: string, pegs: readonly (number | null)[]): void {
  tab.remember(DRAFT_KEY + view, pegs.some((color) => color !== null) ? { at, pegs } : null);
}

/** The pegs kept for a position; none where others were kept. */
export function draftAt(view: string, { game }: Position, at: string): (number | null)[] {
  const kept = tab.recall<{ at?: unknown; pegs?: unknown } | null>(DRAFT_KEY + view, null);
  if (kept?.at !== at || !Array.isArray(kept.pegs) || kept.pegs.length !== game.pegs) return [];
  const pegs = kept.pegs as unknown[];
  const isPeg = (color: unknown): color is number | null => color === null || (Number.isInteger(color) && Number(color) >= 0 && Number(color) < game.colors);
  return pegs.every(isPeg) ? pegs : [];
}
