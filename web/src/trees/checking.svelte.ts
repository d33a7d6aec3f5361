/** One check of a tree at a time, as a view shows it. */

import { announce } from "../lib/announce.svelte";
import { isAbort } from "../lib/api";
import type { Verdict } from "./checker";
import { verifyTree } from "./verify";

export interface Checking {
  readonly state: "idle" | "busy" | "done";
  /** From 0 to 1; 0 while the text is still on its way. */
  readonly share: number;
  readonly verdict: Verdict | null;
  /** What the check took, without fetching the text. */
  readonly seconds: number;
  readonly failure: unknown;
  run(text: (signal: AbortSignal) => Promise<string>): Promise<void>;
  cancel(): void;
}

export function checking(): Checking {
  let state: Checking["state"] = $state("idle");
  let share = $state(0);
  let verdict: Verdict | null = $state.raw(null);
  let seconds = $state(0);
  let failure: unknown = $state.raw(null);
  let running: AbortController | null = null;

  return {
    get state() {
      return state;
    },
    get share() {
      return share;
    },
    get verdict() {
      return verdict;
    },
    get seconds() {
      return seconds;
    },
    get failure() {
      return failure;
    },
    async run(text) {
      running?.abort();
      const own = new AbortController();
      running = own;
      [state, share, verdict, failure] = ["busy", 0, null, null];
      try {
        const read = await text(own.signal);
        const began = performance.now();
        const found = await verifyTree(read, (done) => (share = done), own.signal);
        if (running !== own) return;
        seconds = (performance.now() - began) / 1000;
        verdict = found;
        announce(VERDICTS[found.verdict]);
      } catch (error) {
        if (running !== own) return;
        failure = error;
        announce(isAbort(error) ? "The verification was stopped." : "The verification failed.");
      }
      state = "done";
    },
    cancel() {
      running?.abort();
    },
  };
}

const VERDICTS: Record<Verdict["verdict"], string> = {
  valid: "The tree is valid.",
  wrong: "The tree has faults.",
  unreadable: "This tree cannot be verified.",
};
