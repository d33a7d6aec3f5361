/** Games of lists of words: the twin of `codepegs.game.listed` for codes of one length. */

import { BadInput, shorten } from "../lib/game";

export const REPLIES = ["wordle", "common", "same-place", "per-slot", "mastermind"] as const;
/** What a reply shows. */
export type ReplyKind = (typeof REPLIES)[number];

export const UNTIL = ["named", "known"] as const;
/** When a game ends: when the secret is named, or when one word is left. */
export type Until = (typeof UNTIL)[number];

/** A game as it is stored and sent to the engine: words parted by blanks. */
export interface WordGame {
  /** The words that can be the secret. */
  readonly secrets: string;
  /** Further words that can be guessed. */
  readonly guesses: string;
  readonly reply: ReplyKind;
  /** When it ends; when the secret is named, unless it says so. */
  readonly until?: Until;
}

export interface WordTurn {
  readonly guess: string;
  readonly reply: string;
}

export interface WordList {
  /** The secrets, then the other guesses. */
  readonly words: readonly string[];
  /** Number of words that can be the secret. */
  readonly size: number;
  readonly letters: number;
  readonly reply: ReplyKind;
  readonly until: Until;
  readonly numberOf: ReadonlyMap<string, number>;
  /** The case of letters in which the words are stored. */
  readonly fold: FoldName;
}

/** Guesses times secrets of the largest game: their replies take 200 MB. */
export const MOST_PAIRS = 60_000_000;
/** Letters of the longest words: the marks of more have more than 65,536 replies. */
export const MOST_LETTERS: Readonly<Record<ReplyKind, number>> = {
  wordle: 10,
  common: 100,
  "same-place": 100,
  "per-slot": 100,
  mastermind: 100,
};

type Fold = (word: string) => string;

/** A word in another case of letters; a letter that would become several stays, such as ß. */
const byLetter =
  (change: (letter: string) => string): Fold =>
  (word) =>
    [...word].map((letter) => ([...change(letter)].length === 1 ? change(letter) : letter)).join("");
const upper = byLetter((letter) => letter.toUpperCase());
const lower = byLetter((letter) => letter.toLowerCase());
/** Letters and digits as East Asian keyboards type them. */
const plain: Fold = (word) => word.replace(/[\uff01-\uff5e]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0));

/** What two words have in common only if they differ in case alone; letters of which only the capitals are equal differ. */
const identity: Fold = (word) => `${upper(word)}\n${lower(word)}`;

/** Different words, as first written. */
function distinct(words: readonly string[]): string[] {
  const first = new Map<string, string>();
  for (const word of words) if (!first.has(identity(word))) first.set(identity(word), word);
  return [...first.values()];
}

const FOLDS = { upper, lower, given: (word: string) => word } satisfies Record<string, Fold>;
type FoldName = keyof typeof FOLDS;

/** How different words are stored: the first fold that keeps them apart, of upper case, lower case and none. */
function foldOf(words: readonly string[]): FoldName {
  return (["upper", "lower"] as const).find((name) => new Set(words.map(FOLDS[name])).size === words.length) ?? "given";
}

