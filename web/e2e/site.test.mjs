/** The folder for static hosts, in a real Chromium: without a server of codepegs, and without a connection. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { FOLDER, startHost } from "./host.mjs";
import { button, enter, open, playByHints, SIZES, startBrowser } from "./support.mjs";

let host, browser;
before(async () => {
  browser = await startBrowser();
  host = await startHost();
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

for (const view of ["host", "race", "pictures"]) {
  site(`${view} asks a static host for nothing that it lacks`, `#/${view}`, async (page) => {
    host.missing = [];
    await page.reload({ waitUntil: "networkidle" });
    await page.getByRole("heading", { level: 1 }).waitFor();
    assert.deepEqual(host.missing, []);
  });
}

site("after the first visit everything at a table works without a connection", "#/", async (page) => {
  assert.ok(await isKept(page));
  await page.context().setOffline(true);
  await page.goto(`${host.address}/#/play?position=p4c6&game=abc`);
  await page.reload();
  await playByHints(page);
  await page.goto(`${host.address}/#/host?as=program&position=p4c10n+1234:1b1w&strategy=entropy&seed=1`);
  await page.getByText(/codes? left/).first().waitFor();
});

site("the coach, a race, a tree and its verification, and a game to watch work without a connection", "#/", async (page) => {
  assert.ok(await isKept(page));
  await page.context().setOffline(true);
  const seen = async (hash, locator) => {
    await page.goto(`${host.address}/${hash}`);
    await locator.first().waitFor();
  };
  await page.reload();
  await seen("#/coach?position=p4c6+1122:0b2w+1314:0b1w+3251:1b2w", page.getByRole("heading", { name: "Skill" }));
  await seen("#/race?rules=p4c6&strategies=entropy+minimax&seed=5&run=1", page.getByRole("button", { name: "Skip to the latest turn" }));
  await button(page, "Skip to the latest turn").click();
  await page.locator(".outcome").waitFor();
  await seen("#/trees?tree=gallery:p4c6&path=1b0w", page.getByText(/\d+ codes left/));
  await seen("#/trees?tree=gallery:p4c6&verify=1", page.getByText("finds all 1,296 secrets of p4c6"));
  await seen("#/host?as=solve&rules=bc&strategy=auto&seed=5", page.getByRole("heading", { name: /^Solved in/ }));
  await seen("#/assistant?position=p4c6+1122:1b0w+3344:1b0w+5566:1b1w+1356:0b0w", page.getByRole("heading", { name: "The replies contradict each other" }));
  await seen("#/pictures", page.getByText(/needs codepegs serve/));
});

site("a race proposes only strategies that the page plays itself", "#/race", async (page) => {
  await page.waitForFunction(() => [...document.querySelectorAll(".entrant select")].map(({ value }) => value).join(" ") === "entropy minimax auto");
  await button(page, "Start the race").click();
  await button(page, "Skip to the latest turn").click();
  await page.locator(".outcome").waitFor();
  assert.equal(await page.getByText("failed").count(), 0);
});

site("a game of half a million codes is played, advised and reviewed", "#/play?rules=p6c9", async (page) => {
  await page.getByText("this page needs up to 5 seconds to find the best guess").waitFor();
  await button(page, "Start").click();
  for (const symbol of "123456") await page.keyboard.press(symbol);
  await page.keyboard.press("Enter");
  await page.getByText(/^[\d,]+ codes left/).first().waitFor();
  await page.goto(`${host.address}/#/assistant?position=p6c9+112234:1b1w`);
  await page.getByRole("button", { name: /^Use ?5 8 2 5 3 7/ }).waitFor();
  await page.getByText("76,572", { exact: true }).first().waitFor();
  await page.goto(`${host.address}/#/coach?position=p6c9+112234:1b1w+152567:0b1w`);
  await page.getByRole("heading", { name: "Skill" }).waitFor();
  await page.goto(`${host.address}/#/host?as=program&position=p6c9&strategy=auto&seed=1`);
  await page.getByRole("img", { name: /^Guess 1: / }).waitFor();
  assert.equal(await page.getByRole("alert").count(), 0);
});

site("replies that may be wrong are marked in the rules before a game begins", "#/host", async (page) => {
  const lack = "some of its replies may be wrong, and this page computes with true replies only.";
  const start = button(page, "I have a secret");
  await page.getByLabel("The replies").selectOption("are wrong 1 time in 10");
  await page.getByText(`This page cannot play this game: ${lack}`).waitFor();
  assert.ok(await start.isDisabled());
  await page.getByLabel("The replies").selectOption("are always right");
  await page.getByText(lack).waitFor({ state: "detached" });
  await start.click();
  await page.getByRole("img", { name: /^Guess 1: / }).waitFor();
  assert.equal(await page.getByText("Some of my replies may be wrong").count(), 0);
  await page.goto(`${host.address}/#/assistant?position=p4c6+1122:1b0w+1122:2b0w`);
  await page.getByRole("heading", { name: "The replies contradict each other" }).waitFor();
  assert.equal(await page.getByText("Continue anyway").count(), 0);
  await page.getByText("4 pegs, 6 colours").first().click();
  await page.getByLabel("The replies").selectOption("0.05");
  await page.getByText(`There is no advice for this game here: ${lack}`).first().waitFor();
  await page.getByRole("alert").getByText("This needs codepegs serve").waitFor();
});

site("long work says how far it is, is stopped, and starts again", "#/coach?position=p9c9n+123456789:2b7w+213456798:3b6w+987654321:1b8w", async (page) => {
  await page.getByText(/^Reviewing the game… (\d+ s so far|\d+ %, about \d+ s left)$/).waitFor();
  await button(page, "Stop").click();
  await page.getByText("Stopped.").waitFor();
  assert.equal(await page.getByRole("heading", { name: "Skill" }).count(), 0);
  await button(page, "Start again").click();
  await page.getByText("Stopped.").waitFor({ state: "detached" });
  await page.getByRole("heading", { name: "Skill" }).waitFor({ timeout: 120_000 });
  assert.equal(await button(page, "Stop").count(), 0);
});

site("all codes of 40 bits are looked at, and a game that is too large for a review says why", "#/assistant?position=p10c10n+782A163549:7b3w+4978631A52:2b8w+4A96857132:7b3w", async (page) => {
  await page.getByRole("button", { name: /^Turn 1: .* codes left$/ }).first().waitFor({ timeout: 60_000 });
  assert.equal(await page.getByText("too large for a complete search").count(), 0);
  await page.goto(`${host.address}/#/coach?position=p8c12+11223344:2b1w`);
  const lack = "This game cannot be reviewed here: it has too many codes for this page, which can list about a million.";
  await page.getByText(`${lack} This needs codepegs serve`).waitFor();
  await page.getByRole("link", { name: "Edit" }).click();
  await page.getByText(lack, { exact: true }).first().waitFor();
  assert.equal(await page.getByRole("link", { name: /^Review/ }).count(), 0);
});

site("a phone without a connection advises on a game of 430 million codes", "#/assistant?position=p8c12", async (page) => {
  assert.ok(await isKept(page));
  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole("button", { name: /^430 million codes left: play 1 1 2 2 3 3 4 5/ }).waitFor();
  await enter(page, "11223344", 2, 1);
  await page.getByRole("button", { name: /^18 to 23 million codes left: play C B 2 9 3 9 4 C/ }).waitFor();
  await enter(page, "15567889", 1, 3);
  await page.getByRole("button", { name: /^2.16 million codes left: play 1 7 2 5 3 5 B A/ }).waitFor();
  await page.getByText("Other guesses, and why").click();
  await page.getByRole("heading", { name: "Best next guesses" }).waitFor();
  assert.equal(await page.getByText("codepegs serve").count(), 0);
  await page.goto(`${host.address}/#/play?rules=p8c12`);
  await page.getByText("This page knows a sample of the codes of such a game").waitFor();
  await page.goto(`${host.address}/#/host?rules=p8c16n`);
  await page.getByText("only the automatic strategy plays it here").waitFor();
  await page.getByLabel("Strategy").selectOption("automatic: strong and fast");
  assert.deepEqual(await page.getByLabel("Strategy").locator("option").allTextContents(), ["automatic: strong and fast", "another strategy, or options…"]);
  await button(page, "I have a secret").click();
  await page.getByRole("img", { name: /^Guess 1: 1 2 3 4 5 6 7 8/ }).waitFor();
  await page.goto(`${host.address}/#/host?as=solve&rules=p8c16n&strategy=auto&seed=1`);
  await page.getByRole("heading", { name: /^Solved in \d+ guesses/ }).waitFor();
}, { viewport: SIZES["small phone"], hasTouch: true, isMobile: true });

/** The black and white pegs of a guess. */
function replyTo(guess, secret) {
  const black = guess.filter((color, peg) => color === secret[peg]).length;
  const both = (color, code) => code.filter((other) => other === color).length;
  const total = [...new Set(guess)].reduce((sum, color) => sum + Math.min(both(color, guess), both(color, secret)), 0);
  return { black, white: total - black };
}

