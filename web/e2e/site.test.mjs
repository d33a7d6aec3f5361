/** The folder for static hosts, in a real Chromium: without a server of codepegs, and without a connection. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { dirname, extname, join, normalize } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { button, open, startBrowser } from "./support.mjs";

const FOLDER = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "build", "site");
const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};
/** The page lies in a folder of its host, as on many. */
const BELOW = "/some/folder";

/** A host that sends the files of the folder as they are, and says what was asked of it. */
function startHost() {
  const host = { asked: [], replaced: new Map(), isDown: false };
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://host");
    host.asked.push(pathname);
    const name = normalize(pathname.slice(BELOW.length)).replace(/^\/$/, "/index.html");
    try {
      if (!pathname.startsWith(`${BELOW}/`)) throw new Error("elsewhere");
      const content = host.replaced.has(name) ? host.replaced.get(name) : await readFile(join(FOLDER, name));
      if (content === null) throw new Error("broken");
      response.writeHead(200, { "content-type": TYPES[extname(name)] ?? "application/octet-stream" }).end(content);
    } catch {
      response.writeHead(404, { "content-type": "text/html" }).end("<h1>There is no such file</h1>");
    }
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      host.address = `http://127.0.0.1:${server.address().port}${BELOW}`;
      host.stop = () => {
        server.closeAllConnections();
        return new Promise((done) => server.close(done));
      };
      resolve(host);
    });
  });
}

let host, browser;
before(async () => {
  [host, browser] = await Promise.all([startHost(), startBrowser()]);
});
after(async () => {
  await browser?.close();
  await host?.stop();
});

function site(name, hash, run, options = {}) {
  test(name, async () => {
    const { page, complaints, close } = await open(browser, host.address, hash, options);
    try {
      await run(page);
      assert.deepEqual(complaints, []);
    } finally {
      await close();
    }
  });
}

async function enter(page, code, black, white) {
  for (const symbol of code) await page.keyboard.press(symbol);
  await page.keyboard.press("Enter");
  await page.keyboard.press(String(black));
  if (white !== undefined) await page.keyboard.press(String(white));
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: /^Turn \d+$/ }).waitFor();
}

const isKept = (page) => page.evaluate(() => navigator.serviceWorker.ready.then(() => caches.keys()).then((names) => names.length > 0));

site("advice, and a contradiction repaired, without a server", "#/assistant", async (page) => {
  await page.getByRole("button", { name: /^Use ?1 1 2 2/ }).waitFor();
  await enter(page, "1122", 1, 0);
  await page.getByText("256", { exact: true }).first().waitFor();
  await enter(page, "3344", 1, 0);
  await enter(page, "5566", 1, 1);
  await enter(page, "1356", 0, 0);
  await page.getByRole("heading", { name: "The replies contradict each other" }).waitFor();
  await page.getByRole("button", { name: /^Turn 4: no black, two white/ }).click();
  await page.getByRole("heading", { name: "Best next guesses" }).waitFor();
  assert.ok(!host.asked.some((path) => path.includes("/api/")), "small questions ask no server");
});

site("after the first visit everything at a table works without a connection", "#/", async (page) => {
  assert.ok(await isKept(page));
  await page.context().setOffline(true);
  await page.goto(`${host.address}/#/play?position=p4c6&game=abc`);
  await page.reload();
  const won = page.getByRole("heading", { name: /^Solved with/ });
  for (let guess = 1; guess <= 12 && !(await won.isVisible()); guess++) {
    await button(page, "Hint").click();
    await button(page, "The best guess").click();
    await button(page, "Use it").click();
    await button(page, "Guess").click();
    await page.locator(".board > li").nth(guess - 1).waitFor();
  }
  await won.waitFor();
  await page.goto(`${host.address}/#/host?as=program&position=p4c10n+1234:1b1w&strategy=entropy&seed=1`);
  await page.getByText(/codes? left/).first().waitFor();
});

site("what needs a server says so", "#/assistant?position=p8c12", async (page) => {
  await page.getByText(/needs codepegs serve/).first().waitFor();
});

site("a new release is offered, and taken when somebody wants it", "#/", async (page) => {
  assert.ok(await isKept(page));
  await page.reload(); // from here on the service worker answers
  const worker = await readFile(join(FOLDER, "service-worker.js"), "utf8");
  host.replaced.set("/service-worker.js", worker.replace(/RELEASE = "\w+"/, 'RELEASE = "another"'));
  try {
    await page.reload();
    await page.getByText("A new version of this page is ready.").waitFor();
    await Promise.all([page.waitForEvent("load"), button(page, "Load it").click()]);
    await page.waitForFunction(() => caches.keys().then((names) => names.join() === "codepegs another"));
    assert.equal(await page.getByText("A new version of this page is ready.").count(), 0);
  } finally {
    host.replaced.clear();
  }
});

site("a host that answers nonsense leaves the release that is kept", "#/", async (page) => {
  assert.ok(await isKept(page));
  await page.reload();
  host.replaced.set("/index.html", null);
  try {
    await page.reload();
    await page.getByRole("heading", { name: "Play, ask, and learn to break codes" }).waitFor();
  } finally {
    host.replaced.clear();
  }
});

site("a tree is walked without a server", "#/trees?tree=gallery:p4c6", async (page) => {
  await page.getByRole("heading", { name: "Guess 1" }).waitFor();
  await page.getByText("1,296 secrets in all").waitFor();
  await page.locator("a.reply[data-reply='0b1w']").click();
  await page.getByRole("heading", { name: "Guess 2" }).waitFor();
});

site("a browser without WebAssembly SIMD is told so", "#/", async (page) => {
  await page.addInitScript(() => {
    WebAssembly.validate = () => false;
  });
  await page.goto(`${host.address}/?again#/assistant`);
  await page.getByText(/has no WebAssembly SIMD/).first().waitFor();
});
