/** One question to the server at a time: what is asked anew cancels what was asked before. */

import { isAbort, type Working } from "./api";
import type { Done } from "./engine/sampling";

export class Asking<Value> {
  value = $state.raw<Value | null>(null);
  error = $state.raw<unknown>(null);
  busy = $state(false);
  /** How much of the work is done, where that is known. */
  done = $state.raw<Done | null>(null);
  /** Whether the work was stopped by the person who waited for it. */
  stopped = $state(false);
  /** When it was asked, and when it was told how much is done, on the clock of `performance`. */
  began = 0;
  told = 0;
  private controller: AbortController | null = null;

  /** Ask; the old answer stays until the new one is there. True when it was answered and not overtaken. */
  async run(work: (signal: AbortSignal, set: (value: Value) => void, working: Working) => Promise<Value | void>): Promise<boolean> {
    this.controller?.abort();
    const controller = new AbortController();
    this.controller = controller;
    this.busy = true;
    this.error = null;
    this.done = null;
    this.stopped = false;
    this.began = performance.now();
    const set = (value: Value): void => {
      if (this.controller === controller) this.value = value;
    };
    const working = (done: Done): void => {
      if (this.controller !== controller || done.share === this.done?.share) return;
      this.done = done;
      this.told = performance.now();
    };
    try {
      const value = await work(controller.signal, set, working);
      if (this.controller !== controller) return false;
      if (value !== undefined) this.value = value;
      return true;
    } catch (error) {
      if (this.controller !== controller || isAbort(error)) return false;
      this.error = error;
      this.value = null;
      return false;
    } finally {
      if (this.controller === controller) this.busy = false;
    }
  }

  /** Stop asking; the server stops working on it. */
  cancel(): void {
    this.controller?.abort();
    this.controller = null;
    this.busy = false;
  }

  /** The same for a person who does not want to wait. */
  stop(): void {
    this.clear();
    this.stopped = true;
  }

  clear(): void {
    this.cancel();
    this.value = null;
    this.error = null;
    this.stopped = false;
  }
}