site("a game of 100 pegs and 100 colours is played without a server and without a connection", "#/host", async (page) => {
  assert.ok(await isKept(page));
  await page.context().setOffline(true);
  await page.goto(`${host.address}/#/host?rules=p100c100`);
  await page.getByText("This page cannot count the codes of such a game: only the automatic strategy plays it here.").waitFor();
  assert.equal(await page.getByText("cannot play this game").count(), 0);
  await button(page, "I have a secret").click();
  const secret = Array.from({ length: 100 }, (_, peg) => 1 + ((7 * peg * peg + 13 * peg) % 100));
  for (let turn = 1; turn <= 10; turn++) {
    const guess = (await page.getByRole("img", { name: `Guess ${turn}: a code of 100 pegs` }).textContent()).split(",").map(Number);
    const { black, white } = replyTo(guess, secret);
    await page.getByRole("spinbutton", { name: "Black" }).fill(String(black));
    await page.getByRole("spinbutton", { name: "White" }).fill(String(white));
    await button(page, "Add this turn").click();
  }
  await page.getByText(/^\d+ of 100 pegs and [1-9]\d* of 100 colour counts known; about \d+ guesses to go\.$/).waitFor();
  await page.goto(`${host.address}/#/host?as=solve&rules=p100c100&strategy=auto&seed=1`);
  await page.getByRole("heading", { name: "Solved in 178 guesses" }).waitFor(); // as `codepegs solve p100c100 --seed 1`
  assert.equal(await page.getByText("codepegs serve").count(), 0);
});

