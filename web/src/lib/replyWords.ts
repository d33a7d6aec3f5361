/** The words in which people say a reply, by game and language: the table of Python's reply_words, read as there. */

import constants from "./constants.json" with { type: "json" };

const { PAIRS, FIRST, NAMES, NOTHING, TOTAL_WORDS, HEADINGS, MOST_WORDS_ALONE } = constants.replies;

type Role = "black" | "white";

/** The words of a reply, each with its count. */
export type Said = readonly (readonly [string, number])[];
export type Counts = readonly [number, number];

/** A text in small letters without accents, as the words are compared; other marks stay. */
export function normal(text: string): string {
  return text.toLowerCase().replace(/ß/g, "ss").normalize("NFD").replace(/[\u0300-\u036f]/g, "").normalize("NFC");
}

const ROLES: readonly ReadonlyMap<string, Role>[] = PAIRS.map(
  (pair) => new Map(pair.flatMap((words, n) => words.map((word): [string, Role] => [normal(word), n === 0 ? "black" : "white"]))),
);
const FORMS = [...new Set([...TOTAL_WORDS, ...ROLES.flatMap((roles) => [...roles.keys()])])].sort((a, b) => b.length - a.length);
const LETTERS = FORMS.filter((word) => word.length === 1).join("");

const WORD = `(${FORMS.map((word) => word.replace(" ", "\\s+")).join("|")})(?!\\p{L})`;
const NEXT = "(?:\\s*[+&/]\\s*(?=\\S)|\\s+[–—-]\\s+|[\\s,;、]+(?:(?:and|und|et|y|e|и|と)\\s+)?)?";
const COUNT_FIRST = {
  first: new RegExp(`([0-9]{1,9})\\s*${WORD}(?:[\\s,]+(?:and\\s+)?)?`, "uy"),
  other: new RegExp(`([0-9]{1,9})\\s*${WORD}${NEXT}`, "uy"),
};
/** An initial is not without a sign, since `b1w2` can be one white. */
const WORD_FIRST = new RegExp(`${WORD}(?:\\s*[:=]\\s*|(?<=\\p{L}{2})\\s*)([0-9]{1,9})(?![0-9])${NEXT}`, "uy");
const ALONE = new RegExp(`${WORD}${NEXT}`, "uy");
const INITIALS = new RegExp(`^(?:[0-9]{0,9}[${LETTERS}]\\s*)+$`, "u");
const INITIAL = new RegExp(`([0-9]{0,9})([${LETTERS}])`, "gu");
const ANYWHERE = new RegExp(`(?<![\\p{L}\\p{N}])${WORD}\\s*[:=]\\s*([0-9]{1,9})(?![0-9])`, "giu");

/** The finds of a pattern that follow each other to the end of a text; null where something else is between. */
function throughout(pattern: RegExp, words: string): RegExpExecArray[] | null {
  const found: RegExpExecArray[] = [];
  pattern.lastIndex = 0;
  while (pattern.lastIndex < words.length) {
    const next = pattern.exec(words);
    if (!next) return null;
    found.push(next);
  }
  return found.length ? found : null;
}

const form = (found: string): string => found.split(/\s+/).join(" ");

/** The words of a text such as `1b2w` or `1 bull, 2 cows`, each after its count. */
export function withCounts(words: string, forms: "first" | "other"): Said | null {
  return throughout(COUNT_FIRST[forms], words)?.map((found) => [form(found[2]!), Number(found[1])] as const) ?? null;
}

/** The words of `bulls: 1, cows: 2`, of `H2B` and `HTT`, or of `hit blow blow`. */
export function otherwise(words: string): Said | null {
  const before = throughout(WORD_FIRST, words);
  if (before && before.length <= MOST_WORDS_ALONE) return before.map((found) => [form(found[1]!), Number(found[2])] as const);
  const alone = throughout(ALONE, words);
  if (alone && alone.length <= MOST_WORDS_ALONE) return summed(alone.map((found) => [form(found[1]!), 1] as const));
  if (words.length > 2 * MOST_WORDS_ALONE || !INITIALS.test(words)) return null;
  return summed([...words.matchAll(INITIAL)].map((found) => [found[2]!, Number(found[1] || 1)] as const));
}

