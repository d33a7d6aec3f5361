/** What is said at the end of a game, to the player and to others. */

import { dateWords } from "./daily";
import { said } from "./figures";
import { counted, type Game } from "./game";
import type { Position } from "./position";
import { average, type Figures } from "./statistics.svelte";
import { guessesText } from "./words";

const MOST_DRAWN = 8;

/** A sentence about a game that was won, from the figures that count it already. */
export function praise(figures: Figures | undefined, guesses: number): string {
  if (guesses === 1) return "Solved on the first guess: it doesn’t get better than that.";
  const mean = figures ? average(figures) : null;
  if (!figures || mean === null || figures.won <= 1) return "Your first win at this kind of game.";
  const before = (mean * figures.won - guesses) / (figures.won - 1);
  const best = figures.histogram.findIndex((games) => games > 0) + 1;
  if (guesses === best && figures.histogram[best - 1] === 1) return "A new personal best at this kind of game.";
  if (guesses === best) return "That equals your best.";
  if (guesses < before) return `Better than your average of ${before.toFixed(2)}.`;
  return `Your average is now ${mean.toFixed(2)}.`;
}

/** "Solved in 5 guesses", or "Solved in 5 of 10 guesses" where the board has so many rows. */
export function outcome(turns: number, solved: boolean, rows: number | null): string {
  return `${solved ? "Solved in " : "Not solved in "}${solved && rows ? `${turns} of ${guessesText(rows)}` : guessesText(turns)}`;
}

/** The replies of a game as a text to send: it gives away neither the guesses nor the secret. */
export function resultText(title: string, position: Position, solved: boolean, hints: number, rows: number | null = null, more = ""): string {
  const { game, turns } = position;
  const helped = hints ? ` with ${counted(hints, "hint")}` : "";
  const head = `${title}: ${outcome(turns.length, solved, rows).toLowerCase()}${helped}`;
  const drawn = isDrawn(game) ? turns.map(({ reply }) => dots(game, reply.black ?? 0, reply.white ?? 0)) : [];
  return [head, ...drawn, ...(more ? [more] : [])].join("\n");
}

/** What a puzzle is called where its result is sent. */
export function puzzleTitle(date: string): string {
  return `codepegs, puzzle for ${dateWords(date)}`;
}

/** "3 days in a row", or nothing of a single one. */
export function daysText(days: number): string {
  return days > 1 ? `${days} days in a row` : "";
}

/** What best play needs for the secret of a game and on average. */
export function bestWords(best: { guesses: number; average: number | null }, turns: number, solved: boolean): string {
  const also = solved && best.guesses === turns ? "also " : "";
  const needs = `${best.average === null ? "The program" : "The best strategy known"} ${also}needs ${guessesText(best.guesses)} for this secret`;
  return best.average === null ? `${needs}.` : `${needs}, and ${said("average", best.average.toFixed(2))}.`;
}

/** Whether a result shows the replies. */
export function isDrawn(game: Game): boolean {
  return game.pegs <= MOST_DRAWN && (game.view === "" || game.view === "b");
}

function dots(game: Game, black: number, white: number): string {
  return "⚫".repeat(black) + "⚪".repeat(white) + "➖".repeat(game.pegs - black - white);
}
