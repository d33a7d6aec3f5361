/** Trees, races and pictures as people use them, in a real Chromium before a real server. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { crc32, deflateSync, gzipSync } from "node:zlib";

import { button, idle, isClean, stage } from "./support.mjs";

const WORKERS = 2;
const PATIENCE = 60_000;
const { house, view } = stage("--workers", String(WORKERS));
const fixture = (name) => readFileSync(new URL(`../tests/trees/fixtures/${name}.tree`, import.meta.url), "utf8");

const hash = (page) => decodeURIComponent(new URL(page.url()).hash).replaceAll("+", " ");
const sees = (page, text) => page.getByText(text).first().waitFor({ timeout: PATIENCE });

/** The same in windows small and large, light and dark. */
async function isCleanEverywhere(page) {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 760 });
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      await isClean(page);
    }
  }
}

/** A game that no worker is through with before the test is. */
const LONG = { rules: "p2000c2000", strategy: "auto", seed: 1 };

/**
 * That the worker of a long game is free again. A server of two workers plays one long game at a time, so another one begins
 * only then; otherwise it waits, and is told that the server is busy.
 */
async function isFree() {
  const leave = new AbortController();
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify(LONG);
  const answer = await fetch(`${house.address}/api/v1/solve`, { method: "POST", headers, body, signal: leave.signal });
  let said = "";
  for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) {
    said += piece;
    if (/event:/.test(said)) break;
  }
  leave.abort();
  assert.equal(answer.status, 200, said);
  assert.match(said, /event: progress/);
}

// Trees

view("a tree is found, walked to its end by the keyboard, and left again", "#/trees", async (page) => {
  await page.getByLabel("Find a game").fill("p4c6 unheard-of");
  await page.getByText("No tree matches all of these words").waitFor();
  await page.getByLabel("Find a game").fill("classic, worst case");
  await page.waitForURL(/q=classic,\+worst\+case/);
  await page.getByRole("link", { name: "p4c6" }).first().waitFor();
  await page.getByLabel("Find a game").fill("4 pegs 6 colours average black only");
  await page.getByRole("link", { name: "p4c6-b" }).click();
  await page.getByRole("heading", { name: "Guess 1" }).waitFor();
  await page.goto(`${house.address}/#/trees?tree=gallery:p4c6`);
  await page.getByRole("heading", { name: "Guess 1" }).waitFor();
  await sees(page, "1,296 codes in all");
  const rows = page.locator("a.reply");
  assert.equal(await rows.count(), 13);
  await rows.first().focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await page.getByRole("heading", { name: "Guess 2" }).waitFor();
  assert.match(hash(page), /path=0b1w/);
  for (let guess = 3; (await rows.count()) > 0; guess++) {
    await page.waitForFunction(() => document.activeElement?.matches("a.reply"));
    await page.keyboard.press("ArrowRight");
    await page.getByRole("heading", { name: `Guess ${guess}` }).waitFor();
  }
  await sees(page, "One code is left, and this is it.");
  const deepest = hash(page);
  await page.goBack();
  await page.waitForFunction((before) => decodeURIComponent(location.hash).replaceAll("+", " ") !== before, deepest);
  await page.goForward();
  await sees(page, "One code is left, and this is it.");
  assert.equal(hash(page), deepest);
});

view("the tree of Bulls and Cows is walked in digits, or as its text has them", "#/trees?q=bc+average", async (page) => {
  await page.getByRole("link", { name: /Bulls and Cows/ }).first().click();
  await page.getByRole("img", { name: "Guess: 0 1 2 3" }).waitFor();
  assert.match(hash(page), /rules=bc$/);
  await page.locator("a.reply[data-reply='0b1w']").click();
  await page.getByRole("heading", { name: "Guess 2" }).waitFor();
  assert.match(hash(page), /rules=bc&path=0b1w$/);
  const digits = await page.getByRole("img", { name: /^Guess: / }).getAttribute("aria-label");
  const assistant = await page.getByRole("link", { name: "Open in the assistant" }).getAttribute("href");
  assert.equal(assistant, "#/assistant?position=bc+0123:0b1w");
  await page.getByRole("link", { name: "Show as 1 to 9 and A" }).click();
  await page.getByRole("img", { name: "1 2 3 4", exact: true }).waitFor();
  const plain = await page.getByRole("img", { name: /^Guess: / }).getAttribute("aria-label");
  assert.equal(plain.replace(/[1-9A]/g, (symbol) => "123456789A".indexOf(symbol)), digits);
});

