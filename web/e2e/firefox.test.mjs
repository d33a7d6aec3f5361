/** The main journeys in a Firefox of the system, on the page of a static host; left out where there is none. */

import assert from "node:assert/strict";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";

import { firefoxPath, startFirefox } from "./bidi.mjs";
import { FILE, startHost } from "./host.mjs";
import { crooked, isInSight, SIZES } from "./support.mjs";

const path = firefoxPath();
const OPTIONS = { skip: path ? false : "there is no Firefox: install Debian's firefox-esr, or name one in FIREFOX" };

let host, firefox;
before(async () => {
  if (!path) return;
  [host, firefox] = await Promise.all([startHost(), startFirefox(path)]);
});
after(async () => {
  await firefox?.close();
  await host?.stop();
});

function journey(title, hash, size, run) {
  test(title, OPTIONS, async () => {
    const page = await firefox.open("about:blank", size);
    await page.goto(`${host.address}/${hash}`);
    await run(page);
    assert.deepEqual(page.complaints, []);
    await page.close();
  });
}

/** Milliseconds for which the accessibility tree is asked, and between two questions. */
const [PATIENCE, PAUSE] = [30_000, 100];

/** What the next guess takes, and stays where it is from the first guess to the last. */
const HAND = [".next .line", ".palette", ".dock .button.primary"];

/** That the last turn and the hand are in the window, all rows on the same columns, and the hand where it was. */
async function isInOrder(page, before) {
  const unseen = await page.evaluate(`(wanted) => wanted.filter((selector) => !(${isInSight})([...document.querySelectorAll(selector)].at(-1)))`, [".board > li", ...HAND]);
  assert.deepEqual(unseen, [], "out of sight");
  assert.deepEqual(await page.evaluate(crooked), []);
  const hand = await placesOf(page);
  if (before) assert.deepEqual(hand, before, "the hand has moved");
}

const placesOf = (page) =>
  page.evaluate((wanted) => wanted.map((selector) => document.querySelector(selector).getBoundingClientRect()).map(({ left, top, width, height }) => [left, top, width, height].map(Math.round)), HAND);

const isWon = () => document.querySelector("h2")?.innerText.startsWith("Solved in");

/** Play a game to its end, each row by `guess`, and look at the page after each. */
async function playWhole(page, guess) {
  await page.until("the row at hand", () => document.querySelectorAll("[data-slot]").length === 4);
  const hand = await placesOf(page);
  for (let row = 1; row <= 10; row++) {
    await guess(row);
    await page.until(`row ${row}`, (rows) => document.querySelectorAll(".board > li").length === rows, row);
    if (await page.evaluate(isWon)) return;
    await isInOrder(page, hand);
  }
  throw new Error("ten guesses did not find it");
}

/** Play a game to its end by the best guesses, and have it reviewed. */
async function playByHints(page) {
  await playWhole(page, async () => {
    for (const name of ["Hint", "The best guess", "Use it", "Guess"]) await page.click(name);
  });
  await page.click("Review with the coach");
  await page.sees("Skill");
}

const CODES = Array.from({ length: 6 ** 4 }, (_, n) => (n + 6 ** 4).toString(6).slice(-4).replace(/\d/g, (digit) => String(Number(digit) + 1)));
const NUMBERS = ["no", "one", "two", "three", "four"];

/** A reply as a screen reader says it. */
function replyOf(guess, secret) {
  const black = [...guess].filter((symbol, peg) => symbol === secret[peg]).length;
  const total = [..."123456"].reduce((sum, symbol) => sum + Math.min(guess.split(symbol).length, secret.split(symbol).length) - 1, 0);
  return `${NUMBERS[black]} black, ${NUMBERS[total - black]} white`;
}

/** A code that fits the replies to others, given as they are said; the middle one, which is seldom found soon or late. */
function fitting(turns) {
  const codes = CODES.filter((code) => turns.every(([guess, said]) => replyOf(guess, code) === said));
  return codes[codes.length >> 1];
}

