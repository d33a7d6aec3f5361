/** What is said at the end of a game, to the player and to others. */

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

/** The replies of a game as a text to send: it gives away neither the guesses nor the secret. */
export function resultText(title: string, position: Position, solved: boolean, hints: number): string {
  const { game, turns } = position;
  const helped = hints ? ` with ${counted(hints, "hint")}` : "";
  const head = `${title}: ${solved ? "solved in " : "not solved in "}${guessesText(turns.length)}${helped}`;
  return isDrawn(game) ? [head, ...turns.map(({ reply }) => dots(game, reply.black ?? 0, reply.white ?? 0))].join("\n") : head;
}

/** Whether a result shows the replies. */
export function isDrawn(game: Game): boolean {
  return game.pegs <= MOST_DRAWN && (game.view === "" || game.view === "b");
}

function dots(game: Game, black: number, white: number): string {
  return "⚫".repeat(black) + "⚪".repeat(white) + "➖".repeat(game.pegs - black - white);
}
