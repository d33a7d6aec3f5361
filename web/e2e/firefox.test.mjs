/** The main journeys in a Firefox of the system, on the page of a static host; left out where there is none. */

import assert from "node:assert/strict";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";

import { firefoxPath, startFirefox } from "./bidi.mjs";
import { FILE, startHost } from "./host.mjs";

const PHONE = { width: 360, height: 740 };
const DESK = { width: 1280, height: 860 };

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

/** Play a game to its end by the best guesses, and have it reviewed. */
async function playByHints(page) {
  const isWon = () => document.querySelector("h2")?.innerText.startsWith("Solved in");
  await page.click("Hint");
  await page.click("The best guess");
  for (let guess = 1; guess <= 12; guess++) {
    await page.click("Use it");
    await page.click("Guess");
    await page.until(`row ${guess}`, (rows) => document.querySelectorAll(".board > li").length === rows, guess);
    if (await page.evaluate(isWon)) break;
    await page.click("Hint");
    await page.click("The best guess");
  }
  await page.until("the end", isWon);
  await page.click("Review with the coach");
  await page.sees("Skill");
}

for (const [name, size] of Object.entries({ phone: PHONE, desk: DESK })) {
  const journey = (title, hash, run) =>
    test(`${title} (${name})`, OPTIONS, async () => {
      const page = await firefox.open("about:blank", size);
      await page.goto(`${host.address}/${hash}`);
      await run(page);
      assert.deepEqual(page.complaints, []);
      await page.close();
    });

  journey("a game is played with hints to its end, and reviewed", "#/play", async (page) => {
    await page.click("Start");
    await playByHints(page);
  });

  journey("pegs are dragged, typed and undone", "#/play?position=p4c6&game=abc", async (page) => {
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

  journey("advice comes, and replies that contradict each other are repaired", "#/assistant", async (page) => {
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

  journey("the program guesses, strategies race, and a tree is verified", "#/host?as=solve&rules=bc&strategy=auto&seed=5", async (page) => {
    await page.sees("Solved in");
    await page.goto(`${host.address}/#/race?rules=p4c6&strategies=entropy+minimax&seed=5&run=1`);
    await page.click("Skip to the latest turn");
    await page.until("the outcome", () => document.querySelector(".outcome"));
    await page.goto(`${host.address}/#/trees?tree=gallery:p4c6&verify=1`);
    await page.sees("finds all 1,296 secrets of p4c6");
  });
}

test("after the first visit it works without the host", OPTIONS, async () => {
  const page = await firefox.open("about:blank", PHONE);
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
  const page = await firefox.open("about:blank", PHONE);
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
