/** What the server takes and gives, by the names the page uses. */

export interface Suggestion {
  guess: string;
  is_candidate: boolean | null;
  worst: number | null;
  expected_size: number | null;
  entropy_bits: number | null;
  parts: number | null;
  win_chance: number | null;
  why: string;
  exact: boolean;
}

export interface SuggestRecord {
  position: string;
  candidates: number | null;
  candidates_estimate?: number | null;
  suggestions: Suggestion[];
  strategy: string;
  seed: number;
  seconds: number;
  stopped?: string;
  noise?: number;
  posterior?: { code: string; probability: number }[];
  suspect_turns?: number[];
  open_order?: { turn: number; arrangements: number };
}

export interface Contradiction {
  position: string;
  candidates: 0;
  conflict: number[] | null;
  repairs: { turn: number; reply: string; candidates: number | null }[];
  other_rules: { name: string; sentence: string; candidates: number | null }[];
  exact: boolean;
}

export interface CandidatesRecord {
  position: string;
  candidates: number | null;
  candidates_estimate: number | null;
  codes: string[];
  possible: { color: string; candidates: number }[][] | null;
  exact: boolean;
}

export interface MoveRecord {
  position: string;
  guess: string | null;
  stopped?: string | null;
  candidates: number | null;
  candidates_estimate: number | null;
  consistent: boolean | null;
  progress: Progress | null;
  seconds: number;
}

export interface Progress {
  known_pegs: number | null;
  counted_colors: number | null;
  left_estimate: number | null;
}

export interface ReplyRecord {
  rules: string;
  guess: string;
  reply: string;
  solved: boolean;
}

export interface CoachChoice {
  guess: string;
  expected_after: number | null;
  entropy_bits: number | null;
  is_candidate: boolean;
}

export interface CoachTurn {
  turn: number;
  guess: string;
  reply: string;
  candidates_before: number | null;
  candidates_after: number | null;
  expected_after: number | null;
  entropy_bits: number | null;
  gained_bits: number | null;
  fits: boolean;
  breaks: number[];
  worth: "best" | "good" | "probe" | "weak" | "wasted" | "forced";
  best: CoachChoice | null;
  best_fitting: CoachChoice | null;
  skill: number | null;
  luck: number | null;
  words: string;
  retry: string;
}

export interface CoachRecord {
  position: string;
  rules: string;
  solved: boolean;
  secret: string | null;
  exact: boolean;
  skill: number | null;
  luck: number | null;
  words: string[] | string;
  turning_point: number | null;
  candidates_only: boolean;
  turns: CoachTurn[];
}

export interface StrategyRecord {
  name: string;
  summary: string;
  origin: string;
  limits: string;
  plays: boolean;
  how: string;
  options: unknown;
}

export interface Preset {
  name: string;
  rules: string;
  title: string;
  pegs: number;
  colors: number;
  repeats: boolean;
  view: string;
}

/** Whether an answer is the explanation of a contradiction. */
export function isContradiction(answer: unknown): answer is Contradiction {
  return typeof answer === "object" && answer !== null && "repairs" in answer && "conflict" in answer;
}
