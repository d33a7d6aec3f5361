import { refusalWords, type Reason } from "../reasons";

/** A part of the page cannot be loaded. */
export class Unreachable extends Error {}

/** A question that the engine refuses, as a sentence with the server's name for the kind of refusal. */
export class Refusal extends Error {
  constructor(
    readonly code: "bad_input" | "not_found" | "too_large",
    message: string,
    readonly reason?: Reason,
  ) {
    super(message);
  }

  /** What is wrong as data, with the turn, counted from 1, that is at fault. */
  static because(code: Refusal["code"], reason: Reason, turn?: number): Refusal {
    const whole = turn === undefined ? reason : { ...reason, turn };
    return new Refusal(code, refusalWords(whole)!, whole);
  }
}
