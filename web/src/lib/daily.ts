/** The puzzle of a day: the same secret for everybody on that date. */

import { canonicalRules } from "./canonical";
import { parseRules, type Game } from "./game";
import { hash32 } from "./veil";

/** Sunday first: a short week of the classic game, and something else at its end. */
const RULES = ["bc", "p4c6", "p4c6", "p4c6", "p4c6", "p5c7", "p5c8"] as const;

export interface Daily {
  date: string;
  rules: string;
  seed: number;
}

/** The calendar date where the player is, as 2026-11-21. */
export function today(now: Date = new Date()): string {
  const two = (count: number): string => String(count).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** The puzzle of a date, or null when the text is none. */
export function dailyOf(date: string): Daily | null {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(date) ? new Date(`${date}T00:00:00Z`) : null;
  if (!day || Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== date) return null;
  return { date, rules: RULES[day.getUTCDay()] ?? "p4c6", seed: hash32(`codepegs daily ${date}`) };
}

/** Whether a game has the rules of the puzzle of a date; a link may say otherwise. */
export function isRulesOf(date: string, game: Game): boolean {
  const puzzle = dailyOf(date);
  return puzzle !== null && canonicalRules(parseRules(puzzle.rules)) === canonicalRules(game);
}

/** Whether the day of a puzzle has come, anywhere on Earth: where the clock is ahead it begins up to a day sooner. */
export function hasCome(date: string, now: Date = new Date()): boolean {
  const tomorrow = new Date(now);
  tomorrow.setDate(tomorrow.getDate() + 1);
  return date <= today(tomorrow);
}

const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];

/** The date as people write it. */
export function dateWords(date: string): string {
  const [year, month = 0, day] = date.split("-").map(Number);
  return `${day} ${MONTHS[month - 1]} ${year}`;
}

/** Days in a row up to today (or yesterday, when today's is still open) on which the puzzle was solved. */
export function streak(solved: Readonly<Record<string, number>>, date: string): number {
  const day = new Date(`${date}T00:00:00Z`);
  const text = (): string => day.toISOString().slice(0, 10);
  if (!(text() in solved)) day.setUTCDate(day.getUTCDate() - 1);
  let days = 0;
  while (text() in solved) {
    days++;
    day.setUTCDate(day.getUTCDate() - 1);
  }
  return days;
}
