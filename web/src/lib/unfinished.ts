/** The games that are entered in a view, kept in this browser: a slip of the thumb, a closed tab or a second one loses none. */

import { on } from "svelte/events";
import { createSubscriber } from "svelte/reactivity";

import type { Params } from "./address.svelte";
import { forget, recallAll, remember, tab } from "./memory";
import { formatPosition, parsePosition, type Position } from "./position";
import { newSeed } from "./veil";

const KEY = "codepegs.unfinished.";
/** The game of this tab. */
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
  /** Grows with each change; the greatest is the latest game. */
  order: number;
  params: Params;
}

/** Each game has a key of its own, so that two tabs which write at the same moment lose none. */
const prefixOf = (view: string): string => `${KEY}${view}.`;

/** Another tab has changed what is kept. */
const changedElsewhere = createSubscriber((update) => on(window, "storage", update));

/** The entries of a view, the latest first. */
function entries(view: string): Entry[] {
  return [...recallAll(prefixOf(view))]
    .flatMap(([id, kept]) => {
      const { order, params } = (kept ?? {}) as Partial<Entry>;
      return typeof order === "number" && params && typeof params === "object" ? [{ id, order, params }] : [];
    })
    .sort((one, other) => other.order - one.order);
}

function remove(view: string, gone: readonly Entry[]): void {
  for (const { id } of gone) forget(prefixOf(view) + id);
}

/** The game of this tab. */
function idOf(view: string): string {
  const own = tab.recall(TAB_KEY + view, "");
  if (own) return own;
  const id = newSeed();
  tab.remember(TAB_KEY + view, id);
  return id;
}

/** Keep a game with turns; one without takes nothing away from what was kept. */
export function keepUnfinished(view: string, position: Position, params: Params): void {
  if (position.turns.length === 0) return tab.remember(TAB_KEY + view, "");
  const id = idOf(view);
  const text = formatPosition(position);
  const isEarlier = (entry: Entry): boolean => `${text} `.startsWith(`${entry.params["position"]} `);
  const kept = entries(view);
  remember(prefixOf(view) + id, { order: (kept[0]?.order ?? 0) + 1, params });
  const others = kept.filter((entry) => entry.id !== id);
  const later = others.filter((entry) => !isEarlier(entry));
  remove(view, [...others.filter(isEarlier), ...later.slice(MOST_KEPT - 1)]);
}

/** A game has come to its end: it is taken up no more. */
export function finish(view: string, sameGame: (params: Params) => boolean): void {
  remove(
    view,
    entries(view).filter(({ params }) => sameGame(params)),
  );
}

/** The games that can be gone on with and still be read, the latest first; what another tab changes is a change of state here. */
export function unfinished(view: string): Unfinished[] {
  changedElsewhere();
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