site("a game of any size is played, with replies but without counts and advice", "#/play?rules=p13c6", async (page) => {
  await page.getByText("This game can be played here, but without counts and best guesses: it has too many codes").waitFor();
  assert.equal(await page.getByText("codepegs serve").count(), 0);
  await button(page, "Start").click();
  for (const symbol of "1234561234561") await page.keyboard.press(symbol);
  await page.keyboard.press("Enter");
  await page.locator(".board > li").first().waitFor();
  await button(page, "Hint").click();
  assert.equal(await button(page, "The best guess").count(), 0);
  await button(page, "Does my guess fit?").waitFor();
  await button(page, "Give up").click();
  await button(page, "Show the secret").click();
  await page.getByRole("img", { name: /^The secret: / }).waitFor();
  assert.equal(await page.getByRole("alert").count(), 0);
});

site("rules that this host cannot serve are marked before the start", "#/host?rules=p13c6", async (page) => {
  await page.getByText("This page cannot play this game: it has too many codes").waitFor();
  assert.ok(await button(page, "I have a secret").isDisabled());
  await page.goto(`${host.address}/#/host?rules=p8c6&strategy=entropy`);
  await page.getByRole("alert").getByText("This strategy cannot play this game here").waitFor();
  assert.ok(await button(page, "I have a secret").isDisabled());
  await page.goto(`${host.address}/#/race?rules=p60c1`);
  await page.getByText("This page cannot play this game: its codes are too long").waitFor();
  await page.goto(`${host.address}/#/coach?position=p8c6`);
  await page.locator(".gamehead summary").click(); // where rules are chosen
  await page.getByText("This game cannot be reviewed here: it has too many codes").waitFor();
  await page.goto(`${host.address}/#/host?rules=p4c6`);
  assert.ok(await button(page, "I have a secret").isEnabled());
});

