/** Rules and turns on one line, `p4c6 1122:1b0w 1344:0b2w`, in the notation of the game: what addresses carry and people paste. */

import {
  BadInput,
  canReply,
  formatCode,
  formatReply,
  formatRules,
  parseCode,
  parseReply,
  parseRules,
  type Code,
  type Game,
  type Reply,
} from "./game";

export interface Turn {
  readonly guess: Code;
  readonly reply: Reply;
}

export interface Position {
  readonly game: Game;
  readonly turns: readonly Turn[];
}

/** The position a text spells; throws `BadInput` with a sentence that names the turn at fault. */
export function parsePosition(text: string): Position {
  const words = text.trim().split(/\s+/);
  const game = parseRules(words[0] || "");
  const turns = words.slice(1).map((word, index) => {
    const colon = word.indexOf(":");
    if (colon < 0) {
      throw new BadInput(`Turn ${index + 1}, “${word}”, has no colon: write guess:reply, like 1122:1b0w.`);
    }
    try {
      return { guess: parseCode(game, word.slice(0, colon)), reply: parseReply(game, word.slice(colon + 1)) };
    } catch (error) {
      throw error instanceof BadInput ? new BadInput(`Turn ${index + 1}: ${error.message}`) : error;
    }
  });
  return { game, turns };
}

/** The position of an address, and what is wrong with its text; then, and where there is none, the empty one of p4c6. */
export function positionOr(text: string | undefined): { position: Position; fault: string } {
  try {
    return { position: parsePosition(text ?? "p4c6"), fault: "" };
  } catch (error) {
    return { position: { game: parseRules("p4c6"), turns: [] }, fault: error instanceof BadInput ? error.message : String(error) };
  }
}

export function formatTurn(game: Game, turn: Turn): string {
  return `${formatCode(game, turn.guess)}:${formatReply(turn.reply)}`;
}

export function formatPosition(position: Position): string {
  return [formatRules(position.game), ...position.turns.map((turn) => formatTurn(position.game, turn))].join(" ");
}

export function withTurn(position: Position, turn: Turn): Position {
  return { game: position.game, turns: [...position.turns, turn] };
}

/** The position with turn `index` (from 0) replaced, or taken out when `turn` is null. */
export function changeTurn(position: Position, index: number, turn: Turn | null): Position {
  const turns = position.turns.flatMap((old, n) => (n === index ? (turn ? [turn] : []) : [old]));
  return { game: position.game, turns };
}

export function isSolved(position: Position): boolean {
  return position.turns[position.turns.length - 1]?.reply.solved ?? false;
}

/** Turns, from 0, whose reply no code of the game gives by itself: the server refuses those. */
export function impossibleTurns(position: Position): number[] {
  return position.turns.flatMap((turn, n) => (canReply(position.game, turn.guess, turn.reply) ? [] : [n]));
}
