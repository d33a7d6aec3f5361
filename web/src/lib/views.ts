/** The views of the page: what the address calls them, what people do, and the file that is loaded for it. */

import type { Component } from "svelte";

export interface ViewEntry {
  name: string;
  title: string;
  /** Behind “More” on a phone. */
  more: boolean;
  load: () => Promise<{ default: Component }>;
}

export const VIEWS: readonly ViewEntry[] = [
  { name: "play", title: "Play", more: false, load: () => import("../views/Play.svelte") },
  { name: "assistant", title: "Assistant", more: false, load: () => import("../views/Assistant.svelte") },
  { name: "host", title: "Host", more: false, load: () => import("../views/Host.svelte") },
  { name: "coach", title: "Coach", more: false, load: () => import("../views/Coach.svelte") },
  { name: "words", title: "Words", more: true, load: () => import("../views/Words.svelte") },
  { name: "trees", title: "Trees", more: true, load: () => import("../views/Trees.svelte") },
  { name: "race", title: "Race", more: true, load: () => import("../views/Race.svelte") },
  { name: "pictures", title: "Pictures", more: true, load: () => import("../views/Pictures.svelte") },
];
