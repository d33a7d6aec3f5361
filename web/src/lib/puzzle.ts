/** How far the player is in the puzzle of a day: kept, so that going back takes no guess away. */

import { dailyOf, isRulesOf, streak } from "./daily";
import { parseRules, type Game } from "./game";
import { recall, remember } from "./memory";
import { isSolved, parsePosition, type Position } from "./position";
import { rowsOf } from "./rows.svelte";

const KEY = "codepegs.puzzles";
/** Puzzles that are kept, the latest ones. */
const MOST_KEPT = 30;

export interface Progress {
  /** The position as text, in the notation of its address. */
  position: string;
  hints: number;
  /** It was given up. */
  end: boolean;
  /** What best play needs for the secret, and on average, once the puzzle has come to its end. */
  best?: { guesses: number; average: number | null };
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
  write(date, { ...before?.best && { best: before.best }, ...now, hints: Math.max(now.hints, before?.hints ?? 0) });
}

/** Keep what best play needs for the puzzle of a date. */
export function keepBest(date: string, best: NonNullable<Progress["best"]>): void {
  const before = all()[date];
  if (before) write(date, { ...before, best });
}

function write(date: string, progress: Progress): void {
  const later = { ...all(), [date]: progress };
  const dates = Object.keys(later).sort().slice(-MOST_KEPT);
  remember(KEY, Object.fromEntries(dates.map((each) => [each, later[each]])));
}

/** How the puzzle of a date stands for this player. */
export interface Standing {
  date: string;
  /** Its rules as they stand in an address. */
  rules: string;
  game: Game;
  rows: number | null;
  turns: Position["turns"];
  hints: number;
  state: "new" | "begun" | "solved" | "lost" | "given up";
  /** Days in a row on which the puzzle was solved. */
  days: number;
  best: Progress["best"] | undefined;
}

/** The puzzle of a date with what was played of it; `solved` has the guesses by date. */
export function standing(date: string, solved: Readonly<Record<string, number>>): Standing | null {
  const puzzle = dailyOf(date);
  if (!puzzle) return null;
  const game = parseRules(puzzle.rules);
  const rows = rowsOf(game);
  const progress = progressOf(date);
  const turns = progress?.turns ?? [];
  const state = isSolved({ game, turns })
    ? "solved"
    : progress?.end
      ? "given up"
      : rows !== null && turns.length >= rows
        ? "lost"
        : turns.length
          ? "begun"
          : "new";
  return { date, rules: puzzle.rules, game, rows, turns, hints: progress?.hints ?? 0, state, days: streak(solved, date), best: progress?.best };
}
