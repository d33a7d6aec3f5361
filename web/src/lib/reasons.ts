/** Reasons are data: a kind and its values. The catalogues put them into sentences; `codepegs.reasons` describes the forms of values. */

import ALL from "../../../src/codepegs/sentences.json" with { type: "json" };
import constants from "./constants.json" with { type: "json" };
import type { Suggestion } from "./contract";
import { fixed, grouped } from "./engine/numbers.ts";
import PAGE from "./sentences.json" with { type: "json" };

export type Reason = Suggestion["reasons"][number];
export type Value = Reason[string];

/** How codes, canonical texts in the values, numbers of codes that are left, and turns stand in a sentence. */
export interface Writing {
  code: (text: string) => string;
  left: (left: Value) => string;
  turns: (turns: readonly number[]) => string;
}

/** As Python writes them; the page's engine counts all codes. */
const CANONICAL: Writing = {
  code: (text) => text,
  left: (left) => grouped(Number(left), Number(left) < 10 ? 1 : 0).replace(/\.0$/, ""),
  turns: turnsNamed,
};

/** Largest number of characters of a code within a sentence, and of turns that are listed one by one. */
const { LONGEST_NAMED, MOST_TURNS_NAMED } = constants.text;

/** The kinds that say how many guesses are needed after one that is not proved to be the best. */
const VALUES: readonly unknown[] = ["value", "value_estimate"];

/** A number as Python's `g` writes it, after it is rounded to four decimals. */
function general(value: number): string {
  return String(Number(Number(fixed(value, 4)).toPrecision(6)));
}

/** A probability as Python's `chance_words` writes it. */
function chance(probability: number): string {
  const percent = 100 * probability;
  if (percent === 0) return "0 %";
  if (percent < 1e-4) return "under 0.0001 %";
  if (percent < 10) return `${Number(percent.toPrecision(2))} %`;
  return percent < 99 || percent === 100 ? `${fixed(percent, 0)} %` : `${fixed(Math.min(percent, 99.99), 2)} %`;
}

function turnsNamed(turns: readonly number[]): string {
  if (turns.length === 1) return `turn ${turns[0]}`;
  if (turns.length <= MOST_TURNS_NAMED) return `turns ${turns.slice(0, -1).join(", ")} and ${turns.at(-1)}`;
  return `${turns.length} turns (${turns.slice(0, MOST_TURNS_NAMED - 1).join(", ")}, …)`;
}

function isOne(value: Value): boolean {
  return Array.isArray(value) ? value.length === 1 : typeof value === "number" && Number(fixed(value, 4)) === 1;
}

/** What a form makes a text of. */
interface Filling {
  readonly name: string;
  readonly value: Value;
  readonly reason: Reason;
  readonly by: Said;
  /** The uncertainty of an estimate, 0 of an exact number. */
  readonly error: number;
}

function estimate({ value, error }: Filling): string {
  const digits = error >= 5 ? 0 : error >= 0.1 ? 1 : 2;
  return error ? `${grouped(Number(value), digits)} ± ${grouped(Math.max(error, 0.01), digits)}` : fixed(Number(value), 2);
}

function about({ value, error, reason }: Filling): string {
  const digits = Number(reason["digits"] ?? 2);
  return error ? `about ${fixed(Number(value), Math.max(1, digits - 1))}` : fixed(Number(value), digits);
}

function codes({ value, reason }: Filling): string {
  const named = value as string[];
  return [...named, ...(reason["candidates"] === named.length ? [] : ["…"])].join(", ");
}

function code({ value, by }: Filling): string {
  const text = by.writing.code(String(value));
  return text.length <= LONGEST_NAMED ? text : "the best guess";
}

const decimals = (digits: number) => ({ value }: Filling): string => grouped(Number(value), digits);

/** How each form writes a value; `codepegs.reasons` describes them. */
const FORMS: Readonly<Record<string, (of: Filling) => string>> = {
  "": decimals(0),
  d: ({ value }) => String(value),
  ".0": decimals(0),
  ".1": decimals(1),
  ".2": decimals(2),
  g: ({ value }) => general(Number(value)),
  "%": ({ value }) => chance(Number(value)),
  "±": estimate,
  about,
  left: ({ value, by }) => by.writing.left(value),
  turns: ({ value }) => turnsNamed((value as number[]).map(Number)),
  given: ({ value, by }) => by.writing.turns((value as number[]).map(Number)),
  codes,
  code,
  quoted: ({ value }) => `“${String(value)}”`,
  clause: ({ value, reason, by }) => said({ ...reason, kind: value }, by),
};

/** The forms that change texts; the page's writing may do so with numbers of codes. */
const FORMS_OF_TEXTS = ["code", "quoted", "clause"];

const FIELD = /\{(\w+)(?::([^{}]+)|\|([^{}|]*)\|([^{}|]*)(?:\|([^{}|]*))?)?\}/g;

function written(reason: Reason, by: Said, name: string, form = "", one?: string, several?: string, more?: string): string {
  if (form === "clause" && !(name in reason)) return "";
  const value = reason[name]!;
  if (one !== undefined && several !== undefined) {
    if (more !== undefined && value !== 2 && !isOne(value)) return more.replace("#", grouped(Number(value), 0));
    return isOne(value) ? one : several;
  }
  const lower = form.toLowerCase();
  const error = Number(reason[`${name}_error`] ?? 0);
  const text = typeof value === "string" && !FORMS_OF_TEXTS.includes(lower) ? value : FORMS[lower]!({ name, value, reason, by, error });
  return lower === form ? text : text[0]!.toUpperCase() + text.slice(1);
}

