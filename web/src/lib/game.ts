/** The rules of a game, its codes and replies: the same texts and the same counting as everywhere in codepegs. */

import constants from "./constants.json" with { type: "json" };
import { blackAndWhite, isNothing, isTotal, normal, otherwise, withCounts, type Said } from "./replyWords.ts";
import { COLOR_NOUNS, pageWords, sentence, type Nouns, type Reason } from "./reasons.ts";

export const SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** How the colors of a game are spelled: by symbols, or, where there are more colors, by numbers counted from `base`. */
export interface Notation {
  readonly symbols: string;
  readonly base: number;
}

/** The notation of requests, files and memory, and of every game that has no own one. */
export const CANONICAL: Notation = { symbols: SYMBOLS, base: 1 };
/** Digits from 0 on: what everybody plays Bulls and Cows with. */
export const DIGITS: Notation = { symbols: `0${SYMBOLS}`, base: 0 };

export const { MOST_PEGS, MOST_COLORS } = constants.text;
export const ALIASES: Readonly<Record<string, string>> = constants.text.ALIASES;
/** Aliases written out. */
const LONG_ALIASES: Readonly<Record<string, string>> = constants.text.LONG_ALIASES;
/** The alias that asks for digits. */
const DIGITS_ALIAS = "bc";

/** Which part of the reply is shown: "" black and white, "b" black, "t" the total, "w" white. */
export type View = "" | "b" | "t" | "w";

export interface Game {
  readonly pegs: number;
  readonly colors: number;
  readonly repeats: boolean;
  readonly view: View;
  /** How its codes are spelled on the page and in addresses. What goes elsewhere is canonical: see `canonical.ts`. */
  readonly notation: Notation;
}

/** One 0-based color a peg. */
export type Code = readonly number[];

/** What the codemaker shows; null stands for what the view hides. */
export interface Reply {
  readonly black: number | null;
  readonly white: number | null;
  readonly total: number | null;
  readonly solved: boolean;
}

/** Text that cannot be read; the message is one sentence for a person. */
export class BadInput extends Error {
  private constructor(
    readonly words: string,
    readonly reason: Reason,
  ) {
    super(sentence(words));
  }

  /** What is wrong as data, said in the words of a game. */
  static because(reason: Reason, game?: Game): BadInput {
    return new BadInput(pageWords([reason], {}, game && nounsOf(game)), reason);
  }

  /** The same with the turn, counted from 1, that is at fault. */
  within(turn: number): BadInput {
    return new BadInput(`turn ${turn}: ${this.words}`, { ...this.reason, turn });
  }
}

/** The short form of an alias and the suffix of its view; both are empty if the text is not an alias. */
export function splitAlias(text: string): readonly [string, string] {
  const match = /^([a-z]+(?:-[a-z]{2,})*)(-[btw])?$/.exec(text.trim().toLowerCase());
  const name = match?.[1] ?? "";
  const short = LONG_ALIASES[name] ?? name;
  return short in ALIASES ? [short, match?.[2] ?? ""] : ["", ""];
}

export function parseRules(text: string): Game {
  const words = text.trim().toLowerCase();
  const [name, suffix] = splitAlias(words);
  const match = /^p(\d{1,9})c(\d{1,9})([rn]?)(?:-([btw]))?$/.exec(name ? ALIASES[name] + suffix : words);
  if (!match) {
    throw BadInput.because({ kind: "no_such_rules", text: shorten(text), hint: "like_rules", aliases: Object.keys(ALIASES).join(", ") });
  }
  const game: Game = {
    pegs: Number(match[1]),
    colors: Number(match[2]),
    repeats: match[3] !== "n",
    view: (match[4] ?? "") as View,
    notation: name === DIGITS_ALIAS ? DIGITS : CANONICAL,
  };
  const fault = rulesFault(game);
  if (fault) throw fault;
  return game;
}

