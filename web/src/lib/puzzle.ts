/** How the puzzle of a day stands for this player. */

import { canonicalRules } from "./canonical";
import { dailyOf, streak } from "./daily";
import { secretOf } from "./engine/random";
import { parseRules, type Game } from "./game";
import { games, positionOf, type Own } from "./games.svelte";
import { gameId } from "./given";
import { isSolved, type Position } from "./position";
import { rowsOf } from "./rows.svelte";

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
  best: Own["best"];
}

/** The puzzle of a date with what was played of it; `solved` has the guesses by date. */
export function standing(date: string, solved: Readonly<Record<string, number>>): Standing | null {
  const puzzle = dailyOf(date);
  if (!puzzle) return null;
  const game = parseRules(puzzle.rules);
  const rows = rowsOf(game);
  const own = games.of(gameId(date, canonicalRules(game)));
  const { turns } = positionOf({ game, begin: [], secret: secretOf(game, puzzle.seed) }, own);
  const state = isSolved({ game, turns })
    ? "solved"
    : own.end
      ? "given up"
      : rows !== null && turns.length >= rows
        ? "lost"
        : turns.length
          ? "begun"
          : "new";
  return { date, rules: puzzle.rules, game, rows, turns, hints: own.hints, state, days: streak(solved, date), best: own.best };
}