type Catalogue = Readonly<Record<string, string>>;
/** Without what only commands say, which the build leaves out. */
const { commands: _, ...SENTENCES } = ALL;
const PAGE_CATALOGUE: Catalogue = { ...SENTENCES, ...PAGE };

/** A catalogue of sentences, and how values stand in them. */
interface Said {
  readonly catalogue: Catalogue;
  readonly writing: Writing;
}

/** As Python says reasons. */
const PLAIN: Said = { catalogue: SENTENCES, writing: CANONICAL };

const catalogued = (catalogue: Catalogue, reason: Reason): string => catalogue[String(reason["kind"])]!;

const said = (reason: Reason, by: Said): string => filled(catalogued(by.catalogue, reason), reason, by);

/** A sentence with the values of a reason. */
export const filled = (sentence: string, reason: Reason, by: Said = PLAIN): string =>
  sentence.replace(FIELD, (_, name: string, form?: string, ...words: (string | undefined)[]) => written(reason, by, name, form, ...words.slice(0, 3)));

/** The reasons as Python says them. */
export function whyOf(reasons: readonly Reason[]): string {
  return reasons.map((reason) => said(reason, PLAIN)).join(" ");
}

/** What sentences call a code, its colours and the counts of a reply. */
export interface Nouns {
  readonly code: string;
  readonly color: string;
  /** A place of a code, and what stands there. */
  readonly peg: string;
  readonly item: string;
  readonly black: string;
  readonly white: string;
  /** A reply. */
  readonly example: string;
}

export const COLOR_NOUNS: Nouns = { code: "code", color: "colour", peg: "peg", item: "peg", black: "black", white: "white", example: "1b2w for one black and two white" };

/** The reasons in the page's words, which calls candidates codes, or as the nouns of a game have it. */
export function pageWords(reasons: readonly Reason[], writing?: Partial<Writing>, nouns?: Partial<Nouns>, between = " "): string {
  const by = { catalogue: PAGE_CATALOGUE, writing: { ...CANONICAL, ...writing } };
  return reasons.map((reason) => said({ ...COLOR_NOUNS, ...nouns, ...reason }, by)).join(between);
}

/** A text as a sentence of the page, with a capital letter, except in the name of an option, and a full stop. */
export function sentence(text: string): string {
  const whole = /^[a-z][\w-]*=/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(whole) ? whole : `${whole}.`;
}

/** A refusal of the server in the page's words; undefined if the page, which may be older, does not know the kind. */
export function refusalWords(reason: Reason): string | undefined {
  const isNoise = reason["kind"] === "beyond_bound" && reason["key"] === "noise"; // that comes from a link
  const known = isNoise ? { ...reason, kind: "beyond_bound_noise" } : reason;
  const found = catalogued(PAGE_CATALOGUE, known);
  return found && ("turn" in reason && !found.includes("{turn}") ? `turn ${String(reason["turn"])}: ` : "") + pageWords([known]);
}

/** What a strategy does, in the page's words. */
export function summaryOf({ name, summary }: { name: string; summary: string }): string {
  return PAGE_CATALOGUE[`strategy_${name}`] ?? summary;
}

/** The reasons for a suggestion, without the number of guesses that stands above them. */
export function reasonOf({ reasons, expected_guesses: expected }: Pick<Suggestion, "reasons" | "expected_guesses">, nouns?: Partial<Nouns>): string {
  return pageWords(expected === null ? reasons : reasons.filter(({ kind }) => !VALUES.includes(kind)), {}, nouns);
}

/** Whether it is proved that no guess needs fewer on average. */
export const isProved = ({ reasons }: Pick<Suggestion, "reasons">): boolean => reasons.some(({ kind }) => kind === "optimal");

/** Of each figure whether it is proved, counted or estimated. */
export type Kinds = Suggestion["kinds"];

type Figures = Omit<Suggestion, "kinds" | "reasons" | "why">;

export const allCounted = (...names: string[]): Kinds => Object.fromEntries(names.map((name) => [name, "counted" as const]));

const OF_PARTS = ["worst_part", "expected_size", "bits", "parts", "win_chance"] as const;

/** A suggestion with the kinds of the figures that are known. */
export function withKinds<T extends Figures & { reasons: Reason[] }>(found: T): T & { kinds: Kinds } {
  const { expected_guesses: value, expected_guesses_error: error, exact } = found;
  const kinds: Kinds = {};
  if (value !== null) kinds["expected_guesses"] = error ? "estimated" : isProved(found) ? "proved" : "counted";
  for (const name of OF_PARTS) if (found[name] !== null) kinds[name] = exact ? "counted" : "estimated";
  return { ...found, kinds };
}

/** A suggestion with some reasons, as data and in words. */
export function because<T extends Figures>(found: T, ...reasons: Reason[]): T & { reasons: Reason[]; why: string; kinds: Kinds } {
  return withKinds({ ...found, reasons, why: whyOf(reasons) });
}
