/** Hints that give little away: whether a guess fits, and which colours are certain. */

import type { CandidatesRecord } from "./contract";
import { canonical } from "./canonical";
import { canReply, colorSymbol, counted, formatReply, gameSize, isDigits, nounsOf, replyTo, replyWords, type Code, type Game } from "./game";
import { impossibleTurns, type Position, type Turn } from "./position";
import { palette } from "./palette.svelte";

/** Whether a guess could be the secret, as a sentence. */
export function fitWords({ game, turns }: Position, guess: Code): string {
  const wrong = turns.flatMap((turn, n) => (formatReply(replyTo(game, turn.guess, guess)) === formatReply(turn.reply) ? [] : [n + 1]));
  if (wrong.length === 0) return turns.length ? "Your guess fits all replies, so it could be the secret." : "There is no reply yet, so every guess fits.";
  const named = wrong.length === 1 ? `the reply to turn ${wrong[0]}` : `the replies to turns ${wrong.slice(0, -1).join(", ")} and ${wrong.at(-1)}`;
  return `Your guess does not fit ${named}, so it cannot be the secret.`;
}

/** Longer codes are not spelled in sentences. */
const MOST_SPELLED = 12;

function spelled(game: Game, guess: Code): string {
  return game.pegs <= MOST_SPELLED ? palette.written(game, guess) : "the guess";
}

/** Why no code of the game gives the reply of a turn, as a sentence. */
export function impossibleWords(game: Game, { guess, reply }: Turn): string {
  const { color } = nounsOf(game);
  const said = `${spelled(game, guess)} cannot get the reply “${replyWords(game, reply)}”`;
  const [black, white] = [reply.black ?? 0, reply.white ?? 0];
  if (black + white + (reply.total ?? 0) > game.pegs) return `${said}: a code has only ${counted(game.pegs, isDigits(game) ? "digit" : "peg")}.`;
  if (black === game.pegs - 1 && white === 1) return `${said}: if all others are in the right place, the last one cannot be in the wrong place.`;
  if (white && new Set(guess).size === 1) return `${said}: if all ${color}s of a guess are the same, none is in the wrong place.`;
  if (!game.repeats && canReply({ ...game, repeats: true }, guess, reply)) return `${said}. It could if ${color}s were allowed to repeat.`;
  return `${said}.`;
}

/** What is wrong with the first turn that cannot be true, by itself or with the secret; nothing if all can. */
export function misfitWords({ game, turns }: Position, secret: Code | null): string {
  const [impossible] = impossibleTurns({ game, turns });
  if (impossible !== undefined) return `Turn ${impossible + 1}: ${impossibleWords(game, turns[impossible]!)}`;
  for (const [n, { guess, reply }] of secret ? turns.entries() : []) {
    const right = replyTo(game, guess, secret!);
    if (formatReply(right) === formatReply(reply)) continue;
    return `Turn ${n + 1} does not fit the secret: ${spelled(game, guess)} would get “${replyWords(game, right)}”, not “${replyWords(game, reply)}”.`;
  }
  return "";
}

/** What is certain of the secret, as sentences. */
export function certainWords(game: Game, record: CandidatesRecord): string[] {
  const { color: noun, peg: place } = nounsOf(game);
  const colors = Array.from({ length: game.colors }, (_, color) => color);
  const symbol = (color: number): string => colorSymbol(canonical(game), color);
  const label = (color: number): string => palette.label(game, color);
  const known = (record.possible ?? []).flatMap((open, peg) => {
    const color = open.length === 1 ? colors.find((each) => symbol(each) === open[0]?.color) : undefined;
    return color === undefined ? [] : [`${place[0]!.toUpperCase()}${place.slice(1)} ${peg + 1} is ${noun} ${label(color)}.`];
  });
  const open = new Set((record.possible ?? []).flat().map(({ color }) => color));
  const absent = record.possible ? colors.filter((color) => !open.has(symbol(color))) : [];
  const isWhole = record.candidates !== null && record.candidates <= record.codes.length;
  const letters = record.codes.map((code) => new Set(code.includes(",") ? code.split(",") : code));
  const sure = isWhole ? colors.filter((color) => letters.every((code) => code.has(symbol(color)))) : [];
  const list = (some: readonly number[], word = "and"): string =>
    some.length === 1 ? label(some[0]!) : `${some.slice(0, -1).map(label).join(", ")} ${word} ${label(some.at(-1)!)}`;
  const words = [...known];
  if (sure.length) words.push(`The secret contains ${noun}${sure.length > 1 ? "s" : ""} ${list(sure)}.`);
  if (absent.length) words.push(`The secret does not contain ${noun}${absent.length > 1 ? "s" : ""} ${list(absent, "or")}.`);
  if (words.length) return words;
  if (record.candidates === Number(gameSize(game))) return ["There is no reply yet, so nothing is certain."];
  return [isWhole ? `No ${noun} is certain yet.` : "Nothing certain was found, but too many codes are left to check all of them."];
}
