/**
 * What Lighthouse says of the views of build/site, on a simulated phone with a slow network and processor and on a desktop,
 * as a table: `node e2e/lighthouse.mjs [VIEW ...]`. npx fetches Lighthouse. CHROMIUM is the browser, by default
 * /usr/bin/chromium.
 */

import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { startHost } from "./host.mjs";

const VIEWS = ["home", "play", "assistant", "host", "coach", "words", "trees", "race", "pictures"];
const FORMS = { mobile: [], desktop: ["--preset=desktop"] };
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];
const TIMES = ["first-contentful-paint", "largest-contentful-paint", "total-blocking-time", "total-byte-weight"];

const host = await startHost({ gzip: true });
const views = process.argv.length > 2 ? process.argv.slice(2) : VIEWS;
console.log(`| view | form | ${[...CATEGORIES, ...TIMES].join(" | ").replaceAll("-", " ")} |`);
console.log("|---".repeat(2 + CATEGORIES.length + TIMES.length) + "|");
for (const [view, [form, options]] of views.flatMap((view) => Object.entries(FORMS).map((form) => [view, form]))) {
  const address = `${host.address}/#/${view === "home" ? "" : view}`;
  const command = ["--yes", "lighthouse@12.8.2", address, ...options, "--quiet", "--output=json", "--chrome-flags=--headless=new --no-sandbox"];
  const { stdout } = await promisify(execFile)("npx", command, {
    env: { CHROME_PATH: "/usr/bin/chromium", ...process.env, ...(process.env.CHROMIUM ? { CHROME_PATH: process.env.CHROMIUM } : {}) },
    maxBuffer: 2 ** 28,
  });
  const { categories, audits } = JSON.parse(stdout);
  const scores = CATEGORIES.map((name) => Math.round(100 * categories[name].score));
  const times = TIMES.map((name) => audits[name].displayValue.replace("Total size was ", "").replaceAll("\u00a0", " "));
  console.log(`| ${view} | ${form} | ${[...scores, ...times].join(" | ")} |`);
}
await host.stop();
