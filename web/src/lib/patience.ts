/** Work is asked for again while the server is busy. */

import { ApiError } from "./api";

/** Times long work is asked for; with the servers' usual pauses that is some minutes. */
const MOST_TRIES = 20;

/** Seconds until the next try when the server names none. */
const USUAL_PAUSE = 2;

/** Runs until it is not refused for being busy, or so many times; other errors are passed on, and the signal ends the waiting. */
export async function patiently<Value>(run: () => Promise<Value>, signal: AbortSignal, mostTries = MOST_TRIES): Promise<Value> {
  for (let tries = 1; ; tries++) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "busy") || tries >= mostTries || signal.aborted) throw error;
      await pause(error.retryAfter ?? USUAL_PAUSE, signal);
    }
  }
}

function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      clearTimeout(timer);
      reject(new DOMException("The request was cancelled.", "AbortError"));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", leave);
      resolve();
    }, seconds * 1000);
    signal.addEventListener("abort", leave, { once: true });
  });
}
