/** A server, a browser and pages for the tests: real ones. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { chromium } from "playwright-core";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
/** The one without a window first: it takes a third less of the processor. */
const BROWSERS = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The windows that a game is played in. */
export const SIZES = {
  "small phone": { width: 360, height: 640 },
  phone: { width: 360, height: 740 },
  "phone on its side": { width: 740, height: 360 },
  desk: { width: 1280, height: 800 },
  classroom: { width: 1920, height: 1080 },
};

/** Sizes that one page can have one after the other: those of a phone, and those of a desk. */
export const DEVICES = {
  phones: { viewport: SIZES["small phone"], hasTouch: true, isMobile: true, sizes: ["small phone", "phone", "phone on its side"] },
  desks: { viewport: SIZES.classroom, sizes: ["desk", "classroom"] },
};

/** The command that is `codepegs`: CODEPEGS says which, as words parted by blanks. */
function command() {
  const given = process.env["CODEPEGS"];
  return given ? given.split(" ") : [join(ROOT, ".venv", "bin", "codepegs")];
}

/** Start `codepegs serve` on a free port; resolves to its address and a way to end it. */
export function startServer(...options) {
  const [program, ...words] = command();
  const server = spawn(program, [...words, "serve", "--port", "0", ...options], { stdio: ["ignore", "pipe", "pipe"] });
  return new Promise((resolve, reject) => {
    let said = "";
    const hear = (piece) => {
      said += piece;
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(said);
      if (address) resolve({ address: address[0], stop: () => stop(server) });
    };
    server.stdout.on("data", hear);
    server.stderr.on("data", hear);
    server.on("error", reject);
    server.on("exit", (code) => reject(new Error(`codepegs serve ended with ${code}: ${said}`)));
  });
}

function stop(server) {
  return new Promise((resolve) => {
    server.on("exit", resolve);
    server.kill("SIGTERM");
  });
}

export function startBrowser() {
  const executablePath = process.env["CHROMIUM"] ?? BROWSERS.find((path) => existsSync(path));
  if (!executablePath) throw new Error("there is no Chromium: install Debian's, or name one in CHROMIUM");
  return chromium.launch({ executablePath, args: FLAGS });
}

/** In a page: add up how far things move that nobody has moved. */
function watchShift() {
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
}

/** How far things have moved since a page was loaded. */
export const shiftOf = (page) => page.evaluate(() => window.shift);

/** The requests of a page that are not answered yet. */
const underWay = new WeakMap();

function watchRequests(page) {
  const requests = new Set();
  underWay.set(page, requests);
  page.on("request", (request) => requests.add(request));
  for (const end of ["requestfinished", "requestfailed"]) page.on(end, (request) => requests.delete(request));
}

/** A fresh page of a fresh profile, with what it complains about: errors, and anything the content policy refuses. */
export async function open(browser, address, hash, options = {}) {
  const context = await newContext(browser, options);
  return { ...(await openIn(context, address, hash)), close: () => context.close() };
}

/** The game that a hash names with its turns, as the page keeps one whose guesses were made in this browser; null of others. */
function keptOf(hash) {
  const [view, query = ""] = hash.split("?");
  const { position = "", ...names } = Object.fromEntries(new URLSearchParams(query));
  const [rules, ...turns] = position.split(" ");
  const name = names.daily ?? names.game;
  if (view !== "#/play" || !name || names.hidden || !(turns.length || names.hints || names.end)) return null;
  const { hints, end, ...rest } = names;
  const params = { position: rules, ...rest };
  const guesses = turns.map((turn) => turn.split(":")[0]);
  const record = { guesses, at: guesses.length, hints: Number(hints ?? 0), undone: 0, end: end === "1", order: 1, params };
  return { key: `codepegs.played.${name} ${rules}`, record, bare: `#/play?${Object.entries(params).map(([key, value]) => `${key}=${value}`).join("&")}` };
}