/** The words of a text as they are written: parted by blanks, commas or semicolons; the numbers of a numbered list are none. */
function written(text: string): string[] {
  const words = text.normalize("NFC").replace(/^[^\S\n]*\d+[.):](?=\s)/gmu, "");
  return words.split(/[\s,;"']+/u).filter(Boolean);
}

/** The words of a text, each once, as a list of them is stored. */
export function wordsOf(text: string): string[] {
  const words = distinct(written(text));
  return words.map(FOLDS[foldOf(words)]);
}

/** How many words of a text are dropped, because it has them before. */
export function duplicatesIn(text: string): number {
  const words = written(text);
  return words.length - distinct(words).length;
}

/** A text that is typed, in the case of letters of a list. */
export function cased({ fold }: WordList, text: string): string {
  return FOLDS[fold](text.normalize("NFC"));
}

/** How a typed word may differ from the word that is meant: in case, else also in width. */
const TYPED: readonly (readonly Fold[])[] = [[upper, lower], [(word) => upper(plain(word))]];

/** The words of a list that a typed text may mean: itself, else those that differ in case, or in width, only. */
export function meantBy({ words, letters, numberOf }: WordList, text: string): string[] {
  const typed = text.trim().normalize("NFC");
  if (numberOf.has(typed)) return [typed];
  if ([...typed].length !== letters) return [];
  for (const folds of TYPED) {
    const meant = words.filter((word) => folds.some((fold) => fold(word) === fold(typed)));
    const nearer = meant.filter((word) => isCased(typed, word));
    if (meant.length) return nearer.length && meant.length > 1 ? nearer : meant;
  }
  return [];
}

/** Whether each letter of a text is the one of a word, or its capital or small letter. */
function isCased(text: string, word: string): boolean {
  const letters = [...word];
  const typed = [...text];
  return typed.length === letters.length && typed.every((letter, at) => [letters[at]!, upper(letters[at]!), lower(letters[at]!)].includes(letter));
}

/** The word that a typed text means, and what is wrong if there is none or are two. */
export function meantWord(list: WordList, text: string): { word: string | null; fault: string } {
  const [word, other] = meantBy(list, text);
  if (word !== undefined && other === undefined) return { word, fault: "" };
  if (!text.trim()) return { word: null, fault: "Type a word from your list." };
  if (word === undefined) return { word: null, fault: `${cased(list, text.trim()).slice(0, 30)} is not in your list.` };
  return { word: null, fault: `${text.trim().slice(0, 30)} can mean ${word} or ${other}. Type it as it stands in your list.` };
}

/** The lengths of the words of a list, the most frequent first, each with its words; to choose one where they differ. */
export function byLength({ secrets, guesses, ...rules }: WordGame): { letters: number; count: number; game: WordGame }[] {
  const lengthOf = (word: string): number => [...word].length;
  const [held, others] = [distinct(written(secrets)), distinct(written(guesses))];
  const lengths = [...new Set(held.map(lengthOf))];
  if (lengths.length < 2 && others.every((word) => lengthOf(word) === lengths[0])) return [];
  const fold = FOLDS[foldOf(distinct([...held, ...others]))];
  const of = (words: string[], letters: number): string[] => words.filter((word) => lengthOf(word) === letters).map(fold);
  return lengths
    .map((letters) => ({ letters, count: of(held, letters).length, game: { secrets: of(held, letters).join(" "), guesses: of(others, letters).join(" "), ...rules } }))
    .sort((a, b) => b.count - a.count || a.letters - b.letters);
}

/** Read the lists of a game; throws `BadInput` with a sentence that says what is wrong. */
export function readGame({ secrets, guesses, reply, until = "named" }: WordGame): WordList {
  const given = distinct([...written(secrets), ...written(guesses)]);
  const fold = foldOf(given);
  const words = given.map(FOLDS[fold]);
  const held = words.slice(0, distinct(written(secrets)).length);
  if (!held.length) throw BadInput.because({ kind: "no_secrets_listed" });
  const wrong = words.find((word) => word.includes(":"));
  if (wrong) throw BadInput.because({ kind: "word_with_colon", text: shorten(wrong) });
  const letters = [...held[0]!].length;
  const other = words.find((word) => [...word].length !== letters);
  if (other) throw BadInput.because({ kind: "letters_differ", text: shorten(held[0]!), letters, other: shorten(other), count: [...other].length });
  if (letters > MOST_LETTERS[reply]) throw BadInput.because({ kind: "too_many_letters", most: MOST_LETTERS[reply], letters });
  if (held.length * words.length > MOST_PAIRS) throw BadInput.because({ kind: "lists_too_long", guesses: words.length, secrets: held.length });
  return { words, size: held.length, letters, reply, until, numberOf: new Map(words.map((word, number) => [word, number])), fold };
}

/** A list as a game that is stored. */
export function gameFrom({ words, size, reply, until }: WordList): WordGame {
  return { secrets: words.slice(0, size).join(" "), guesses: words.slice(size).join(" "), reply, ...(until === "named" ? {} : { until }) };
}

/** Whether two games have the same lists, the same reply and the same end. */
export function isSameGame(one: WordGame, other: WordGame): boolean {
  return one.reply === other.reply && (one.until ?? "named") === (other.until ?? "named") && one.secrets === other.secrets && one.guesses === other.guesses;
}

/** The one word left, where that ends the game; null before. */
export function wordKnown({ words, size, reply, until }: WordList, turns: readonly WordTurn[]): string | null {
  if (until === "named") return null;
  const left = turns.reduce((some, turn) => some.filter((word) => replyBetween(reply, turn.guess, word) === turn.reply), words.slice(0, size));
  return left.length === 1 ? left[0]! : null;
}

/** The replies of a game as text, in the order of their part numbers, the win last. */
export function repliesOf({ reply, letters }: Pick<WordList, "reply" | "letters">): string[] {
  if (reply === "wordle") {
    return Array.from({ length: 3 ** letters }, (_, part) => [...part.toString(3).padStart(letters, "0")].map((mark) => "-yg"[Number(mark)]).join(""));
  }
  const counts = Array.from({ length: letters + 1 }, (_, count) => count);
  if (reply === "same-place") return counts.map((count) => `${count}b`);
  if (reply === "common") return [...counts.map((count) => `${count}t`), "solved"];
  return pairsOf(reply, letters).map(([black, white]) => `${black}b${white}w`);
}

/** The counts of each part, of the replies that show black and white. */
export function pairsOf(reply: "per-slot" | "mastermind", letters: number): [number, number][] {
  const pairs: [number, number][] = [];
  for (let total = 0; total <= letters; total++) {
    for (let white = total; white >= 0; white--) {
      if (reply === "mastermind" && total === letters && white === 1) continue; // the last one cannot be elsewhere
      pairs.push([total - white, white]);
    }
  }
  return pairs;
}

/** The reply to a guess by a secret, as text. */
export function replyBetween(reply: ReplyKind, guess: string, secret: string): string {
  const [asked, held] = [[...guess], [...secret]];
  const inPlace = asked.map((letter, at) => letter === held[at]);
  const black = inPlace.filter(Boolean).length;
  if (reply === "same-place") return `${black}b`;
  if (reply === "per-slot") return `${black}b${asked.filter((letter, at) => !inPlace[at] && held.includes(letter)).length}w`;
  const open = held.filter((_, at) => !inPlace[at]);
  const marks = asked.map((letter, at) => {
    if (inPlace[at]) return "g";
    const found = open.indexOf(letter);
    if (found < 0) return "-";
    open.splice(found, 1);
    return "y";
  });
  if (reply === "wordle") return marks.join("");
  const white = marks.filter((mark) => mark === "y").length;
  if (reply === "mastermind") return `${black}b${white}w`;
  return guess === secret ? "solved" : `${black + white}t`;
}

/** The reply that ends the game. */
export function winOf({ reply, letters }: Pick<WordList, "reply" | "letters">): string {
  if (reply === "wordle") return "g".repeat(letters);
  if (reply === "common") return "solved";
  return reply === "same-place" ? `${letters}b` : `${letters}b0w`;
}

/** The room that the words of a list and their replies take on a board. */
export function shapeOf({ reply, letters }: Pick<WordList, "reply" | "letters">): { across: number; written: string; below: boolean } {
  return { across: letters, written: reply === "wordle" ? "0px" : "9rem", below: reply !== "wordle" };
}

/** A reply in words. */
export function replyWords(reply: ReplyKind, text: string): string {
  if (text === "solved") return "this is the secret";
  if (reply === "wordle") return [...text].map((mark) => MARK_WORDS[mark]).join(", ");
  const [first = "0", second = "0"] = text.match(/\d+/g) ?? [];
  if (reply === "common") return `${first} ${first === "1" ? "letter" : "letters"} in common`;
  if (reply === "same-place") return `${first} in place`;
  return `${first} in place, ${second} elsewhere`;
}

/** What sentences about a list call its codes. */
export const WORD_NOUNS = { code: "word" };

export const MARK_WORDS: Readonly<Record<string, string>> = { g: "in place", y: "elsewhere", "-": "absent" };
