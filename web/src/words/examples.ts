/** Lists to try the page with, written for it. */

import type { Until, WordGame } from "./list";

export interface WordExample {
  readonly title: string;
  readonly game: WordGame;
}

export const EXAMPLES: readonly WordExample[] = [
  {
    title: "40 everyday words, scored as in Wordle",
    game: {
      secrets:
        "APPLE BREAD BRICK CHAIR CLOUD CRANE DANCE DREAM EARTH FLAME FRUIT GLASS GRASS HEART HONEY HORSE HOUSE JUICE KNIFE LEMON " +
        "LIGHT MONEY MOUSE MUSIC NIGHT OCEAN PAPER PIANO PLANT QUEEN RIVER ROBIN SHEEP SMILE STONE SUGAR TABLE TIGER TRAIN WATER",
      guesses: "",
      reply: "wordle",
    },
  },
  {
    title: "12 words, scored as in a Fallout terminal",
    game: {
      secrets: "BRAVERY CAPTAIN CARAVAN CERTAIN COUNTRY CURTAIN FACTORY FORTUNE FURNACE MACHINE MORNING MUSTARD",
      guesses: "",
      reply: "same-place",
    },
  },
];

export const UNTIL_TITLES: Readonly<Record<Until, string>> = {
  named: "when the word is named",
  known: "when only one word is left",
};

export const REPLY_TITLES: Readonly<Record<WordGame["reply"], string>> = {
  wordle: "a mark for each letter (Wordle)",
  common: "how many letters the two words have in common (Jotto)",
  "same-place": "how many letters are in place (Fallout terminal)",
  "per-slot": "how many letters are in place and how many elsewhere; one letter of the secret can count more than once",
  mastermind: "how many letters are in place and how many elsewhere (Mastermind)",
};