/** What is impossible about these rules, or null. */
export function rulesFault({ pegs, colors, repeats }: Game): BadInput | null {
  const isWithin = (count: number, most: number): boolean => Number.isInteger(count) && count >= 1 && count <= most;
  if (!isWithin(pegs, MOST_PEGS)) return BadInput.because({ kind: "pegs_out_of_range", most: MOST_PEGS, count: pegs });
  if (!isWithin(colors, MOST_COLORS)) return BadInput.because({ kind: "colors_out_of_range", most: MOST_COLORS, count: colors });
  return repeats || colors >= pegs ? null : BadInput.because({ kind: "too_few_colors", pegs, colors });
}

/** The rules as they stand in an address: a game that is spelled in digits is `bc` there, all others have their canonical id. */
export function formatRules(game: Game): string {
  const id = game.notation.base === DIGITS.base ? DIGITS_ALIAS : `p${game.pegs}c${game.colors}${game.repeats ? "" : "n"}`;
  return `${id}${game.view ? `-${game.view}` : ""}`;
}

function idOf(game: Game): string {
  return formatRules({ ...game, notation: CANONICAL });
}

/** The game with other rules; only Bulls and Cows has digits, in every view. */
export function withRules(game: Game, rules: Partial<Omit<Game, "notation">>): Game {
  const changed = { ...game, ...rules };
  return canHaveDigits(changed) ? changed : { ...changed, notation: CANONICAL };
}

/** The game in digits where that is how it is played, else as it is. */
export function inDigits(game: Game): Game {
  return canHaveDigits(game) ? { ...game, notation: DIGITS } : game;
}

function canHaveDigits(game: Game): boolean {
  return formatRules({ ...game, view: "", notation: CANONICAL }) === ALIASES[DIGITS_ALIAS];
}

/** Whether a game is played in digits, bulls and cows instead of colours, black and white. */
export function isDigits(game: Game): boolean {
  return game.notation.base === DIGITS.base;
}

const DIGIT_NOUNS: Nouns = { code: "code", color: "digit", peg: "place", item: "digit", black: "bulls", white: "cows", example: "1,2 for one bull and two cows" };

export function nounsOf(game: Game): Nouns {
  return isDigits(game) ? DIGIT_NOUNS : COLOR_NOUNS;
}

export function rulesWords(game: Game): string {
  const nouns = nounsOf(game);
  const parts = isDigits(game)
    ? [`${game.pegs} different digits`]
    : [counted(game.pegs, "peg"), counted(game.colors, "colour"), ...(game.repeats ? [] : ["no repeats"])];
  if (game.view) {
    parts.push(`replies show ${{ b: `${nouns.black} only`, t: "the total only", w: `${nouns.white} only` }[game.view]}`);
  }
  return parts.join(", ");
}

/** Number of codes. Large games have too many for a float; this is exact. */
export function gameSize(game: Game): bigint {
  if (game.repeats) return BigInt(game.colors) ** BigInt(game.pegs);
  let size = 1n;
  for (let k = 0; k < game.pegs; k++) size *= BigInt(game.colors - k);
  return size;
}

/** log10 of the number of codes. */
export function sizePower(game: Game): number {
  if (game.repeats) return game.pegs * Math.log10(game.colors);
  let power = 0;
  for (let k = 0; k < game.pegs; k++) power += Math.log10(game.colors - k);
  return power;
}

export function sizeText(game: Game): string {
  return sizePower(game) < 15 ? grouped(Number(gameSize(game))) : `about ${powerText(sizePower(game))}`;
}

/** "9 × 10⁵⁰": the number with this logarithm, with one digit. */
export function powerText(power: number): string {
  const digit = Math.round(10 ** (power % 1));
  const whole = String(Math.floor(power) + (digit === 10 ? 1 : 0));
  const raised = [...whole].map((figure) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(figure)]).join("");
  return `${digit % 10 > 1 ? `${digit} × ` : ""}10${raised}`;
}

