import type { PageParts } from "../parts";

export const parts: PageParts = {
  startEngine: () => new Worker(new URL("../../engine/worker.ts", import.meta.url), { type: "module" }),
  startChecker: () => new Worker(new URL("../../../trees/checker.worker.ts", import.meta.url), { type: "module" }),
  mayHaveServer: true,
};