view(
  "what is left in a tree goes to the assistant as it is",
  "#/trees?tree=gallery:p4c6&path=1b0w+0b2w",
  async (page) => {
    await sees(page, "19 codes left");
    await page.getByRole("link", { name: "Open in the assistant" }).click();
    assert.match(hash(page), /^#\/assistant\?position=p4c6 \d{4}:1b0w \d{4}:0b2w$/);
  },
);

view("a tree is verified in the browser", "#/trees?tree=gallery:p4c6&path=1b0w", async (page) => {
  await button(page, "Verify in this browser").click();
  await sees(page, "finds all 1,296 secrets of p4c6");
  await sees(page, "5,625 replies were computed");
  assert.match(hash(page), /verify=1/);
  await isCleanEverywhere(page);
});

view(
  "a shared address verifies a large tree while the page stays alive",
  "#/trees?tree=gallery:p5c8&verify=1",
  async (page) => {
    await sees(page, "finds all 32,768 secrets of p5c8");
    await sees(page, "178,570 guesses in total");
  },
);

view(
  "files of one's own are checked, packed or not, and faults are told with their places",
  "#/trees",
  async (page) => {
    const choose = (name, text, pack = (bytes) => bytes) =>
      page.locator("input[type=file]").setInputFiles({ name, mimeType: "text/plain", buffer: pack(Buffer.from(text)) });
    const good = fixture("p2c3-minimax");
    await choose("good.tree", good);
    await sees(page, "finds all 9 secrets of p2c3");
    await choose("altered.tree.gz", good.replace("1b0w 23", "1b0w 13"), gzipSync);
    await sees(page, "no guess follows 13:1b0w, the reply for the secret 23");
    await isClean(page);
    await choose("none.tree", "not a tree\n");
    await sees(page, "This is not a tree");
  },
);

view("a tree that is not there is told", "#/trees?tree=gallery:p9c9", async (page) => {
  await sees(page, "There is no tree called");
  await page.getByRole("link", { name: "See all trees" }).click();
  await page.getByRole("heading", { name: "Well-known games" }).waitFor();
});

// Races

view("Bulls and Cows races in digits", "#/race?rules=bc&strategies=entropy&seed=5", async (page) => {
  await page.getByText("Choose the secret or the seed").click();
  await page.getByLabel("Secret").fill("012A");
  await page.getByLabel("Secret").blur();
  await page.getByText("expected digits 0 to 9").waitFor();
  await page.getByLabel("Secret").fill("9032");
  await page.getByLabel("Secret").blur();
  await button(page, "Start the race").click();
  await page.locator(".outcome").waitFor({ timeout: PATIENCE });
  assert.match(hash(page), /rules=bc&.*secret=9032/);
  await page.getByRole("img", { name: "Secret: 9 0 3 2" }).waitFor();
  const lane = page.locator("section[aria-label^=Lane]");
  assert.match(await lane.locator("li").last().textContent(), /found/);
  await lane.getByRole("img", { name: "9 0 3 2", exact: true }).waitFor();
});

view("a race is set up, run to its end, and shared", "#/race", async (page) => {
  await page.getByLabel("Lane 3").selectOption("first-consistent");
  await button(page, "Add a strategy").click();
  await page.getByLabel("Lane 4").selectOption("random-consistent");
  await page.getByText("Choose the secret or the seed").click();
  await page.getByLabel("Secret").fill("6532");
  await page.getByLabel("Seed").fill("5");
  await button(page, "Start the race").click();
  await button(page, "Pause").click();
  await button(page, "Continue").click();
  await page.locator(".outcome").waitFor({ timeout: PATIENCE });
  assert.match(
    await page.locator(".outcome").textContent(),
    /entropy and minimax tie for the win with 5 guesses|wins with \d guesses/,
  );
  assert.match(
    hash(page),
    /rules=p4c6&strategies=entropy minimax first-consistent random-consistent|strategies=entropy minimax first-consistent random-consistent/,
  );
  const lanes = page.locator("section[aria-label^=Lane]");
  assert.equal(await lanes.count(), 4);
  for (const lane of await lanes.all()) assert.match(await lane.locator("li").last().textContent(), /found/);
  const ended = await page.locator(".outcome").textContent();
  await page.reload();
  await page.locator(".outcome").waitFor({ timeout: PATIENCE });
  assert.equal(await page.locator(".outcome").textContent(), ended);
});

view("a race that is over is readable", "#/race?rules=p4c6&strategies=entropy+minimax&seed=5&run=1", async (page) => {
  await button(page, "Skip to the latest turn").click({ timeout: PATIENCE });
  await page.locator(".outcome").waitFor({ timeout: PATIENCE });
  await isCleanEverywhere(page);
});

const LARGE = `#/race?rules=${LONG.rules}&strategies=auto+streaming&seed=1&run=1`;

view("a large race shows how far each is, and stopping it frees the workers", LARGE, async (page) => {
  await page.locator("svg.map").first().waitFor({ timeout: PATIENCE });
  await sees(page, /of 2,000 pegs and/);
  await button(page, "Stop the race").click();
  await page.locator(".outcome").filter({ hasText: "The race was stopped." }).waitFor();
  await isFree();
  await page.getByRole("slider", { name: "Turn shown in every lane" }).focus();
  await page.keyboard.press("Home");
  await page.locator("h2").filter({ hasText: "turn 0" }).first().waitFor();
  await isClean(page);
});

view("leaving a race frees the workers", LARGE, async (page) => {
  await page.locator("svg.map").first().waitFor({ timeout: PATIENCE });
  await page.getByRole("link", { name: "Set up another race" }).click();
  await button(page, "Start the race").waitFor();
  await isFree();
});

view(
  "a large race of two is seen to its end and watched again",
  "#/race?rules=p100c10&strategies=auto+streaming&seed=1&run=1",
  async (page) => {
    await page.locator(".outcome").waitFor({ timeout: PATIENCE });
    assert.equal(await page.getByText("All 100 pegs are known.").count(), 2);
    await button(page, "Watch again").click();
    await sees(page, /of 100 pegs and/);
    await page.getByText("All 100 pegs are known.").nth(1).waitFor({ timeout: PATIENCE });
  },
);

view("a secret that is none is refused before anything runs", "#/race?secret=7777", async (page) => {
  await page.getByRole("alert").waitFor();
  assert.ok(await button(page, "Start the race").isDisabled());
});

// Pictures

/** A picture is found step by step, five times as fast as where less motion is wished. */
const MOVING = { reducedMotion: "no-preference" };

for (const params of ["drawing=garbage", "own=garbage"]) {
  view(`a picture that is not there is told, and none other is played: ${params}`, `#/pictures?run=1&${params}`, async (page) => {
    await page.getByRole("alert").getByText("Choose another one.").waitFor();
    await button(page, "Find the picture").waitFor();
    await page.waitForTimeout(500);
    assert.equal(await page.getByRole("heading", { name: /Guess \d/ }).count(), 0);
    await page.getByRole("button", { name: /^fish/ }).click();
    assert.equal(await page.getByRole("alert").count(), 0);
  });
}

view("a picture is found, looked back at, and its turn shared", "#/pictures", async (page) => {
  await button(page, "Find the picture").waitFor();
  await page.getByLabel("Longest side").selectOption("4");
  await page.getByLabel("Seed").fill("1");
  await button(page, "Find the picture").click();
  await sees(page, "All 8 pixels are right.");
  await sees(page, /^Found in \d+ guesses/);
  const slider = page.getByRole("slider", { name: "Turn" });
  await slider.focus();
  await page.keyboard.press("Home");
  await page.getByRole("heading", { name: "Most likely picture after turn 1" }).waitFor();
  await page.keyboard.press("ArrowRight");
  await page.getByRole("heading", { name: "Most likely picture after turn 2" }).waitFor();
  assert.match(hash(page), /size=4x2/);
  assert.match(hash(page), /turn=2/);
  await page.reload();
  await page.getByRole("heading", { name: "Most likely picture after turn 2" }).waitFor({ timeout: PATIENCE });
  await button(page, "Show").click();
  await page.getByRole("img", { name: "The secret picture" }).waitFor();
}, MOVING);

view(
  "a picture is readable while it is found",
  "#/pictures?drawing=fish&size=4x2&seed=1&run=1",
  async (page) => {
    await page.getByRole("heading", { name: /Guess \d/ }).waitFor({ timeout: PATIENCE });
    await isCleanEverywhere(page);
  },
  { reducedMotion: "reduce" },
);

/** A PNG of 4 by 3 pixels: three stripes across. */
function stripes() {
  const chunk = (name, data) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.from([0, 0, 0, 4, 0, 0, 0, 3, 8, 2, 0, 0, 0]);
  const rows = [
    [200, 0, 0],
    [0, 160, 0],
    [0, 0, 90],
  ].map((color) => [0, ...color, ...color, ...color, ...color]);
  const image = deflateSync(Buffer.from(rows.flat()));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", head),
    chunk("IDAT", image),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

view("a file of one's own is found, and the address carries it", "#/pictures", async (page) => {
  await button(page, "Find the picture").waitFor();
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "stripes.png", mimeType: "image/png", buffer: stripes() });
  await page.getByText("stripes.png").waitFor();
  await page.getByLabel("Longest side").selectOption("4");
  await button(page, "Find the picture").click();
  await sees(page, "All 12 pixels are right.");
  assert.match(hash(page), /own=4x3\.[0-9a-f]{18}\.[\w-]+/);
  await page.reload();
  await sees(page, "All 12 pixels are right.");
  await page.goto(`${house.address}/#/pictures`);
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "words.png", mimeType: "image/png", buffer: Buffer.from("no picture") });
  await sees(page, "words.png is not a picture that this browser can read.");
}, MOVING);