/** A number for a person, with at most two decimals: grouped in threes. The first `toLocaleString` takes a phone some 30 ms. */
export function grouped(count: number, digits = 0): string {
  if (!(Math.abs(count) < 1e15)) return `about ${powerText(Math.log10(count))}`;
  const text = digits ? count.toFixed(digits) : String(Math.round(count));
  return text.replace(/\B(?=(\d{3})+(?:\.|$))/g, ",");
}

export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;
}

// --- codes

/** Whether every color has a symbol, so that codes are written without commas. */
export function hasSymbols(game: Game): boolean {
  return game.colors <= game.notation.symbols.length;
}

export function colorSymbol(game: Game, color: number): string {
  return hasSymbols(game) ? (game.notation.symbols[color] ?? "?") : String(color + game.notation.base);
}

/** Pegs up to which a code is put together peg by peg; larger ones, and those of more colors than symbols, are typed as text. */
const MOST_DRAWN = 20;

export function isPegged(game: Game): boolean {
  return game.pegs <= MOST_DRAWN && game.colors <= SYMBOLS.length;
}

/** All colors of a game in a sentence: "1 to 6", "0 to 9", "1 to 9 and A to C". */
export function colorsText(game: Game): string {
  const [first, last] = [colorSymbol(game, 0), colorSymbol(game, game.colors - 1)];
  if (!/[A-Z]/.test(last)) return `${first} to ${last}`;
  return `${first} to 9 and ${last === "A" ? "A" : `A to ${last}`}`;
}

/** The symbols of the colors, as values of a reason with the kind of the clause as `range`. */
function rangeOf(game: Game): Omit<Reason, "kind"> {
  const [first, last] = [colorSymbol(game, 0), colorSymbol(game, game.colors - 1)];
  if (game.colors === 1) return { range: "one_color", first };
  return { range: !/[A-Z]/.test(last) ? "colors_to" : last === "A" ? "colors_to_a" : "colors_to_letter", first, last };
}

/** The keys that place pegs: "1–6", "0–9", "1–9, A–C". */
export function colorKeys(game: Game): string {
  const { symbols } = game.notation;
  const first = symbols[0] ?? "";
  const last = symbols[game.colors - 1] ?? "Z";
  if (game.colors === 1) return first;
  if (last <= "9") return `${first}–${last}`;
  return last === "A" ? `${first}–9, A` : `${first}–9, A–${last}`;
}

export function formatCode(game: Game, code: Code): string {
  return code.map((color) => colorSymbol(game, color)).join(hasSymbols(game) ? "" : ",");
}

/** The code a text spells; numbers separated by commas or blanks are read too. Throws `BadInput`. */
export function parseCode(game: Game, text: string): Code {
  let words = text.trim();
  const { pegs, colors, notation } = game;
  const [first, last] = [notation.base, notation.base + colors - 1];
  const like = formatCode(game, Array.from({ length: Math.min(pegs, 12) }, (_, peg) => peg % colors)) + (pegs > 12 ? "…" : "");
  const expected: Omit<Reason, "kind"> = hasSymbols(game)
    ? { expected: "code_of_symbols", pegs, symbols: notation.symbols.slice(0, colors), like }
    : { expected: "code_of_numbers", pegs, first, last };
  const refused = (kind: string, values: Omit<Reason, "kind">): BadInput => BadInput.because({ kind, text: shorten(text), game: idOf(game), ...values }, game);
  if (!words) throw refused("empty_code", expected);
  if (!words.includes(",") && /\s/.test(words)) words = words.split(/\s+/).join(",");
  const isNumbered = words.includes(",") || !hasSymbols(game) || (pegs === 1 && words.length > 1);
  const parts = isNumbered ? words.split(",").map((part) => part.trim()) : [...words];
  if (parts.length !== pegs) throw refused("wrong_length", { count: parts.length, pegs, like });
  const code = parts.map((part) => (!isNumbered ? notation.symbols.indexOf(part.toUpperCase()) : /^\d{1,9}$/.test(part) ? Number(part) - first : -1));
  const wrong = parts.find((_, peg) => code[peg]! < 0 || code[peg]! >= colors);
  if (wrong !== undefined) {
    const symbol = shorten(wrong);
    // the palette of letters shows A for 1
    if (!isDigits(game) && /^[a-z]+$/i.test(words) && [...words.toUpperCase()].every((letter) => letter.charCodeAt(0) - 65 < colors)) {
      throw refused("in_letters", { symbols: colorsText(game) });
    }
    if (!isNumbered) throw refused("no_such_color", { symbol, expected: "expected_colors", ...rangeOf(game) });
    throw /^\d+$/.test(wrong) ? refused("no_such_number", { symbol, first, last }) : refused("not_a_number", { symbol, ...expected });
  }
  const fault = codeFault(game, code);
  if (fault) throw fault;
  return code;
}

