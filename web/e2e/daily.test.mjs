/** Reasons to come back: the puzzle of the day, a board with so many rows, a duel over links, in a real Chromium. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import { button, COLORS, DEVICES, idle, isClean, on, SIZES, stage, violations, visit } from "./support.mjs";

const { house, view, inSizes } = stage("--workers", "1");

const PHONE = { viewport: SIZES["small phone"], hasTouch: true, isMobile: true };
const DESK = { viewport: SIZES.desk };
/** A Tuesday: the classic game. */
const DATE = "2026-11-24";
const HOME = "#/";

async function guess(page, code) {
  const before = await page.locator(".board > li").count();
  for (const symbol of code) await page.keyboard.press(symbol);
  await page.keyboard.press("Enter");
  await page.waitForFunction((rows) => document.querySelectorAll(".board > li").length > rows || document.querySelector("[aria-label='The end']"), before);
}

/** The secret of an address, as another browser gets it that gives up. */
async function secretOf(hash) {
  const { page, close } = await house.open(hash);
  await button(page, "Give up").click();
  await button(page, "Show the secret").click();
  const name = await page.getByRole("img", { name: /^The secret: / }).getAttribute("aria-label");
  await close();
  return name.replace("The secret: ", "").replaceAll(" ", "");
}

/** A code that is not the secret. */
const other = (secret, n = 0) => secret.replace(/./, (first) => String(((Number(first) + n) % 6) + 1));

/** What a button copies. */
async function copied(page, name) {
  await page.evaluate(() => {
    globalThis.copied = "";
    Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText: async (text) => void (globalThis.copied = text) } });
  });
  await button(page, name).click();
  await page.waitForFunction(() => globalThis.copied !== "");
  return page.evaluate(() => globalThis.copied);
}

async function isCleanInBoth(page) {
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished))); // a row that comes is faint at first
  await page.emulateMedia({ colorScheme: "dark" });
  assert.deepEqual(await violations(page, COLORS), []);
  await page.emulateMedia({ colorScheme: "light" });
  await isClean(page);
}

const puzzle = (page) => page.getByRole("region", { name: "Today’s puzzle" });

inSizes("the puzzle of the day is the first thing on the start page", HOME, async (page, name, isTouched) => {
  await on(page, DATE);
  const entry = page.getByRole("link", { name: "Play today’s puzzle" });
  const { y, height } = await entry.boundingBox();
  assert.ok(y + height < SIZES[name].height - (isTouched ? 59 : 0), `its entry ends at ${y + height}`);
  const first = await page.locator("main").locator("h1, h2").first().textContent();
  assert.equal(first, "Puzzle for 24 November 2026");
  await isCleanInBoth(page);
  await entry.click();
  await page.getByRole("heading", { name: "Puzzle for 24 November 2026" }).waitFor();
  await button(page, "Guess").waitFor();
});

