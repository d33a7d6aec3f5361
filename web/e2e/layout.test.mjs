/** The layout of every view, small and large, light and dark, and the size of the first load, in a real Chromium. */

import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { test } from "node:test";

import { button, COLORS, idle, shiftOf, stage, violations } from "./support.mjs";

const FIRST_LOAD = 150_000;
const ENGINE = 400_000;
/** What Lighthouse calls the cumulative layout shift; from 0.1 on it is no longer good. */
const MOST_SHIFT = 0.05;
const VIEWS = {
  home: "#/",
  play: "#/play",
  "a game": "#/play?position=p4c6+1122:1b0w+1344:0b2w&game=aav",
  "a long row": "#/play?position=p7c9&game=abc",
  assistant: "#/assistant?position=p4c6+1122:1b0w+1344:0b2w",
  "a contradiction": "#/assistant?position=p4c6+1122:1b0w+3344:1b0w+5566:1b1w+1356:0b0w",
  "false replies": "#/assistant?position=p4c6+1122:1b0w+3344:1b0w&noise=0.1",
  host: "#/host",
  "the program guesses": "#/host?as=program&position=p4c6+1122:1b0w&strategy=auto&seed=1",
  "it solves": "#/host?as=solve&rules=p6c8&strategy=auto&seed=5",
  "a friend's guess": "#/host?as=breaker&position=p4c6+1122:1b0w&id=q",
  coach: "#/coach",
  "what the coach says": "#/coach?position=p4c6+1122:0b2w+1314:0b1w+3251:1b2w+2256:1b2w+2561:4b0w",
  words: "#/words",
  trees: "#/trees",
  race: "#/race",
  pictures: "#/pictures",
};
const { house, view } = stage("--workers", "1");

view("links that stand alone are large enough, and what is for keyboards is not on phones", "#/nothing", async (page) => {
  for (const [hash, name] of [
    ["#/nothing", "Go to the start page"],
    ["#/trees?tree=x", "See all trees"],
    ["#/trees?tree=gallery:p4c6", "All trees"],
    ["#/race?rules=p4c6&strategies=entropy&seed=5&run=1", "Set up another race"],
  ]) {
    await page.goto(`${house.address}/${hash}`);
    const link = page.getByRole("link", { name, exact: true });
    await link.waitFor();
    const { height } = await link.boundingBox();
    assert.ok(height >= 24, `${name}: ${height}`);
  }
  await page.goto(`${house.address}/#/assistant?position=p4c6+1122:1b0w`);
  const [send, undo] = [button(page, "Add this turn"), button(page, "Undo")];
  await undo.waitFor();
  assert.equal((await send.boundingBox()).y, (await undo.boundingBox()).y);
  await page.goto(`${house.address}/#/play?position=p4c6&game=abc`);
  await button(page, "Guess").waitFor();
  assert.equal(await page.getByText(/^Keys:/).isVisible(), false);
}, { viewport: { width: 360, height: 740 } });

view("codes stay on one line on a phone, and short ones beside their replies", "#/", async (page) => {
  const middles = (row, what) =>
    row.locator(what).evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ top, bottom }) => Math.round((top + bottom) / 2)));
  for (const [position, what] of [
    ["p5c8+11223:1b1w+12345:1b1w", ".turn .peg, .turn .tray"],
    ["p8c12+11223344:2b1w+15567889:1b3w", ".turn .peg"],
    ["p8c12+12345678:2b2w", ".turn .peg"], // a range of codes left
  ]) {
    await page.goto(`${house.address}/#/assistant?position=${position}`);
    await idle(page);
    await page.getByText("codes left").first().waitFor();
    for (const row of await page.locator(".board > li").all()) assert.equal(new Set(await middles(row, what)).size, 1, position);
  }
}, { viewport: { width: 360, height: 740 } });

test("the first load is light", async () => {
  for (const hash of ["#/", "#/play", "#/assistant"]) {
    const context = await house.browser.newContext();
    const first = await context.newPage();
    const [bodies, engine, streaming] = [[], [], []];
    first.on("response", (response) => {
      if (response.url().includes("/api/")) return;
      if (/\/streaming-[^/]*$/.test(response.url())) streaming.push(response.url());
      const isEngine = /\/(worker|engine)-[^/]*$|\/trees\//.test(response.url());
      (isEngine ? engine : bodies).push(response.body().catch(() => Buffer.alloc(0)));
    });
    await first.goto(`${house.address}/${hash}`, { waitUntil: "networkidle" });
    const packed = async (all) => (await Promise.all(all)).reduce((sum, body) => sum + gzipSync(body).length, 0);
    assert.deepEqual(streaming, [], `${hash} loads what only large games need`);
    const bytes = await packed(bodies);
    const ofEngine = await packed(engine);
    assert.ok(ofEngine < ENGINE, `${hash} loads an engine of ${ofEngine} bytes`);
    assert.ok(bytes > 10_000 && bytes < FIRST_LOAD, `${hash} loads ${bytes} bytes`);
    await context.close();
  }
});

/** What a thumb would miss: things to press that are smaller than 44 pixels either way. */
function tooSmall() {
  const pressed = "button, select, input:not([type=radio], [type=checkbox]), a.button, nav a, summary";
  return [...document.querySelectorAll(pressed)]
    .filter((element) => element.checkVisibility() && !element.closest(".sr-only"))
    .map((element) => ({ name: element.textContent?.trim() || element.outerHTML.slice(0, 80), box: element.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 0 && (box.height < 43.5 || box.width < 43.5))
    .map(({ name, box }) => `${name}: ${box.width} x ${box.height}`);
}

for (const [name, hash] of Object.entries(VIEWS)) {
  view(
    `${name}: little moves while it loads, it fits a phone and a thumb, and axe finds nothing in light and dark, small and large`,
    hash,
    async (page) => {
      await idle(page);
      const isCalm = async (where) => {
        const shift = await shiftOf(page);
        assert.ok(shift < MOST_SHIFT, `${where} things move by ${shift}`);
      };
      await isCalm("on a phone");
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
      assert.deepEqual(await page.evaluate(tooSmall), []);
      assert.deepEqual(await violations(page), [], "on a phone, light");
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.emulateMedia({ colorScheme: "dark" });
      await page.reload();
      await idle(page);
      await isCalm("on a desk");
      assert.deepEqual(await violations(page), [], "on a desk, dark");
      await page.emulateMedia({ colorScheme: "light" });
      assert.deepEqual(await violations(page, COLORS), [], "on a desk, light");
    },
    { viewport: { width: 360, height: 740 }, hasTouch: true, colorScheme: "light", reducedMotion: "reduce" },
  );
}
