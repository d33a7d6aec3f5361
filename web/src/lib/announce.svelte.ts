/** Sentences for screen readers; the shell holds the live region. */

import { untrack } from "svelte";

class Announcer {
  sentence = $state("");

  /** Say it politely; the same sentence twice is heard twice. */
  say(sentence: string): void {
    // an effect that speaks must not run again because something was said
    this.sentence = untrack(() => this.sentence) === sentence ? `${sentence}\u00a0` : sentence;
  }
}

const announcer = new Announcer();

export function announce(sentence: string): void {
  announcer.say(sentence);
}

export default announcer;