view("a puzzle that is solved shows its days in a row, what best play needs, and a result without colours to send", HOME, async (page) => {
  await page.evaluate(() => localStorage.setItem("codepegs.statistics", JSON.stringify({ games: {}, dailies: { "2026-11-22": 4, "2026-11-23": 5 }, counted: [] })));
  await on(page, DATE);
  await puzzle(page).getByText("2 days in a row so far").waitFor();
  await page.getByRole("link", { name: "Play today’s puzzle" }).click();
  const secret = await secretOf(`#/play?position=p4c6&daily=${DATE}`);
  await guess(page, other(secret));
  await page.getByText("Guess 2 of 10").waitFor();
  await page.goto(`${house.address}/${HOME}`);
  await page.getByRole("link", { name: "Continue today’s puzzle" }).click();
  await button(page, "Guess").waitFor();
  await guess(page, secret);
  await page.getByRole("heading", { name: "Solved in 2 guesses" }).waitFor();
  await page.getByText("That makes 3 days in a row.").waitFor();
  await page.getByText(/^The best strategy known (also )?needs \d guess(es)? for this secret, and 4\.34 on average\.$/).waitFor();
  await isCleanInBoth(page);

  await page.goto(`${house.address}/${HOME}`);
  await puzzle(page).getByText("Solved in 2 of 10 guesses").waitFor();
  await puzzle(page).getByText("3 days in a row").waitFor();
  await puzzle(page).getByText(/needs \d guess(es)? for this secret, and 4\.34 on average\.$/).waitFor();
  await isCleanInBoth(page);
  const text = await copied(page, "Share");
  assert.match(text, /^codepegs, puzzle for 24 November 2026: solved in 2 of 10 guesses\n[⚫⚪➖]{4}\n⚫⚫⚫⚫\n3 days in a row\nhttp:\S+#\/play\?position=p4c6&daily=2026-11-24$/u);
  assert.ok(!text.replace(house.address, "").includes(secret)); // but the number of its port
  const downloaded = page.waitForEvent("download");
  await button(page, "Picture of the result").click();
  const download = await downloaded;
  const png = readFileSync(await download.path());
  assert.equal(png.subarray(1, 4).toString(), "PNG");
  assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [1080, 1080]);
  if (process.env["SHOTS"]) await download.saveAs(`${process.env["SHOTS"]}/result.png`);
}, { reducedMotion: "reduce" });

view("the start page begins at the top after a puzzle's end", HOME, async (page) => {
  await on(page, DATE);
  const secret = await secretOf(`#/play?position=p4c6&daily=${DATE}`);
  await page.getByRole("link", { name: "Play today’s puzzle" }).click();
  await button(page, "Guess").waitFor();
  for (let n = 0; n < 4; n++) await guess(page, other(secret, n));
  await guess(page, secret);
  await page.getByRole("heading", { name: /^Solved in/ }).waitFor();
  await page.evaluate(() => window.scrollTo(0, 300));
  await page.waitForFunction(() => window.scrollY > 100);
  // by its place: Playwright would scroll by itself
  await page.evaluate(() => document.querySelector("a.brand").click());
  await puzzle(page).getByText(/^Solved in/).waitFor();
  await page.waitForFunction(() => window.scrollY === 0);
}, { ...PHONE, reducedMotion: "reduce" });

view("without a server, no picture is offered that only a server draws", "#/play?position=p4c6+1122:1b0w&game=aab&end=1", async (page) => {
  const save = button(page, "Save as picture");
  await save.waitFor();
  await page.getByText("shows the whole game").waitFor();
  await page.route("**/api/v1/**", (route) => route.fulfill({ status: 404 }));
  const asked = page.waitForResponse("**/api/v1/health");
  await page.reload();
  await asked;
  await button(page, "Picture of the result").waitFor();
  await idle(page);
  assert.equal(await save.count(), 0);
  assert.equal(await page.getByText("shows the whole game").count(), 0);
});

view("where the system shares files, the picture of the result is shared", `#/play?position=p4c6+1122:1b0w&game=aab&end=1`, async (page) => {
  await page.evaluate(() => {
    navigator.canShare = ({ files }) => files.length === 1;
    navigator.share = async ({ files }) => void (globalThis.shared = [files[0].name, files[0].type, files[0].size > 4_000]);
  });
  await button(page, "Picture of the result").tap();
  await page.waitForFunction(() => globalThis.shared);
  assert.deepEqual(await page.evaluate(() => globalThis.shared), ["codepegs.png", "image/png", true]);
}, PHONE);

