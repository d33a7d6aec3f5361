import Checker from "../../../trees/checker.worker?worker&inline";
import Engine from "../../engine/worker?worker&inline";
import type { PageParts } from "../parts";

export const parts: PageParts = {
  startEngine: () => new Engine(),
  startChecker: () => new Checker(),
  mayHaveServer: false,
};
