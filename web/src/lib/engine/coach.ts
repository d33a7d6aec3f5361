/** The coach: how informative each guess was, and how lucky its reply. The twin of `codepegs.analysis.coach` for listed codes. */

import type { CoachRecord } from "../contract";
import type { Code } from "../game";
import type { Position } from "../position";
import { Refusal } from "./errors";
import type { Loops } from "./loops";
import type { Table } from "./rules";

/** Review a game whose turns do not contradict each other. */
export function review(_loops: Loops, _table: Table, _position: Position, _secret: Code | null, _digits: boolean): CoachRecord {
  throw new Refusal("too_large", "not yet");
}
