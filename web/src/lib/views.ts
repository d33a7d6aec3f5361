/** The views of the page: what the address calls them, what people do, and the file that is loaded for it. */

import type { Component } from "svelte";
import { parts } from "$parts/page";

export interface ViewEntry {
  name: string;
  title: string;
  /** Behind “More” on a phone. */
  more: boolean;
  load: () => Promise<{ default: Component }>;
}

/** A static host has nothing that finds a picture: the view plays its example there, and is no item of the menu. */
const isServed = parts.mayHaveServer && import.meta.env.MODE !== "site";

export const VIEWS: readonly ViewEntry[] = [
  { name: "play", title: "Play", more: false, load: () => import("../views/Play.svelte") },
  { name: "assistant", title: "Assistant", more: false, load: () => import("../views/Assistant.svelte") },
  { name: "host", title: "Secret", more: false, load: () => import("../views/Host.svelte") },
  { name: "coach", title: "Coach", more: false, load: () => import("../views/Coach.svelte") },
  { name: "words", title: "Words", more: true, load: () => import("../views/Words.svelte") },
  { name: "trees", title: "Best moves", more: true, load: () => import("../views/Trees.svelte") },
  { name: "race", title: "Race", more: true, load: () => import("../views/Race.svelte") },
  { name: "pictures", title: "Pictures", more: true, load: () => import("../views/Pictures.svelte") },
];

/** The views of the menu. */
export const MENU: readonly ViewEntry[] = VIEWS.filter(({ name }) => isServed || name !== "pictures");

/** The view that an address names behind its #, if any. */
export function viewOf(hash: string): ViewEntry | undefined {
  return VIEWS.find(({ name }) => new RegExp(`^#?/?${name}(\\?|$)`).test(hash));
}
