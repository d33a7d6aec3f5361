/** A question that the engine refuses, as a sentence with the server's name for the kind of refusal. */
export class Refusal extends Error {
  constructor(
    readonly code: "bad_input" | "not_found" | "too_large",
    message: string,
  ) {
    super(message);
  }
}