site("the documentation on the same host is linked, and no part of the page", "#/", async (page) => {
  assert.equal(await page.getByRole("link", { name: "the documentation" }).count(), 0, "a host without it has no link");
  const index = await readFile(join(FOLDER, "index.html"), "utf8");
  host.replaced.set("/index.html", index.replace("</head>", '<link rel="help" href="docs/"></head>'));
  host.replaced.set("/docs/index.html", '<title>Documentation</title><link rel="icon" href="../icon.svg"><a href="../">Play in the browser</a>');
  try {
    assert.ok(await isKept(page));
    await page.reload();
    await page.getByRole("link", { name: "the documentation" }).click();
    await page.getByRole("link", { name: "Play in the browser" }).click();
    await page.getByRole("link", { name: "Play now" }).waitFor();
    await page.context().setOffline(true);
    await assert.rejects(page.goto(`${host.address}/docs/`), /ERR_INTERNET_DISCONNECTED/, "it is not kept, and the page is not shown instead");
    await page.context().setOffline(false);
  } finally {
    host.replaced.clear();
  }
});

site("pictures are no item of the menu, and the view plays its example", "#/pictures", async (page) => {
  await page.getByText("This is a recorded game").waitFor();
  assert.equal(await page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: "Pictures" }).count(), 0);
  assert.equal(await page.getByRole("alert").count(), 0);
  assert.equal(await page.locator("main button:disabled").count(), 0);
  await page.locator("[data-turn]").waitFor();
});

site("a strategy that nobody has is named", "#/host?as=program&position=p4c6&strategy=nonsense&seed=1", async (page) => {
  await page.getByRole("alert").getByText("There is no strategy called “nonsense”.").waitFor();
  await page.goto(`${host.address}/#/host?as=program&position=p4c6&strategy=sampling&seed=1`);
  await page.getByRole("alert").getByText(/needs codepegs serve/).waitFor();
});

site("a tab that shows the new release already is not told to load it", "#/", async (page) => {
  assert.ok(await isKept(page));
  await page.reload();
  const worker = await readFile(join(FOLDER, "service-worker.js"), "utf8");
  const index = await readFile(join(FOLDER, "index.html"), "utf8");
  assert.match(index, /<meta name="release" content="\w+">/);
  host.replaced.set("/service-worker.js", worker.replace(/RELEASE = "\w+"/, 'RELEASE = "another"'));
  host.replaced.set("/index.html", index.replace(/(<meta name="release" content=)"\w+"/, '$1"another"'));
  try {
    await page.reload();
    await page.waitForFunction(() => navigator.serviceWorker.getRegistration().then((one) => one?.waiting));
    await page.waitForTimeout(1_000);
    assert.equal(await page.getByText("A new version of this page is ready.").count(), 0);
  } finally {
    host.replaced.clear();
  }
});

site("what needs a server says so", "#/assistant?position=p14c12", async (page) => {
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
    await Promise.all([page.waitForEvent("load"), button(page, "Reload").click()]);
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
    await page.getByRole("heading", { name: "Play Mastermind, get advice, study strategies" }).waitFor();
  } finally {
    host.replaced.clear();
  }
});

