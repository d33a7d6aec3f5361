/**
 * What Lighthouse says of the views of build/site, on a simulated phone with a slow network and processor, as a table:
 * `node e2e/lighthouse.mjs`. npx fetches Lighthouse. CHROMIUM is the browser, by default /usr/bin/chromium.
 */

import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { startHost } from "./host.mjs";

const VIEWS = ["", "play", "assistant", "host", "coach", "words", "trees", "race", "pictures"];
const CATEGORIES = ["performance", "accessibility", "best-practices"];
const TIMES = ["first-contentful-paint", "largest-contentful-paint", "total-blocking-time", "total-byte-weight"];

const host = await startHost({ gzip: true });
console.log(`| view | ${[...CATEGORIES, ...TIMES].join(" | ").replaceAll("-", " ")} |`);
console.log("|---".repeat(1 + CATEGORIES.length + TIMES.length) + "|");
for (const view of VIEWS) {
  const command = ["--yes", "lighthouse@12.8.2", `${host.address}/#/${view}`, "--quiet", "--output=json", "--chrome-flags=--headless=new --no-sandbox"];
  const { stdout } = await promisify(execFile)("npx", command, {
    env: { CHROME_PATH: "/usr/bin/chromium", ...process.env, ...(process.env.CHROMIUM ? { CHROME_PATH: process.env.CHROMIUM } : {}) },
    maxBuffer: 2 ** 28,
  });
  const { categories, audits } = JSON.parse(stdout);
  const scores = CATEGORIES.map((name) => Math.round(100 * categories[name].score));
  const times = TIMES.map((name) => audits[name].displayValue.replace("Total size was ", "").replaceAll("\u00a0", " "));
  console.log(`| ${view || "home"} | ${[...scores, ...times].join(" | ")} |`);
}
await host.stop();