view("of two files the one chosen last is taken, however long the first is read", "#/pictures", async (page) => {
  await button(page, "Find the picture").waitFor();
  await page.evaluate(() => {
    const read = window.createImageBitmap;
    window.createImageBitmap = async (file) => {
      if (file.name === "slow.png") await new Promise((resolve) => setTimeout(resolve, 1_000));
      return read(file);
    };
  });
  for (const name of ["slow.png", "fast.png"])
    await page.locator("input[type=file]").setInputFiles({ name, mimeType: "image/png", buffer: stripes() });
  await page.getByText("fast.png").waitFor();
  await page.waitForTimeout(1_500);
  assert.equal(await page.getByText("slow.png").count(), 0);
  await page.getByText("fast.png").waitFor();
});

for (const [hash, reducedMotion, first] of [["#/", "no-preference", "1"], ["#/pictures", "no-preference", "1"], ["#/pictures", "reduce", "last"]]) {
  view(`an example of a picture is played once, and stands where motion is not wanted: ${hash}, ${reducedMotion}`, hash, async (page) => {
    const example = page.locator("[data-turn]");
    await example.waitFor();
    await example.scrollIntoViewIfNeeded();
    const last = (await page.getByRole("img", { name: /found in \d+ guesses/, includeHidden: true }).getAttribute("aria-label")).match(/\d+/)[0];
    await page.locator(`[data-turn="${last}"]`).waitFor();
    if (hash !== "#/pictures") return;
    await button(page, "Show the example again").click();
    assert.ok(first === "1" ? Number(await example.getAttribute("data-turn")) < Number(last) : (await example.getAttribute("data-turn")) === last);
  }, { reducedMotion });
}

