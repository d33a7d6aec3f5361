/** Rules and turns on one line, `p4c6 1122:1b0w 1344:0b2w`, in the notation of the game: what addresses carry and people paste. */

import constants from "./constants.json";
import {
  BadInput,
  canReply,
  colorSymbol,
  formatCode,
  formatReply,
  formatRules,
  parseCode,
  parseReply,
  hasSymbols,
  parseRules,
  shorten,
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

/** What the server takes: turns of a position, and letters. */
const { POSITION_TURNS: MOST_TURNS, POSITION_LETTERS: MOST_LETTERS } = constants.text;
/** Letters that are read of a position whatever the game. */
const LETTERS_OF_ANY = 20_000;
export const POSITION_EXAMPLE = "p4c6 1122:1b0w 1344:0b2w";
/** Letters of a turn besides its guess: the reply, and what parts them. */
const REPLY_LETTERS = 12;

/** Throws `BadInput` when a text is longer than any position of the game, before time is spent on reading it. */
export function checkLength(game: Game, text: string): void {
  const peg = hasSymbols(game) ? 1 : colorSymbol(game, game.colors - 1).length + 1;
  const most = Math.min(MOST_LETTERS, Math.max(LETTERS_OF_ANY, MOST_TURNS * (game.pegs * peg + REPLY_LETTERS)));
  if (text.length > most) {
    throw BadInput.because({ kind: "text_too_long", count: text.length, game: formatRules(game), most });
  }
}

/** The position a text spells; throws `BadInput` with a sentence that names the turn at fault. */
export function parsePosition(text: string): Position {
  const game = parseRules(/^\s*(\S*)/.exec(text)?.[1] ?? "");
  checkLength(game, text);
  const words = text.trim().split(/\s+/);
  if (words.length - 1 > MOST_TURNS) {
    throw BadInput.because({ kind: "too_many_turns", most: MOST_TURNS, count: words.length - 1 });
  }
  return { game, turns: words.slice(1).map((word, index) => parseTurn(game, word, index + 1)) };
}

function parseTurn(game: Game, word: string, number: number): Turn {
  const colon = word.indexOf(":");
  try {
    if (colon <= 0 || colon === word.length - 1) {
      const kind = colon < 0 ? "no_colon" : colon ? "no_reply" : "no_guess";
      throw BadInput.because({ kind, text: shorten(word), position: POSITION_EXAMPLE });
    }
    return { guess: parseCode(game, word.slice(0, colon)), reply: parseReply(game, word.slice(colon + 1)) };
  } catch (error) {
    throw error instanceof BadInput ? error.within(number) : error;
  }
}

/** The position of an address, and what is wrong with its text: the turns that can be read stay; where nothing can, the empty one of p4c6. */
export function positionOr(text: string | undefined): { position: Position; fault: string } {
  try {
    return { position: parsePosition(text ?? "p4c6"), fault: "" };
  } catch (error) {
    const fault = error instanceof BadInput ? `The link cannot be read. ${error.message}` : String(error);
    const [rules = "", ...words] = (text ?? "").trim().split(/\s+/);
    try {
      const game = parseRules(rules);
      checkLength(game, text ?? "");
      const turns = words.slice(0, MOST_TURNS).flatMap((word, index) => {
        try {
          return [parseTurn(game, word, index + 1)];
        } catch {
          return [];
        }
      });
      return { position: { game, turns }, fault: turns.length < words.length && turns.length ? `${fault} The other turns are here.` : fault };
    } catch {
      return { position: { game: parseRules("p4c6"), turns: [] }, fault };
    }
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
