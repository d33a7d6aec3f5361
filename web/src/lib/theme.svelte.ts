/** Light, dark, or as the system has it; kept in this browser. */

import { recall, remember } from "./memory";

export type Theme = "auto" | "light" | "dark";
const KEY = "codepegs.theme";

function read(): Theme {
  const kept = recall<string>(KEY, "auto");
  return kept === "light" || kept === "dark" ? kept : "auto";
}

class ThemeChoice {
  current = $state<Theme>("auto");

  constructor() {
    if (typeof window === "undefined") return;
    this.show(read());
  }

  set(theme: Theme): void {
    this.show(theme);
    remember(KEY, theme);
  }

  private show(theme: Theme): void {
    this.current = theme;
    if (theme === "auto") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme;
  }

  /** What comes after the choice of now: first of all the one that looks different. */
  get next(): Theme {
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    const round: readonly Theme[] = dark ? ["auto", "light", "dark"] : ["auto", "dark", "light"];
    return round[(round.indexOf(this.current) + 1) % round.length] ?? "auto";
  }

  get isDark(): boolean {
    return this.current === "dark" || (this.current === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  }
}

export const theme = new ThemeChoice();