/** Go to a hash; a game with turns was played here before, up to these, as far as its replies are those of its secret. */
export async function visit(page, address, hash) {
  const kept = keptOf(hash);
  if (!kept) return page.goto(`${address}/${hash}`);
  await page.goto(`${address}/#/nothing`);
  await page.evaluate(({ key, record }) => {
    localStorage.setItem("codepegs.version", "4");
    localStorage.setItem(key, JSON.stringify(record));
  }, kept);
  return page.goto(`${address}/${kept.bare}`);
}

const newContext = (browser, options) => browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });

async function openIn(context, address, hash) {
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await page.addInitScript(watchShift);
  watchRequests(page);
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" && !/Failed to load resource/.test(message.text())) complaints.push(message.text());
  });
  await visit(page, address, hash);
  return { page, complaints };
}

/** Profiles that are emptied after a test and used again: the browser keeps the scripts that it has compiled for them. */
class Profiles {
  #free = new Map();

  /** As the function `open`. */
  async open(browser, address, hash, options) {
    const key = JSON.stringify(options);
    const free = this.#free.get(key) ?? [];
    this.#free.set(key, free);
    const context = free.pop() ?? (await newContext(browser, options));
    const opened = await openIn(context, address, hash);
    const close = async () => {
      const session = await context.newCDPSession(opened.page);
      await Promise.all(context.pages().map((page) => page !== opened.page && page.close()));
      await opened.page.goto("about:blank"); // what it stores when it is left is stored by then
      await session.send("Storage.clearDataForOrigin", { origin: new URL(address).origin, storageTypes: "all" });
      await opened.page.close();
      free.push(context);
    };
    return { ...opened, close };
  }
}

/**
 * A server and a browser for all tests of a file, and how to write one: `view` is a test with a page of its own, which must not
 * have complained at the end.
 */
export function stage(...options) {
  // what moves on its own keeps a processor busy that has no graphics card
  const profiles = new Profiles();
  const house = { open: (hash, opened) => profiles.open(house.browser, house.address, hash, { reducedMotion: "reduce", ...opened }) };
  before(async () => {
    house.browser = await startBrowser();
    house.server = await startServer(...options);
    house.address = house.server.address;
  });
  after(async () => {
    await house.browser?.close();
    await house.server?.stop();
  });
  const view = (name, hash, run, opened = {}) =>
    test(name, async () => {
      const { page, complaints, close } = await house.open(hash, opened);
      try {
        await run(page);
        assert.deepEqual(complaints, []);
      } finally {
        await close();
      }
    });
  /** A view in all sizes of the phones, and of the desks: `run(page, name, isTouched)` in each, which finds nothing that was kept. */
  const inSizes = (title, hash, run) => {
    for (const [device, { sizes, ...options }] of Object.entries(DEVICES)) {
      const all = async (page) => {
        for (const name of sizes) {
          await page.goto(`${house.address}/#/nothing`); // the view is made anew for each size
          await page.getByRole("heading", { name: "This page does not exist" }).waitFor();
          await page.evaluate(() => [localStorage, sessionStorage].forEach((storage) => storage.clear()));
          await page.setViewportSize(SIZES[name]);
          await visit(page, house.address, hash);
          await run(page, name, options.hasTouch);
        }
      };
      view(`${title}: ${device}`, "#/nothing", all, options);
    }
  };
  return { house, view, inSizes };
}

/** Milliseconds in which a busy machine has computed everything. */
const LONG = 90_000;
/** Looks at a page in a row that find nothing under way, and the milliseconds between them. */
const LOOKS = 6;
const PAUSE = 25;

/** Wait until nothing is loading or being computed. */
export async function idle(page) {
  const isCalm = () => document.readyState === "complete" && document.querySelector("main h1") && !document.querySelector("main [aria-busy=true]");
  const end = Date.now() + LONG;
  for (let looks = 0; looks < LOOKS; await setTimeout(PAUSE)) {
    looks = !underWay.get(page)?.size && (await page.evaluate(isCalm)) ? looks + 1 : 0;
    if (Date.now() > end) throw new Error(`it is still at work: ${[...(underWay.get(page) ?? [])].map((request) => request.url())}`);
  }
}