/** Why a full code is none of this game, or null. */
export function codeFault(game: Game, code: Code): BadInput | null {
  return game.repeats || new Set(code).size === code.length ? null : BadInput.because({ kind: "repeated_color", game: idOf(game) }, game);
}

// --- replies

export function score(guess: Code, secret: Code): { black: number; white: number } {
  const held = new Map<number, number>();
  for (const color of secret) held.set(color, (held.get(color) ?? 0) + 1);
  let black = 0;
  let total = 0;
  guess.forEach((color, peg) => {
    if (secret[peg] === color) black++;
    const left = held.get(color) ?? 0;
    if (left > 0) {
      total++;
      held.set(color, left - 1);
    }
  });
  return { black, white: total - black };
}

/** What this game's view shows of a full reply. */
export function show(game: Game, black: number, white: number): Reply {
  const solved = black === game.pegs;
  if (game.view === "") return { black, white, total: null, solved };
  if (game.view === "b") return { black, white: null, total: null, solved };
  if (solved) return { black: null, white: null, total: null, solved };
  return game.view === "t"
    ? { black: null, white: null, total: black + white, solved }
    : { black: null, white, total: null, solved };
}

export function replyTo(game: Game, guess: Code, secret: Code): Reply {
  const { black, white } = score(guess, secret);
  return show(game, black, white);
}

export function winReply(game: Game): Reply {
  return show(game, game.pegs, 0);
}

export function formatReply(reply: Reply): string {
  if (reply.black !== null) return reply.white === null ? `${reply.black}b` : `${reply.black}b${reply.white}w`;
  if (reply.solved) return "solved";
  return reply.total !== null ? `${reply.total}t` : `${reply.white}w`;
}

/** A text in ASCII where it was typed in full-width characters, and without variation selectors; the twin of `plain`. */
export function plain(text: string): string {
  return text.replace(/[\uFF01-\uFF5E]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0)).replace(/\u3000/g, " ").replace(/[\uFE0E\uFE0F]/g, "");
}

/** Pegs up to which two digits without a separator are two counts. */
const { MOST_TWO_DIGITS, MOST_REPLY_WORDS } = constants.text;

/** How replies are read: only in the forms that are tried first; two numbers without words as white, then black. */
export interface Style {
  isFirst?: boolean;
  whiteFirst?: boolean;
}

/** The reply a text spells, in all notations of docs/reference/notation.md but those with unknown numbers; the twin of `parse_reply`. */
export function parseReply(game: Game, text: string, style: Style = {}): Reply {
  const outer = plain(text).trim();
  const written = /^\([^()]*\)$/.test(outer) ? outer.slice(1, -1).trim() : outer;
  const words = written.toLowerCase();
  if (words === "solved") return winReply(game);
  if (words.includes("?")) {
    throw BadInput.because({ kind: "unknown_in_reply", text: shorten(text) });
  }
  const counts = readCounts(game, text, written, style);
  if (!counts) throw BadInput.because({ kind: "not_a_reply", text: shorten(text), form: REPLY_FORMS[game.view] }, game);
  const [first = 0, second = 0] = counts;
  const none = { black: null, white: null, total: null, solved: false };
  const reply = game.view === "t" ? { ...none, total: first } : game.view === "w" ? { ...none, white: first } : show(game, first, second);
  const exceeds = exceeding(game, reply);
  if (exceeds) throw BadInput.because({ ...exceeds, text: shorten(text) }, game);
  return reply;
}