/** Each word once, with the sum of its counts. */
function summed(said: Said): Said {
  const counts = new Map<string, number>();
  for (const [word, count] of said) counts.set(word, (counts.get(word) ?? 0) + count);
  return [...counts];
}

/** Black and white of the words of a reply; null if no pair has all words, and both readings where pairs differ. */
export function blackAndWhite(said: Said, forms: "first" | "other"): Counts | { first: string; second: string } | null {
  const fits = (roles: ReadonlyMap<string, Role>): boolean => said.every(([word]) => roles.has(word));
  let fitting = [...ROLES.keys()].slice(0, FIRST).filter((n) => fits(ROLES[n]!)).slice(0, 1);
  if (!fitting.length && forms === "other") fitting = [...ROLES.keys()].filter((n) => fits(ROLES[n]!));
  const found = new Map<string, Counts>();
  for (const n of fitting) {
    const counts = countsOf(said, ROLES[n]!);
    const text = counts && `${counts[0]}b${counts[1]}w`;
    if (text && ![...found.values()].some((other) => `${other[0]}b${other[1]}w` === text)) found.set(`${text}, as in ${NAMES[n]}`, counts);
  }
  const [first, second] = found.keys();
  return first && second ? { first, second } : (found.values().next().value ?? null);
}

function countsOf(said: Said, roles: ReadonlyMap<string, Role>): Counts | null {
  const counts = { black: -1, white: -1 };
  for (const [word, count] of said) {
    const role = roles.get(word)!;
    if (counts[role] >= 0) return null;
    counts[role] = count;
  }
  return [Math.max(0, counts.black), Math.max(0, counts.white)];
}

/** A text of turns in which `bulls: 1` and `bulls=1` are `1bulls`, so that their signs part nothing. */
export function countsFirst(text: string): string {
  return text.replace(ANYWHERE, (_, word: string, count: string) => `${count}${word}`);
}

export const isNothing = (words: string): boolean => NOTHING.includes(words);
export const isTotal = (word: string): boolean => TOTAL_WORDS.includes(word);

const ROW_NUMBER = /^[\s|#]*(\d{1,9})(?:\s*[.):|,;]\s*|\s+)(?=\S)/;

/** The rows of a table that was pasted, without its heading and the numbers of rows; the twin of `as_table`. */
export function asTable(text: string): { rows: string; whiteFirst: boolean } | null {
  const lines = text.split("\n").filter((line) => !/^[\s|:+=_–—-]*$/.test(line)).map((line) => line.replace(/^[ \t\r|]+/, "").replace(/[ \t\r|]+$/, ""));
  const heading = lines.length > 0 && isHeading(lines[0]!) ? lines.shift()! : "";
  const numbers = lines.map((line) => ROW_NUMBER.exec(line)?.[1]);
  const numbered = lines.length > 0 && numbers.every((number, n) => number === String(n + 1));
  if (!numbered && !heading) return null;
  const rows = numbered ? lines.map((line) => line.replace(ROW_NUMBER, "")) : lines;
  return { rows: rows.map((line) => line.replace(/\s*[|;\t]\s*/g, " ")).join("\n"), whiteFirst: isWhiteFirst(heading) };
}

const wordsOf = (line: string): string[] => normal(line).match(/[\p{L}\p{N}]+/gu) ?? [];

function isHeading(line: string): boolean {
  const words = wordsOf(line);
  return words.length > 0 && words.every((word) => HEADINGS.includes(word) || ROLES.some((roles) => roles.has(word)));
}

function isWhiteFirst(heading: string): boolean {
  for (const roles of ROLES) {
    const found = wordsOf(heading).flatMap((word) => roles.get(word) ?? []);
    if (found.includes("black") && found.includes("white")) return found.indexOf("white") < found.indexOf("black");
  }
  return false;
}
