/** What the server takes and gives, by the names the page uses; the shapes come from its own schema. */

import type { components } from "./schema";

type Schemas = components["schemas"];

/** `is_candidate` is null, or missing, where it is not known whether the guess can be the secret. */
export type Suggestion = Omit<Schemas["SuggestionAnswer"], "is_candidate"> & { is_candidate?: boolean | null };
/** `compared`: of how many guesses that differ the page compared how many, where it did not compare all. */
export type SuggestRecord = Schemas["SuggestAnswer"] & { compared?: { guesses: number; of: number } };
export type Contradiction = Schemas["ContradictionAnswer"];
export type CandidatesRecord = Schemas["CandidatesAnswer"];
export type MoveRecord = Schemas["MoveAnswer"];
export type Progress = Schemas["ProgressAnswer"];
export type ReplyRecord = Schemas["ReplyAnswer"];
export type RevealRecord = Schemas["RevealAnswer"];
export type CoachRecord = Schemas["CoachAnswer"];
export type CoachTurn = Schemas["CoachTurn"];
export type StrategyRecord = Schemas["StrategyAnswer"];
export type StrategiesRecord = Schemas["StrategiesAnswer"];
export type Preset = Schemas["PresetAnswer"];
export type TurnEvent = Schemas["TurnEvent"];
export type ProgressEvent = Schemas["ProgressEvent"];
export type SolveDone = Schemas["SolveAnswer"];
export type TreesRecord = Schemas["TreesAnswer"];
export type TreeEntry = Schemas["TreeEntry"];
export type TreeNodeRecord = Schemas["TreeNodeAnswer"];
export type DrawingsRecord = Schemas["DrawingsAnswer"];
export type PictureEvent = Schemas["PictureEvent"];
export type PictureTurnEvent = Schemas["PictureTurnEvent"];
export type ImageDone = Schemas["ImageAnswer"];
export type EvaluateRecord = Schemas["EvaluateAnswer"];

/** Whether an answer is the explanation of a contradiction. */
export function isContradiction(answer: object): answer is Contradiction {
  return "repairs" in answer && "consistent" in answer && answer.consistent === false;
}
