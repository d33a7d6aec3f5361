/** Runs the checker beside the page, so that the page stays alive: a text comes in, shares and a verdict go out. */

import { checkTree, type Verdict } from "./checker";

export type FromWorker = { kind: "progress"; share: number } | { kind: "verdict"; verdict: Verdict };

/** Milliseconds between two shares, so that telling them costs nothing. */
const PACE = 40;

const post = (message: FromWorker): void => self.postMessage(message);

self.onmessage = (event: MessageEvent<string>) => {
  let told = performance.now();
  const verdict = checkTree(event.data, (share) => {
    const now = performance.now();
    if (now - told < PACE) return;
    told = now;
    post({ kind: "progress", share });
  });
  post({ kind: "verdict", verdict });
};
