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
    this.set(read());
  }

  set(theme: Theme): void {
    this.current = theme;
    if (theme === "auto") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme;
    remember(KEY, theme);
  }

  get isDark(): boolean {
    return this.current === "dark" || (this.current === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  }
}


export const theme = new ThemeChoice();