/** The clause with an example, by what a game shows. */
const REPLY_FORMS = { "": "form_of_both", b: "form_of_black", t: "form_of_total", w: "form_of_white" };

/** Why a reply has more pegs than the game; null if it has not. */
function exceeding(game: Game, { black, white, total }: Reply): Reason | null {
  if ((black ?? 0) + (white ?? 0) + (total ?? 0) <= game.pegs) return null;
  const counts = black === null ? (white === null ? "total_exceeds" : "white_exceed") : white === null ? "black_exceed" : "black_and_white_exceed";
  const shown = Object.fromEntries(Object.entries({ black, white, total }).flatMap(([name, count]) => (count === null ? [] : [[name, count]])));
  return { kind: "exceeds", counts, ...shown, pegs: game.pegs, game: idOf(game) };
}

/** Why no code gives a reply to a guess, as values of a reason with the kind of the clause as `why`; the twin of `impossibility`. */
export function impossibility(game: Game, guess: Code, reply: Reply): Omit<Reason, "kind"> {
  const exceeds = exceeding(game, reply);
  if (exceeds) {
    const { kind: _, ...values } = exceeds;
    return { why: "why_exceeds", ...values };
  }
  const { black, white } = reply;
  if (black === game.pegs - 1 && white === 1) return { why: "why_last_peg", black };
  if (white && new Set(guess).size === 1) return { why: "why_one_color" };
  const other = { ...game, repeats: true };
  if (!game.repeats && canReply(other, guess, { ...reply, solved: black === game.pegs })) return { why: "why_no_repeats", other: formatRules(other) };
  return {};
}

/** The counts of a text: those of a pair, or the one that is shown; the twin of `_counts`. */
function readCounts(game: Game, text: string, written: string, style: Style): readonly number[] | null {
  const found = game.view === "" ? firstPair(game, text, written, style) : firstOne(game, text, written);
  return found ?? (style.isFirst ? null : otherCounts(game, text, written, style));
}

/** Black and white in the forms that are tried first, so that no word of another game changes what they mean. */
function firstPair(game: Game, text: string, written: string, style: Style): readonly number[] | null {
  const words = written.toLowerCase();
  const said = withCounts(words, "first");
  if (said) {
    if (/^\d{1,9}\s*B$/.test(written)) throw BadInput.because({ kind: "two_readings_of_b", text: shorten(text), count: parseInt(written) }, game);
    return saidCounts(game, text, said, "first");
  }
  const pair = /^(\d{1,9})(?:\s*[,/–-]\s*|\s+)(\d{1,9})$/.exec(words) ?? (game.pegs <= MOST_TWO_DIGITS ? /^(\d)(\d)$/.exec(words) : null);
  if (pair) return ordered(pair, style);
  if (/^0{1,2}$/.test(words)) return [0, 0]; // nothing, whichever count is meant
  const digits = /^(\d)(\d)$/.exec(words);
  if (digits) {
    const counts = { count: Number(words), black: Number(digits[1]), white: Number(digits[2]), pegs: game.pegs };
    throw BadInput.because({ kind: "two_readings_of_digits", text: shorten(text), ...counts }, game);
  }
  if (/^\d$/.test(words) && Number(words) <= game.pegs) {
    throw BadInput.because({ kind: "two_readings_of_digit", text: shorten(text), count: Number(words) }, game);
  }
  return pegsOf(words);
}

