/** Fifty games in one tab keep nothing of the games before, in a real Chromium. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { startHost } from "./host.mjs";
import { open, startBrowser } from "./support.mjs";

/** Little to paint. */
const SMALL = { viewport: { width: 360, height: 640 }, reducedMotion: "reduce" };
const WARM_UP = 10;
const GAMES = 40;
/** Bytes, nodes and listeners that a game may leave behind. Its line in the statistics and the browser's own data take some 9,000 bytes. */
const MOST = { JSHeapUsedSize: 30_000, Nodes: 5, JSEventListeners: 1 };

let host, browser;
before(async () => {
  [host, browser] = await Promise.all([startHost(), startBrowser()]);
});
after(async () => {
  await browser?.close();
  await host?.stop();
});

/** In the page: win games by keys, each guess the first code that fits the replies in the address. */
async function win(games) {
  const until = async (found) => {
    const end = performance.now() + 15_000;
    while (!found()) {
      if (performance.now() > end) throw new Error(`it did not come: ${found}`);
      await new Promise((resolve) => setTimeout(resolve, 3));
    }
  };
  const press = (key) => (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  const NUMBERS = ["no", "one", "two", "three"];
  const reply = (guess, secret) => {
    const black = [...guess].filter((symbol, peg) => symbol === secret[peg]).length;
    const total = [..."1234"].reduce((sum, symbol) => sum + Math.min(guess.split(symbol).length, secret.split(symbol).length) - 1, 0);
    return `${NUMBERS[black]} black, ${NUMBERS[total - black]} white`;
  };
  const codes = Array.from({ length: 4 ** 3 }, (_, n) => (n + 4 ** 3).toString(4).slice(-3).replace(/\d/g, (digit) => String(Number(digit) + 1)));
  for (let game = 0; game < games; game++) {
    await until(() => document.querySelectorAll("[data-slot]").length === 3 && !document.querySelector(".board > li"));
    for (let rows = 1; !document.querySelector("h2.won"); rows++) {
      const turns = [...document.querySelectorAll(".board > li")].map((row) => [...row.querySelectorAll("[role=img]")].map((one) => one.getAttribute("aria-label"))).map(([code, shown]) => [code.replaceAll(" ", ""), shown]);
      const guess = codes.find((code) => turns.every(([past, shown]) => reply(past, code) === shown));
      for (const symbol of guess) press(symbol);
      press("Enter");
      await until(() => document.querySelectorAll(".board > li").length === rows);
    }
    await until(() => document.querySelector("main").innerText.includes("for this secret"));
    [...document.querySelectorAll("a")].find((link) => link.textContent === "Play again").click();
  }
  await until(() => document.querySelectorAll("[data-slot]").length === 3 && !document.querySelector(".board > li"));
}

test("fifty games leave the heap, the nodes and the listeners as they were", async () => {
  const { page, complaints, close } = await open(browser, host.address, "#/play?position=p3c4&game=abc", SMALL);
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const measured = async () => {
    for (let round = 0; round < 3; round++) await session.send("HeapProfiler.collectGarbage");
    const { metrics } = await session.send("Performance.getMetrics");
    return Object.fromEntries(Object.keys(MOST).map((name) => [name, metrics.find((one) => one.name === name).value]));
  };
  await page.evaluate(win, WARM_UP);
  const before = await measured();
  await page.evaluate(win, GAMES);
  const after = await measured();
  for (const [name, most] of Object.entries(MOST)) {
    const growth = (after[name] - before[name]) / GAMES;
    assert.ok(growth < most, `${name}: ${before[name]} became ${after[name]}, which is ${growth} a game`);
  }
  assert.deepEqual(complaints, []);
  await close();
});
