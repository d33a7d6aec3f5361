/** Asks the page's engine about a game of words. */

import { ask, EngineRefusal } from "../lib/engine/client";
import { canCompute } from "../lib/engine/support";
import type { WordAdvice, WordQuestion } from "../lib/engine/words";

/** Ask for advice; `onquick` gets the candidates and the guesses without their expected numbers of guesses first. */
export async function advise(question: WordQuestion, signal: AbortSignal, onquick: (advice: WordAdvice) => void): Promise<WordAdvice> {
  if (!canCompute()) throw new EngineRefusal("environment", "This browser is too old to run the calculations on this page. Please use a newer one.");
  const heard = (event: string, data: unknown): void => {
    if (event === "quick") onquick(data as WordAdvice);
  };
  return (await ask("/words/suggest", question, signal, heard)) as WordAdvice;
}
