/** How far the player is in the puzzle of a day: kept, so that going back takes no guess away. */

import { isRulesOf } from "./daily";
import { recall, remember } from "./memory";
import { parsePosition, type Position } from "./position";

const KEY = "codepegs.puzzles";
/** Puzzles that are kept, the latest ones. */
const MOST_KEPT = 30;

export interface Progress {
  /** The position as text, in the notation of its address. */
  position: string;
  hints: number;
  /** It was given up. */
  end: boolean;
}

function all(): Record<string, Progress> {
  const kept = recall<Record<string, Progress> | null>(KEY, null);
  return kept && typeof kept === "object" ? kept : {};
}

/** How far the puzzle of a date is; null where it was not begun, or what is kept cannot be read. */
export function progressOf(date: string): (Progress & { turns: Position["turns"] }) | null {
  const kept = all()[date];
  try {
    const position = kept ? parsePosition(kept.position) : null;
    // of other rules than those of the day it is another game, which came by a link
    return kept && position && isRulesOf(date, position.game) ? { ...kept, turns: position.turns } : null;
  } catch {
    return null;
  }
}

/** Keep how far the puzzle of a date is; what is kept never becomes less. */
export function keepProgress(date: string, now: Progress): void {
  const before = progressOf(date);
  const turns = parsePosition(now.position).turns.length;
  if (before && (before.end || before.turns.length > turns)) return;
  const later = { ...all(), [date]: { ...now, hints: Math.max(now.hints, before?.hints ?? 0) } };
  const dates = Object.keys(later).sort().slice(-MOST_KEPT);
  remember(KEY, Object.fromEntries(dates.map((each) => [each, later[each]])));
}