for (const [device, { sizes, ...options }] of Object.entries(DEVICES)) {
  view(`all rows of the board are seen, and a game that is lost shows the secret: ${device}`, "#/play", async (page) => {
    const inEachSize = async (check) => {
      for (const name of sizes) {
        await page.setViewportSize(SIZES[name]);
        await check(name);
      }
    };
    await button(page, "Start").click();
    await button(page, "Guess").waitFor();
    assert.match(page.url(), /&rows=10$/);
    const secret = await secretOf(`#/play?${page.url().split("?")[1]}`);
    for (let turn = 1; turn <= 10; turn++) {
      await inEachSize(async (name) => {
        const rows = await page.locator(".board > li, .next .line, .holes > .line").evaluateAll((all) => all.map((row) => row.getBoundingClientRect()).filter(({ top, bottom, left, width }) => top >= 0 && bottom <= window.innerHeight + 1 && left >= 0 && left + width <= window.innerWidth + 8).length);
        assert.equal(rows, 10, `rows in sight at guess ${turn}, ${name}`);
        if (turn === 1 || turn === 8) await isCleanInBoth(page);
      });
      await guess(page, other(secret, turn % 5));
    }
    await page.getByRole("heading", { name: "Not solved in 10 guesses. The secret was" }).waitFor();
    const shown = await page.getByRole("img", { name: /^The secret: / }).getAttribute("aria-label");
    assert.equal(shown.replace(/\D/g, ""), secret);
    await page.getByText(/^The best strategy known needs \d guess(es)? for this secret, and 4\.34 on average\.$/).waitFor();
    assert.equal(await page.locator("[data-slot]").count(), 0, "there is no further guess");
    const { games } = await page.evaluate(() => JSON.parse(localStorage.getItem("codepegs.statistics")));
    assert.deepEqual([games.p4c6.played, games.p4c6.won], [1, 0]);
    await inEachSize(() => isCleanInBoth(page));
  }, options);
}

view("free play has no limit, and stays chosen", "#/play", async (page) => {
  await button(page, "No limit").click();
  await button(page, "Start").click();
  await button(page, "Guess").waitFor();
  assert.doesNotMatch(page.url(), /rows=/);
  const secret = await secretOf(`#/play?${page.url().split("?")[1]}`);
  for (let turn = 1; turn <= 11; turn++) await guess(page, other(secret, turn % 5));
  await guess(page, secret);
  await page.getByRole("heading", { name: "Solved in 12 guesses" }).waitFor();
  await page.goto(`${house.address}/#/play?rules=p5c8`);
  await button(page, "12 guesses").waitFor();
  assert.equal(await button(page, "No limit").getAttribute("aria-pressed"), "true");
  await page.goto(`${house.address}/#/play?rules=p4c6-t`);
  await button(page, "Start").waitFor();
  assert.equal(await button(page, "No limit").count(), 0, "nothing to choose");
});