view("advice about a large game comes while a picture is being found", "#/pictures?drawing=sailboat&size=64x60&colors=4&seed=1&run=1", async (page) => {
  await page.getByRole("heading", { name: /Most likely picture after turn \d/ }).waitFor({ timeout: PATIENCE });
  const other = await page.context().newPage();
  await other.goto(`${house.address}/#/assistant?position=p8c12+11223344:2b1w`);
  await other.getByRole("button", { name: /^Use/ }).first().waitFor({ timeout: PATIENCE });
  await button(page, "Stop").waitFor(); // it is still being found
  await button(page, "Stop").click();
});

view(
  "a large picture shows its progress, and stopping it frees its worker",
  "#/pictures?drawing=sailboat&size=64x60&colors=4&seed=1&run=1",
  async (page) => {
    await page.getByRole("heading", { name: /Most likely picture after turn \d{2}/ }).waitFor({ timeout: PATIENCE });
    await sees(page, /of 3,840 pixels are right/);
    await button(page, "Stop").click();
    await sees(page, /^Stopped after/);
    await isFree();
  },
);

view("what could not be loaded is said in plain words", "#/play", async (page) => {
  await idle(page);
  await page.route(/catalog|api\/v1/, (route) => route.abort());
  await page.goto(`${house.address}/#/assistant?position=p30c6`);
  await page.getByText("This part of the page could not be loaded. Check your connection.").waitFor();
});
