/**
 * What the page of a static host costs, and the page as one file: bytes, requests, and seconds until it can be used and until
 * its first advice. `node e2e/figures.mjs [SHARE]`: with a share such as 0.25, all processes of the browser, its workers included, run only
 * that share of the time; `taskset -c 0 node e2e/figures.mjs 0.25` is then a quarter of one core. The least of several
 * rounds is reported: other work on the machine only adds to a time.
 */

import { chromium } from "playwright-core";

import { statSync } from "node:fs";
import { pathToFileURL } from "node:url";

import { FILE, startHost } from "./host.mjs";

const share = Number(process.argv[2] ?? 0);
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const host = await startHost({ gzip: true });

/** Milliseconds of a round in which the processes run and stand still. */
const PERIOD = 40;

/** Let all processes of a group run a share of the time; returns what ends that. */
function hold(group) {
  const signal = (name) => {
    try {
      process.kill(-group, name);
    } catch {
      // it has ended
    }
  };
  let timer;
  const stop = () => {
    signal("SIGSTOP");
    timer = setTimeout(run, PERIOD * (1 - share));
  };
  const run = () => {
    signal("SIGCONT");
    timer = setTimeout(stop, PERIOD * share);
  };
  stop();
  return () => {
    clearTimeout(timer);
    signal("SIGCONT");
  };
}

async function measured(address, ready, press) {
  const server = await chromium.launchServer({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
  const limit = share ? hold(server.process().pid) : null;
  const browser = await chromium.connect(server.wsEndpoint());
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, serviceWorkers: "block" });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto("about:blank");
  [host.asked, host.bytes] = [[], 0];
  await page.goto(address, { waitUntil: "commit" });
  await page.locator("main h1").waitFor();
  const usable = await page.evaluate(() => performance.now());
  const first = { requests: host.asked.length, bytes: host.bytes };
  let answered, waited;
  if (ready) {
    if (press) await page.getByRole("button", { name: press }).click();
    const asked = press ? await page.evaluate(() => performance.now()) : usable;
    await page.locator(ready).first().waitFor();
    answered = await page.evaluate(() => performance.now());
    waited = answered - asked;
  }
  const turn = ready && !press ? await nextAdvice(page) : null;
  const whole = { requests: host.asked.length, bytes: host.bytes };
  limit?.();
  await browser.close().catch(() => undefined);
  await server.kill();
  return { usable, answered, waited, turn, first, whole };
}

/** Milliseconds from another position in the address to its advice, once the engine runs. */
async function nextAdvice(page) {
  return page.evaluate(async () => {
    const button = () => document.querySelector("button.say")?.textContent ?? "";
    const before = button();
    const began = performance.now();
    const turns = new URLSearchParams(location.hash.split("?")[1]).get("position").split(" ");
    location.hash = `#/assistant?position=${[...turns, turns[0] === "p5c8" ? "34567:1b1w" : "1234:1b1w"].join("+")}`;
    while (button() === before || !button()) await new Promise((resolve) => setTimeout(resolve, 5));
    return performance.now() - began;
  });
}

const file = pathToFileURL(FILE);
for (const [name, address, ready, press] of [
  ["home", `${host.address}/#/`],
  ["play", `${host.address}/#/play?position=p4c6&game=abc`],
  ["advice p4c6", `${host.address}/#/assistant?position=p4c6`, "button.say"],
  ["advice p5c8", `${host.address}/#/assistant?position=p5c8`, "button.say"],
  ["advice p5c8, off the tree", `${host.address}/#/assistant?position=p5c8+12345:1b1w`, "button.say"],
  ["words", `${host.address}/#/words`, "button.say", /40 everyday words/],
  ["one file, home", `${file}#/`],
  ["one file, advice p4c6", `${file}#/assistant?position=p4c6`, "button.say"],
]) {
  const rounds = [];
  for (let n = 0; n < ROUNDS; n++) rounds.push(await measured(address, ready, press));
  const best = (key) => Math.round(Math.min(...rounds.map((round) => round[key])));
  const { first, whole, turn } = rounds[0];
  const loaded = address.startsWith("file:") ? `${statSync(FILE).size} bytes` : `${first.requests} requests, ${first.bytes} bytes until usable; ${whole.requests} and ${whole.bytes} in all`;
  console.log(
    `${name}: ${loaded}; usable ${best("usable")} ms` +
      (ready ? `, first advice ${best("answered")} ms, which is ${best("waited")} ms after ${press ? "the list is chosen" : "that"}` : "") +
      (turn === null ? "" : `, advice after another turn ${best("turn")} ms`),
  );
}
await host.stop();
