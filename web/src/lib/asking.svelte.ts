/** One question to the server at a time: what is asked anew cancels what was asked before. */

import { isAbort } from "./api";

export class Asking<Value> {
  value = $state.raw<Value | null>(null);
  error = $state.raw<unknown>(null);
  busy = $state(false);
  private controller: AbortController | null = null;

  /** Ask; the old answer stays until the new one is there. True when it was answered and not overtaken. */
  async run(work: (signal: AbortSignal, set: (value: Value) => void) => Promise<Value | void>): Promise<boolean> {
    this.controller?.abort();
    const controller = new AbortController();
    this.controller = controller;
    this.busy = true;
    this.error = null;
    const set = (value: Value): void => {
      if (this.controller === controller) this.value = value;
    };
    try {
      const value = await work(controller.signal, set);
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

  clear(): void {
    this.cancel();
    this.value = null;
    this.error = null;
  }
}