/** What the browser tells a screen reader, and keys at what it names. */
function listener(page) {
  const known = new Map();
  const hears = async (role, name, least = 1) => {
    for (const end = Date.now() + PATIENCE; Date.now() < end; await setTimeout(PAUSE)) {
      const found = await page.heard(role, name).catch(() => []);
      if (found.length >= least) return found;
    }
    throw new Error(`the accessibility tree has no ${role} “${name ?? least}”`);
  };
  /** Focus on it and press Enter; what stays is found once. */
  const press = async (role, name, stays = false) => {
    const [node] = known.get(name) ?? (await hears(role, name));
    if (stays) known.set(name, [node]);
    await page.focus(node);
    await page.type("Enter");
  };
  return { hears, press };
}

/** Tab on, or back, to a button or a link, and press it. */
async function tabTo(page, name, tab = "Tab") {
  const isReached = (wanted) => {
    const element = document.activeElement;
    return element.matches("button, a") && (element.getAttribute("aria-label") ?? element.innerText.trim()) === wanted;
  };
  for (let tabs = 0; !(await page.evaluate(isReached, name)); tabs++) {
    assert.ok(tabs < 60, `no tab leads to “${name}”`);
    await page.type(tab);
  }
  await page.type("Enter");
}

const COLOURS = ["red", "blue", "green", "yellow", "white", "black"];

/** How a game is begun, played to its end, and reviewed. */
const WAYS = {
  "with hints": async (page) => {
    await page.click("Start");
    await playByHints(page);
  },
  "by the keyboard alone": async (page) => {
    await page.offers("Start");
    await tabTo(page, "Start");
    await playWhole(page, async (row) => {
      if (row === 2) {
        for (const [name, tab] of [["Hint", "Tab"], ["The best guess", "Shift+Tab"], ["Use it", "Tab"], ["Guess", "Tab"]]) {
          await page.offers(name);
          await tabTo(page, name, tab);
        }
        return;
      }
      const turns = await page.evaluate(() => [...document.querySelectorAll(".board > li")].map((turn) => [...turn.querySelectorAll("[role=img]")].map((one) => one.getAttribute("aria-label").replace(/^(\d) (\d) (\d) (\d)$/, "$1$2$3$4"))));
      await page.type(...fitting(turns), "Enter");
    });
    await tabTo(page, "Review with the coach");
    await page.sees("Skill");
  },
  "by what a screen reader gets": async (page) => {
    const { hears, press } = listener(page);
    const turns = [];
    await press("button", "Start");
    await playWhole(page, async (row) => {
      const code = fitting(turns);
      for (const symbol of code) await press("button", `Colour ${symbol}, ${COLOURS[symbol - 1]}`, true);
      await press("button", "Guess", true);
      const images = await hears("image", undefined, 2 * row); // a code and a reply in each row
      const reply = images.findLastIndex(({ name }) => / (black|white)$/.test(name)); // the end shows the secret after it
      assert.equal(images[reply - 1].name, [...code].join(" "));
      turns.push([code, images[reply].name]);
    });
    await press("link", "Review with the coach");
    await hears("heading", "Skill");
  },
};

for (const [name, way] of [["small phone", "with hints"], ["phone", "with hints"], ["phone on its side", "with hints"], ["desk", "by the keyboard alone"], ["classroom", "by what a screen reader gets"]])
  journey(`a whole game ${way}, all that it needs in sight and in its place, and its review (${name})`, "#/play", SIZES[name], WAYS[way]);

for (const name of ["phone", "desk"]) {
  journey(`what is made below or beside the board moves nothing, though it needs a scroll bar (${name})`, "#/play?position=p4c6&game=abc", SIZES[name], async (page) => {
    await page.until("what stands there", () => document.querySelector(".side > *"));
    const placed = await placesOf(page);
    for (const height of ["0", "3000px"]) {
      await page.evaluate((height) => {
        const filling = document.createElement("div");
        filling.style.blockSize = height;
        document.querySelector(".side").replaceChildren(filling);
      }, height);
      assert.deepEqual(await placesOf(page), placed, height);
    }
  });
}

