/** Reasons are data: a kind and its values. The catalogues put them into sentences; `codepegs.game.reasons` says how they are written. */

import SENTENCES from "../../../src/codepegs/game/sentences.json";
import type { Suggestion } from "./contract";
import { fixed, grouped } from "./engine/numbers";
import PAGE from "./sentences.json";

export type Reason = Suggestion["reasons"][number];

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

function written(reason: Reason, name: string, form?: string, singular?: string, plural?: string): string {
  const value = reason[name]!;
  if (typeof value === "string") return value;
  if (singular !== undefined && plural !== undefined) return Number(fixed(value, 4)) === 1 ? singular : plural;
  if (form === "g") return general(value);
  if (form === "%") return chance(value);
  if (form === "±") {
    const error = Number(reason["error"]);
    const digits = error >= 5 ? 0 : error >= 0.1 ? 1 : 2;
    return `${grouped(value, digits)} ± ${grouped(Math.max(error, 0.01), digits)}`;
  }
  return grouped(value, form ? Number(form.slice(1)) : 0);
}

function said(reason: Reason, catalogue: Readonly<Record<string, string>>): string {
  return catalogue[String(reason["kind"])]!.replace(
    /\{(\w+)(?::([^{}]+)|\|([^{}|]*)\|([^{}|]*))?\}/g,
    (_, name: string, form?: string, singular?: string, plural?: string) => written(reason, name, form, singular, plural),
  );
}

/** The reasons as Python says them. */
export function whyOf(reasons: readonly Reason[]): string {
  return reasons.map((reason) => said(reason, SENTENCES)).join(" ");
}

/** The reasons in the page's words, which calls candidates codes. */
export function pageWords(reasons: readonly Reason[]): string {
  return reasons.map((reason) => said(reason, { ...SENTENCES, ...PAGE })).join(" ");
}

/** The reasons for a suggestion, without the number of guesses that stands above them. */
export function reasonOf({ reasons, expected_guesses: expected }: Pick<Suggestion, "reasons" | "expected_guesses">): string {
  return pageWords(expected === null ? reasons : reasons.filter(({ kind }) => !VALUES.includes(kind)));
}

/** Whether it is proved that no guess needs fewer on average. */
export const isProved = ({ reasons }: Pick<Suggestion, "reasons">): boolean => reasons.some(({ kind }) => kind === "optimal");

/** A suggestion with some reasons, as data and in words. */
export function because<T extends object>(found: T, ...reasons: Reason[]): T & { reasons: Reason[]; why: string } {
  return { ...found, reasons, why: whyOf(reasons) };
}