/** Black and white of two numbers. */
function ordered([, first, second]: RegExpExecArray, { whiteFirst }: Style): readonly number[] {
  const numbers = [Number(first), Number(second)];
  return whiteFirst ? numbers.reverse() : numbers;
}

/** The one count that a view shows, and nothing besides, in the forms that are tried first. */
function firstOne(game: Game, text: string, written: string): readonly number[] | null {
  const words = written.toLowerCase();
  const said = withCounts(words, "first");
  if (said) return saidCounts(game, text, said, "first");
  if (/^\d{1,9}$/.test(words)) return [Number(words)];
  const pegs = pegsOf(words);
  if (!pegs) return null;
  const [black, white] = pegs;
  return (game.view === "w" ? black : white) === 0 ? [black + white] : null;
}

/** The counts in the words and signs of other games and languages; the twin of `_other_counts`. */
function otherCounts(game: Game, text: string, written: string, style: Style): readonly number[] | null {
  const words = normal(written);
  if (isNothing(words)) return game.view === "" ? [0, 0] : [0];
  const said = withCounts(words, "other") ?? otherwise(words);
  if (said) return saidCounts(game, text, said, "other");
  if (game.view !== "") {
    const ofAll = /^(\d{1,9})\s*(?:\/|of|out of)\s*(\d{1,9})$/.exec(words);
    return ofAll && Number(ofAll[2]) === game.pegs ? [Number(ofAll[1])] : null;
  }
  const pair = /^(\d{1,9})\s*\+\s*(\d{1,9})$/.exec(words) ?? /^[[{](\d{1,9})(?:\s*[,/;]\s*|\s+)(\d{1,9})[\]}]$/.exec(words);
  if (pair) return ordered(pair, style);
  const signs = words.replace(/\s+/g, "");
  if (/^\++$/.test(signs)) {
    const count = signs.length;
    throw BadInput.because({ kind: "two_readings_of_word", text: shorten(text), first: `${count}b0w, as in ++-`, second: `0b${count}w, as in *++` }, game);
  }
  if (signs.length > MOST_REPLY_WORDS || !/^(?:\*+\+*|\++-+)$/.test(signs)) return null;
  const number = (sign: string): number => signs.split(sign).length - 1;
  return signs.includes("*") ? [number("*"), number("+")] : [number("+"), number("-")];
}

/** The counts of the words of a reply; null if the game shows others. */
function saidCounts(game: Game, text: string, said: Said, forms: "first" | "other"): readonly number[] | null {
  if (game.view === "t") return said.length === 1 && isTotal(said[0]![0]) ? [said[0]![1]] : null;
  const pair = blackAndWhite(said, forms);
  if (pair && "first" in pair) throw BadInput.because({ kind: "two_readings_of_word", text: shorten(text), ...pair }, game);
  if (!pair || game.view === "") return pair;
  const [shown, hidden] = game.view === "b" ? pair : [pair[1], pair[0]];
  return hidden === 0 && said.length === 1 ? [shown] : null;
}

/** Black and white pegs of a text such as `●○··` or `bww`, or `xoo.`, of which one sign alone says too little. */
function pegsOf(words: string): readonly [number, number] | null {
  const pegs = words.replace(/\s+/g, "");
  if (!/^(?:[●⚫b○⚪w]*[·.]*|(?=..)[xo]*[·.]*)$/u.test(pegs) || !pegs) return null;
  return [pegs.match(/[●⚫bx]/gu)?.length ?? 0, pegs.match(/[○⚪wo]/gu)?.length ?? 0];
}

