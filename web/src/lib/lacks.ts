/** What this page cannot do with a game where it lies without a server, as sentences. */

import type { Lack } from "./engine/cost";

const WHY: Record<Lack, string> = {
  noise: "some of its replies may be wrong, and this page computes with true replies only",
  codes: "it has too many codes for this page, which can list about a million",
  length: "its codes are too long for this page",
};
const WITHOUT = {
  play: "This game can be played here, but without counts and best guesses",
  advice: "There is no advice for this game here",
  review: "This game cannot be reviewed here",
  program: "This page cannot play this game",
  strategies: "This page cannot play this game",
};

/** What a view does with a game. */
export type Need = keyof typeof WITHOUT;

export function lackWords(need: Need, lack: Lack): string {
  return `${WITHOUT[need]}: ${WHY[lack]}.`;
}
