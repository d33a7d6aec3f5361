/** The page as one file, opened from a folder of its own in a real Chromium without a network. */

import assert from "node:assert/strict";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";

import { FILE } from "./host.mjs";
import { button, enter, open, playByHints, startBrowser } from "./support.mjs";

let folder, browser;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "codepegs-file-"));
  await copyFile(FILE, join(folder, "codepegs.html"));
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

/** A test of the file without a network, which asks for nothing but the file itself. */
function file(name, hash, run) {
  test(name, async () => {
    const { page, complaints, close } = await open(browser, pathToFileURL(folder), `codepegs.html${hash}`, { offline: true });
    const asked = [];
    page.on("request", (request) => asked.push(request.url()));
    try {
      await page.reload();
      await run(page);
      assert.deepEqual(complaints, []);
      assert.deepEqual(asked.filter((url) => !/^(file:.*\/codepegs\.html|blob:.*|data:.*)$/.test(url.replace(/#.*/s, ""))), []);
    } finally {
      await close();
    }
  });
}

file("a game is played, kept over a reload, and reviewed", "#/", async (page) => {
  await page.getByRole("link", { name: "Play now" }).click();
  await button(page, "Guess").waitFor();
  for (const symbol of "1122") await page.keyboard.press(symbol);
  await page.keyboard.press("Enter");
  await page.locator(".board > li").first().waitFor();
  await page.reload();
  await page.locator(".board > li").first().waitFor();
  await page.goBack();
  await page.locator(".board").waitFor({ state: "detached" });
  await playByHints(page);
  await page.getByRole("link", { name: "Review with the coach" }).click();
  await page.getByRole("heading", { name: "Skill" }).waitFor();
});

file("advice comes in p4c6, p5c8 and words", "#/assistant", async (page) => {
  await page.getByRole("button", { name: /^Use ?1 1 2 3/ }).waitFor();
  await enter(page, "1122", 1, 0);
  await page.getByText("256", { exact: true }).first().waitFor();
  await page.evaluate(() => (location.hash = "#/assistant?position=p5c8+12345:1b1w"));
  await page.getByText("codes left").first().waitFor();
  await page.getByRole("button", { name: /^Use/ }).first().waitFor();
  await page.evaluate(() => (location.hash = "#/words"));
  await page.getByRole("button", { name: /40 everyday words/ }).click();
  await page.getByText(/^Needs 2\.\d+ (± \d\.\d+ )?guesses on average, including this one\./).first().waitFor();
});

file("a game of 100 pegs and 100 colours is solved", "#/host?as=solve&rules=p100c100&strategy=auto&seed=1", async (page) => {
  await page.getByRole("heading", { name: "Solved in 178 guesses" }).waitFor();
});

file("trees are walked and verified; one that is not in the file is told", "#/trees?tree=gallery:p4c6&verify=1", async (page) => {
  await page.getByText("finds all 1,296 secrets of p4c6").waitFor();
  await page.evaluate(() => (location.hash = "#/trees?tree=gallery:p5c9"));
  await page.getByText("This file has only the trees of games of up to 40,000 codes; the page on a web server has all trees.").waitFor();
});

file("where nothing may be stored, games are played all the same", "#/", async (page) => {
  await page.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { get: () => { throw new DOMException("refused", "SecurityError"); } });
  });
  await page.reload();
  await page.getByRole("link", { name: "Play now" }).click();
  for (const symbol of "1122") await page.keyboard.press(symbol);
  await page.keyboard.press("Enter");
  await page.locator(".board > li").first().waitFor();
});