view("a duel: the same secret, and at the end both results side by side, for both", "#/play?position=p4c6&game=k3f9a&rows=10", async (page) => {
  const secret = await secretOf("#/play?position=p4c6&game=k3f9a");
  await button(page, "Guess").waitFor();
  await guess(page, other(secret));
  await guess(page, other(secret, 1));
  await guess(page, secret);
  await page.getByRole("heading", { name: "Solved in 3 guesses" }).waitFor();
  const challenge = await copied(page, "Challenge a friend");
  assert.match(challenge, /#\/play\?position=p4c6&game=k3f9a&rows=10&duel=[\w-]+$/);
  for (const plain of [secret, btoa(secret).slice(0, 4)]) assert.ok(!challenge.includes(plain));

  const friend = await house.open(challenge.slice(challenge.indexOf("#")), { reducedMotion: "reduce" });
  await friend.page.getByRole("heading", { name: "A duel" }).waitFor();
  await friend.page.getByText("Your friend has played this game.").waitFor();
  assert.ok(!(await friend.page.locator("main").innerText()).includes("3 guesses"), "nothing is given away");
  await guess(friend.page, other(secret, 2));
  assert.match(friend.page.url(), /&duel=[\w-]+$/, "it stays in the address");
  await guess(friend.page, secret);
  const duel = friend.page.getByRole("region", { name: "The duel" });
  await duel.getByText("You win: 2 guesses against 3.").waitFor();
  assert.deepEqual(await duel.locator(".board").evaluateAll((all) => all.map((board) => board.children.length)), [2, 3]);
  for (const viewport of [PHONE.viewport, SIZES.desk]) {
    await friend.page.setViewportSize(viewport);
    const [one, two] = await duel.locator(".wood").evaluateAll((all) => all.map((board) => board.getBoundingClientRect()).map(({ top, left, right }) => ({ top, left, right })));
    assert.ok(Math.abs(one.top - two.top) < 2 && one.right <= two.left, "side by side");
    await isCleanInBoth(friend.page);
  }
  const back = await copied(friend.page, "Send your result back");
  assert.deepEqual(friend.complaints, []);
  await friend.close();

  await page.goto(back);
  await page.getByText("The challenged wins: 2 guesses against 3.").waitFor();
  const shown = await page.getByRole("img", { name: /^The secret: / }).getAttribute("aria-label");
  assert.equal(shown.replace(/\D/g, ""), secret);
  await isCleanInBoth(page);
  for (const [damaged, said] of [
    [challenge.replace(/duel=.{9}/, "duel=XXXXXXXXX"), "Your friend’s result in this link is damaged: ask for the link again."],
    [challenge.slice(0, -7), "Your friend’s result in this link is damaged: ask for the link again."],
    [challenge.replace("k3f9a", "k3f9b"), "Your friend’s result in this link is of another game: ask for the link again."],
    [challenge.replace("rows=10", "rows=x"), "“x” is not a number of rows: a board has 1 to 100."],
  ]) {
    await page.goto(damaged);
    await page.getByRole("alert").getByText(said).waitFor();
    assert.equal((await page.getByRole("alert").textContent()).replace("The link cannot be read. ", ""), said);
  }
}, { reducedMotion: "reduce" });

view("links of earlier releases are still read", "#/nothing", async (page) => {
  for (const [hash, seen] of [
    ["#/assistant?position=p4c6+1122:1b0w", "codes left"],
    ["#/assistant?position=p4c6+1122:1b0w&noise=0.1", "Best next guesses"],
    ["#/play?position=p4c6+1122:1b1w&game=k3f9a", "A friend’s game"],
    [`#/play?position=p4c6${"+1122:1b1w".repeat(12)}&game=k3f9a`, "12 guesses so far"],
    ["#/play?position=p4c6&daily=2026-11-19", "Puzzle for 19 November 2026"],
    ["#/play?position=bc&game=k3f9a&hints=1&undone=2", "Choose a digit"],
    ["#/play?position=p4c6+1122:0b2w&hidden=AAfezNmK", "Guess"],
    ["#/host?as=program&position=p4c6+1122:1b0w&strategy=minimax&seed=1", "What the program knows"],
    ["#/host?as=breaker&position=p4c6+1122:1b0w&id=q", "Your friend has chosen a secret"],
    ["#/coach?position=p4c6+1122:1b0w+1344:0b2w&secret=3425", "Skill"],
    ["#/words?mode=play&list=TIGER+HORSE+SHEEP&reply=common", "3 words of 5 letters"],
    ["#/trees?tree=gallery:p4c6&path=1b0w", "codes left"],
    ["#/race?rules=p4c6&strategies=entropy+minimax&seed=5&run=1", "entropy"],
  ]) {
    await page.goto(`${house.address}/${hash}`);
    await page.locator("main").getByText(seen).first().waitFor();
    assert.equal(await page.getByRole("alert").count(), 0, hash);
  }
});

for (const [name, size] of Object.entries({ phone: PHONE, desk: DESK })) {
  for (const hash of [HOME, "#/play?position=p4c6+1122:1b0w&game=aab&rows=10", "#/play"]) {
    view(`little moves while a view loads: ${hash}, ${name}`, "#/nothing", async (page) => {
      await page.addInitScript(() => {
        window.shift = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
        }).observe({ type: "layout-shift", buffered: true });
      });
      await visit(page, house.address, hash);
      await page.goto(`${house.address}/?fresh${await page.evaluate(() => location.hash)}`);
      await idle(page);
      await page.waitForTimeout(300);
      const shift = await page.evaluate(() => window.shift);
      assert.ok(shift < 0.05, String(shift));
    }, size);
  }
}