journey("a board on a desk is no higher than the window", "#/play?position=p4c6&game=abc", SIZES.desk, async (page) => {
  assert.equal(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight), 0);
});

for (const name of ["phone", "desk"]) {
  journey(`pegs are dragged, typed and undone (${name})`, "#/play?position=p4c6&game=abc", SIZES[name], async (page) => {
    const pegs = () => [...document.querySelectorAll("[data-slot]")].map((slot) => slot.getAttribute("aria-label").split(": ")[1]).join(" ");
    const shows = (wanted) => page.until(wanted, `(wanted) => (${pegs})() === wanted`, wanted);
    await page.drag("Colour 2, blue", "Peg 4: empty");
    await shows("empty empty empty 2");
    await page.click("Peg 1: empty");
    await page.type("3", "5");
    await shows("3 5 empty 2");
    await page.click("Undo");
    await shows("3 empty empty 2");
    await page.type("1", "4");
    await page.type("Enter");
    await page.until("the row", () => document.querySelector(".board > li"));
  });

  journey(`advice comes, and replies that contradict each other are repaired (${name})`, "#/assistant", SIZES[name], async (page) => {
    await page.until("the entry", () => document.querySelectorAll("[data-slot]").length === 4);
    for (const [code, black, white] of [["1122", "1", "0"], ["3344", "1", "0"], ["5566", "1", "1"], ["1356", "0", "0"]]) {
      await page.type(...code, "Enter");
      await page.type(black, white, "Enter");
      await page.until(`the turn ${code}`, (wanted) => decodeURIComponent(location.hash).includes(wanted), `${code}:${black}b${white}w`);
    }
    await page.sees("The replies contradict each other");
    await page.click("Turn 4");
    await page.until("the repair", () => location.hash.includes("1356:0b2w"));
    await page.until("advice", () => /codes? left/.test(document.body.innerText));
  });

  journey(`the program guesses, strategies race, and a tree is verified (${name})`, "#/host?as=solve&rules=bc&strategy=auto&seed=5", SIZES[name], async (page) => {
    await page.sees("Solved in");
    await page.goto(`${host.address}/#/race?rules=p4c6&strategies=entropy+minimax&seed=5&run=1`);
    await page.click("Skip to the latest turn");
    await page.until("the outcome", () => document.querySelector(".outcome"));
    await page.goto(`${host.address}/#/trees?tree=gallery:p4c6&verify=1`);
    await page.sees("finds all 1,296 secrets of p4c6");
  });
}

test("after the first visit it works without the host", OPTIONS, async () => {
  const page = await firefox.open("about:blank", SIZES.phone);
  await page.goto(`${host.address}/#/`);
  await page.until("what is kept", () => navigator.serviceWorker.ready.then(() => caches.keys()).then((names) => names.length > 0));
  await page.goto(`${host.address}/?again#/`); // from here on the service worker answers
  host.isDown = true;
  try {
    await page.goto(`${host.address}/?offline#/assistant?position=p5c8+12345:1b1w`);
    await page.sees("codes left: play");
  } finally {
    host.isDown = false;
  }
  await page.close();
});

test("the page as one file, in a folder of its own, plays, advises and reviews", OPTIONS, async () => {
  const folder = await mkdtemp(join(tmpdir(), "codepegs-file-"));
  await copyFile(FILE, join(folder, "codepegs.html"));
  const address = pathToFileURL(join(folder, "codepegs.html"));
  const page = await firefox.open("about:blank", SIZES.phone);
  try {
    await page.goto(`${address}#/`);
    await page.click("Play now");
    await playByHints(page);
    await page.goto(`${address}#/assistant?position=p4c6+1122:1b0w`);
    await page.sees("256 codes left: play");
    await page.goto(`${address}#/words`);
    await page.click("Try 40 everyday words");
    await page.sees("guesses on average, including this one");
    assert.deepEqual(page.complaints, []);
    const asked = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => !/^(blob|data):/.test(name)));
    assert.deepEqual(asked, []);
  } finally {
    await page.close();
    await rm(folder, { recursive: true, force: true });
  }
});
