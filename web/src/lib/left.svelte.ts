/** Whether a player is shown how many codes are left: some take it for a hint. */

import { recall, remember } from "./memory";

const KEY = "codepegs.left";

class LeftShown {
  isShown = $state(recall<boolean>(KEY, true) !== false);

  set(isShown: boolean): void {
    this.isShown = isShown;
    remember(KEY, isShown);
  }
}

export const left = new LeftShown();
