/**
 * The door of the page: requests, files and what the browser remembers have canonical texts, whatever the notation in which
 * a game is shown. Codes, which are numbers, pass; texts go out by these functions and come in by `fromCanonical`.
 */

import { CANONICAL, formatCode, formatRules, parseCode, type Code, type Game } from "./game";
import { formatPosition, type Position } from "./position";

/** The same game, spelled canonically. */
export function canonical(game: Game): Game {
  return { ...game, notation: CANONICAL };
}

export function canonicalRules(game: Game): string {
  return formatRules(canonical(game));
}

export function canonicalCode(game: Game, code: Code): string {
  return formatCode(canonical(game), code);
}

export function canonicalPosition({ game, turns }: Position): string {
  return formatPosition({ game: canonical(game), turns });
}

/** The code of an answer, or of what was remembered. */
export function fromCanonical(game: Game, text: string): Code {
  return parseCode(canonical(game), text);
}

/** Whether an answer is about this game: the last one stays for a while when another game is on show, and is none of its codes. */
export function isOf(game: Game, answer: { position: string }): boolean {
  return answer.position.split(" ")[0] === canonicalRules(game);
}