/** A visit after everything of the page was closed, so that a service worker that waits takes over. */
async function visitAgain(page) {
  await page.goto("about:blank");
  await page.goto(`${host.address}/#/`).catch(() => undefined); // of a broken release there may be no answer
}

const HOME = { name: "Play Mastermind, get advice, study strategies" };

site("a release whose page is broken is gone as soon as the host has a good one", "#/", async (page) => {
  assert.ok(await isKept(page));
  await page.reload();
  const worker = await readFile(join(FOLDER, "service-worker.js"), "utf8");
  host.replaced.set("/service-worker.js", worker.replace(/RELEASE = "\w+"/, 'RELEASE = "bad"'));
  host.replaced.set("/index.html", '<h1>Broken</h1><script type="module" src="./assets/missing.js"></script>');
  try {
    await page.reload();
    await page.getByRole("heading", { name: "Broken" }).waitFor();
    await page.waitForFunction(() => navigator.serviceWorker.getRegistration().then((one) => one?.waiting));
    await visitAgain(page);
    await page.getByRole("heading", { name: "Broken" }).waitFor();
    await page.waitForFunction(() => caches.keys().then((names) => names.join() === "codepegs bad"));
  } finally {
    host.replaced.clear();
  }
  await visitAgain(page);
  await page.getByRole("heading", HOME).waitFor();
  const offer = button(page, "Reload"); // it takes over by itself where no page of the old one was open
  if (await offer.isVisible()) await offer.click();
  await page.waitForFunction(() => caches.keys().then((names) => names.length === 1 && names[0] !== "codepegs bad"));
  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole("heading", HOME).waitFor();
});

site("a service worker that answers nothing is replaced by the next release", "#/", async (page) => {
  assert.ok(await isKept(page));
  const broken = 'addEventListener("install", () => skipWaiting()); addEventListener("fetch", (event) => event.respondWith(Promise.reject()));';
  host.replaced.set("/service-worker.js", broken);
  try {
    await page.evaluate(() => navigator.serviceWorker.getRegistration().then((one) => one.update()));
    await page.waitForFunction(() => navigator.serviceWorker.getRegistration().then((one) => !one.installing && !one.waiting));
    await visitAgain(page);
    assert.equal(await page.getByRole("heading", HOME).count(), 0, "it answers nothing");
  } finally {
    host.replaced.clear();
  }
  for (let visit = 0; visit < 10 && !(await page.getByRole("heading", HOME).count()); visit++) {
    await visitAgain(page);
    await page.waitForTimeout(2500); // the browser looks for a new service worker some time after the last visit
  }
  await page.getByRole("heading", HOME).waitFor();
});

site("a host can take its service worker back", "#/", async (page) => {
  assert.ok(await isKept(page));
  await page.reload();
  host.replaced.set("/service-worker.js", await readFile(join(FOLDER, "no-service-worker.js")));
  try {
    await page.reload();
    await page.waitForFunction(() => caches.keys().then((names) => names.length === 0));
    await page.waitForFunction(() => navigator.serviceWorker.getRegistrations().then((all) => all.length === 0));
    await visitAgain(page);
    await page.getByRole("heading", HOME).waitFor();
  } finally {
    host.replaced.clear();
  }
});

site("what is stored by an earlier release is still there", "#/", async (page) => {
  await page.evaluate(() => {
    localStorage.clear();
    localStorage.setItem("codepegs.unfinished.play", JSON.stringify({ position: "p4c6 1122:1b0w", game: "abc" }));
  });
  await page.reload();
  await page.getByRole("link", { name: "Continue your game (1 guess)" }).waitFor();
  assert.equal(await page.evaluate(() => localStorage.getItem("codepegs.version")), "4");
});

site("a tree is walked without a server", "#/trees?tree=gallery:p4c6", async (page) => {
  await page.getByRole("heading", { name: "Guess 1" }).waitFor();
  await page.getByText("1,296 codes in all").waitFor();
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
