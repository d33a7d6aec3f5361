/** A server, a browser and pages for the tests: real ones. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
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
const BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

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

/** A fresh page of a fresh profile, with what it complains about: errors, and anything the content policy refuses. */
export async function open(browser, address, hash, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" && !/Failed to load resource/.test(message.text())) complaints.push(message.text());
  });
  await page.goto(`${address}/${hash}`);
  return { page, complaints, close: () => context.close() };
}

/**
 * A server and a browser for all tests of a file, and how to write one: `view` is a test with a page of its own, which must not
 * have complained at the end.
 */
export function stage(...options) {
  const house = { open: (hash, opened) => open(house.browser, house.address, hash, opened) };
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
  return { house, view };
}

/** Milliseconds in which a busy machine has computed everything. */
const LONG = 90_000;

/** Wait until nothing is loading or being computed. */
export async function idle(page) {
  await page.waitForLoadState("networkidle", { timeout: LONG });
  await page.waitForFunction(() => document.querySelector("main h1") && !document.querySelector("main [aria-busy=true]"), null, { timeout: LONG });
}

export const button = (page, name) => page.getByRole("button", { name, exact: true });

/** The source of axe-core, to be evaluated in a page. */
export const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