export const button = (page, name) => page.getByRole("button", { name, exact: true });

/** Enter a turn in the assistant by the keyboard. */
export async function enter(page, code, black, white) {
  for (const symbol of code) await page.keyboard.press(symbol);
  await page.keyboard.press("Enter");
  await page.keyboard.press(String(black));
  if (white !== undefined) await page.keyboard.press(String(white));
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: /^Turn \d+$/ }).waitFor();
}

/** Load the page again on a date, at noon. */
export async function on(page, date) {
  const fix = (now) => {
    window.Date = class extends Date {
      constructor(...given) {
        super(...(given.length ? given : [now]));
      }
      static now() {
        return now;
      }
    };
  };
  await page.addInitScript(fix, new Date(`${date}T12:00:00`).getTime());
  await page.reload();
  await page.getByRole("heading", { level: 1 }).waitFor();
}

/** Play a game to its end by the best guesses. */
export async function playByHints(page) {
  const won = page.getByRole("heading", { name: /^Solved in/ });
  for (let guess = 1; guess <= 12 && !(await won.isVisible()); guess++) {
    await button(page, "Hint").click();
    await button(page, "The best guess").click();
    await button(page, "Use it").click();
    await button(page, "Guess").click();
    await page.locator(".board > li").nth(guess - 1).waitFor();
  }
  await won.waitFor();
}

/** In a page: whether all of an element is in the window, and nothing lies over its middle. */
export function isInSight(element) {
  const { top, bottom, left, right } = element.getBoundingClientRect();
  const above = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  const isOn = above !== null && (element.contains(above) || above.contains(element));
  return top >= 0 && left >= 0 && bottom <= window.innerHeight + 1 && right <= window.innerWidth + 1 && isOn;
}

/** In a page: what is wrong with the columns of a game, on which all pegs and replies stand, in one size. */
export function crooked() {
  const edge = document.querySelector(".surface").getBoundingClientRect().right - 20; // empty rows without room stand beyond
  const rows = [...document.querySelectorAll(".board > li, .next .line, .holes > .line")].filter((row) => row.getBoundingClientRect().left < edge);
  const pegs = rows.map((row) => [...row.querySelectorAll(".peg")].map((peg) => peg.getBoundingClientRect()));
  const off = pegs.flatMap((row) => row.filter((peg, n) => Math.abs(peg.left - pegs[0][n].left) > 1.5 || Math.abs(peg.width - pegs[0][n].width) > 0.5).map((peg) => `a peg of ${peg.width} pixels at ${peg.left}`));
  const trays = [...document.querySelectorAll(".board .tray, .next .tray")].map((tray) => tray.getBoundingClientRect().left);
  if (Math.max(...trays) - Math.min(...trays) > 1.5) off.push(`replies at ${trays}`);
  if (rows.length < 4) off.push(`only ${rows.length} rows`);
  return off;
}

/** What axe finds in a page, with its reasons; it would take an eighth longer to describe what is right, too. */
export async function violations(page, options = {}) {
  if (await page.evaluate(() => !globalThis.axe)) await page.evaluate(axe);
  const found = await page.evaluate((given) => globalThis.axe.run(given), { resultTypes: ["violations"], ...options });
  return found.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join("; ")}`,
  );
}

/** The rules of axe that a change of theme can break. */
export const COLORS = { runOnly: ["color-contrast"] };

/** No violation of any rule that axe knows, nothing wider than the window, once there is a view, which has a heading. */
export async function isClean(page) {
  await page.locator("h1").first().waitFor({ state: "attached" });
  assert.deepEqual(await violations(page), []);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(wide <= 0, `the page is ${wide} pixels too wide`);
}

/** The source of axe-core, to be evaluated in a page. */
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