const NUMBER_WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** The reply as a person says it: "two black, one white", "two bulls, one cow". */
export function replyWords(game: Game, reply: Reply): string {
  if (reply.black === null && reply.solved) return "solved";
  if (reply.total === 0) return "none in total";
  const { black, white } = nounsOf(game);
  const noun = (count: number | null, nouns: string): string => (isDigits(game) && count === 1 ? nouns.slice(0, -1) : nouns);
  const inWords = Math.max(reply.black ?? 0, reply.white ?? 0, reply.total ?? 0) < NUMBER_WORDS.length;
  return (
    [
      [reply.black, noun(reply.black, black)],
      [reply.white, noun(reply.white, white)],
      [reply.total, "in total"],
    ] as const
  )
    .filter(([count]) => count !== null)
    .map(([count, name]) => `${inWords || !count ? NUMBER_WORDS[count ?? 0] : count} ${name}`)
    .join(", ");
}

/** Games of more pegs show the counts of a reply instead of so many dots. */
const MOST_DOTS = 8;

/** Whether a reply is drawn as pegs. */
export function isReplyDrawn(game: Game): boolean {
  return game.pegs <= MOST_DOTS && (game.view === "" || game.view === "b");
}

/** The room that a reply takes on a board: its width in pegs, or that it is written. */
export function replyShape(game: Game): { replyWide: number; written: string } {
  const drawn = isReplyDrawn(game);
  return { replyWide: drawn ? Math.ceil(game.pegs / 2) * 0.44 + 0.16 : 0, written: drawn ? "0px" : "5.4rem" };
}

/** Whether some code of the game gives this reply to that guess; the twin of `Game.can_reply`. */
export function canReply(game: Game, guess: Code, reply: Reply): boolean {
  if (reply.solved) return formatReply(reply) === formatReply(winReply(game));
  const tally = new Map<number, number>();
  for (const color of guess) tally.set(color, (tally.get(color) ?? 0) + 1);
  const counts = [...tally.values()].sort((a, b) => a - b);
  const upTo = (last: number): number[] => Array.from({ length: Math.max(0, last + 1) }, (_, k) => k);
  const { pegs } = game;
  if (game.view === "") return fits(game, counts, reply.black ?? 0, reply.white ?? 0);
  if (game.view === "b") {
    const black = reply.black ?? 0;
    return upTo(pegs - black).some((white) => fits(game, counts, black, white));
  }
  if (game.view === "t") {
    const total = reply.total ?? 0;
    return upTo(Math.min(total, pegs - 1)).some((black) => fits(game, counts, black, total - black));
  }
  const white = reply.white ?? 0;
  return upTo(Math.min(pegs - white, pegs - 1)).some((black) => fits(game, counts, black, white));
}

function fits(game: Game, counts: number[], black: number, white: number): boolean {
  const { pegs, colors } = game;
  const rest = pegs - black;
  if (!(black >= 0 && black < pegs && white >= 0 && white <= rest) || colors === 1) return false;
  if (!game.repeats) {
    return !(rest === 1 && white === 1) && white >= rest - (colors - pegs);
  }
  const most = counts[counts.length - 1] ?? 0;
  if (colors === 2) {
    const first = pegs - most;
    for (let taken = Math.max(0, black - most); taken <= Math.min(first, black); taken++) {
      if (white === 2 * Math.min(first - taken, most - (black - taken))) return true;
    }
    return false;
  }
  const rare = counts.length === colors ? (counts[0] ?? 0) : 0;
  const least = 2 * Math.max(0, rare - black);
  const common = 2 * most <= rest ? most : mostCommonAfter(counts, black);
  return least <= white && white <= (2 * common <= rest ? rest : 2 * (rest - common));
}

/** The least the largest count can become when `taken` pegs are taken off them in all. */
function mostCommonAfter(counts: number[], taken: number): number {
  let low = 0;
  let high = counts[counts.length - 1] ?? 0;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (counts.reduce((sum, count) => sum + Math.max(0, count - middle), 0) <= taken) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** A text somebody gave, for a sentence about it. */
export function shorten(text: string): string {
  return text.length <= 40 ? text : `${text.slice(0, 37)}…`;
}
