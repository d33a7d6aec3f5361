/** What comes in an address is not believed: only what was played in this browser counts, in all its tabs, in a real Chromium. */

import assert from "node:assert/strict";

import { button, idle, isClean, on, stage } from "./support.mjs";

const { house, view } = stage("--workers", "1");

/** A Saturday (p5c8, 31885) and a Tuesday (p4c6). */
const [SATURDAY, TUESDAY] = ["2026-11-28", "2026-11-24"];

const rows = (page, count) => page.waitForFunction((wanted) => document.querySelectorAll(".board > li").length === wanted, count);
async function guess(page, code) {
  await button(page, "Guess").waitFor();
  for (const symbol of code) await page.keyboard.press(symbol);
  await page.keyboard.press("Enter");
}
const kept = (page, key) => page.evaluate((name) => JSON.parse(localStorage.getItem(name)), key);
const statistics = (page) => kept(page, "codepegs.statistics");
const go = (page, hash) => page.goto(`${house.address}/${hash}`);

async function isUntouched(page) {
  const found = await statistics(page);
  assert.ok(found === null || (Object.keys(found.games).length === 0 && Object.keys(found.dailies).length === 0), JSON.stringify(found));
}

view("forged links solve no puzzle, count no game, and say what is wrong", "#/", async (page) => {
  await on(page, SATURDAY);
  for (const hash of [
    `#/play?position=p5c8+11111:5b0w&daily=${SATURDAY}`,
    "#/play?position=p5c7+11111:5b0w&daily=2026-11-27",
    "#/play?position=p4c6+1122:1b1w+5162:4b0w&game=abc&rows=10",
    `#/play?position=p5c8+11111:5b0w&daily=${SATURDAY}&hidden=AAfezNmK`,
  ]) {
    await go(page, hash);
    await page.getByRole("alert").getByText(/^The (link cannot be read|secret in this link is damaged|puzzle for)/).waitFor();
    await isUntouched(page);
  }
  for (const hash of [`#/play?position=p5c8+31885:5b0w&daily=${SATURDAY}`, "#/play?position=p4c6+1122:2b0w+5162:4b0w&game=abc&rows=10"]) {
    await go(page, hash);
    await page.getByRole("heading", { name: "A friend’s game" }).waitFor();
    await page.getByRole("heading", { name: /^Solved in \d of \d+ guesses$/ }).waitFor();
    assert.equal(await page.locator(".board").count(), 0, "the guesses are not shown unasked");
    assert.equal(await page.getByText("first win").count(), 0);
    await idle(page);
    await isClean(page);
    await isUntouched(page);
  }
  await go(page, "#/");
  await page.getByRole("link", { name: "Play today’s puzzle" }).waitFor();
});

view("a link gives up for nobody, and takes no help off or on", "#/", async (page) => {
  await on(page, SATURDAY);
  await go(page, `#/play?position=p5c8&daily=${SATURDAY}&end=1&hints=3&undone=2`);
  await button(page, "Give up").waitFor();
  assert.equal(await page.getByRole("img", { name: /^The secret: / }).count(), 0);
  assert.ok(page.url().endsWith(`#/play?position=p5c8&daily=${SATURDAY}`), "and it is not handed on");
  await go(page, "#/");
  await page.getByRole("link", { name: "Play today’s puzzle" }).waitFor();

  await go(page, "#/play?position=p4c6&game=abc");
  await button(page, "Hint").click();
  await button(page, "The best guess").click();
  await button(page, "Use it").waitFor();
  await go(page, "#/play?position=p4c6&game=abc&hints=0");
  await guess(page, "1122");
  await rows(page, 1);
  await go(page, "#/play?position=p4c6&game=abc&rows=1");
  await rows(page, 1);
  await button(page, "Give up").waitFor();
  await isUntouched(page);
  await page.keyboard.press("Control+z");
  await guess(page, "3344");
  await guess(page, "5162");
  await page.getByRole("heading", { name: "Solved in 2 guesses (1 hint, 1 guess taken back)" }).waitFor();
  assert.equal((await statistics(page)).games.p4c6.hints, 2);
});

view("a friend's turns of a puzzle stand beside one's own, which stay as they are", "#/", async (page) => {
  await on(page, SATURDAY);
  await page.getByRole("link", { name: "Play today’s puzzle" }).click();
  await guess(page, "12345");
  await rows(page, 1);
  await go(page, `#/play?position=p5c8+11223:1b1w+31885:5b0w&daily=${SATURDAY}`);
  await page.getByRole("heading", { name: "Solved in 2 of 12 guesses" }).waitFor();
  await page.getByRole("list", { name: "Replies" }).locator("li").nth(1).waitFor();
  await button(page, "Show the guesses").click();
  await page.locator(".board").getByRole("img", { name: "1 1 2 2 3", exact: true }).waitFor();
  await page.getByRole("link", { name: "Continue your own game" }).click();
  await page.locator(".board").getByRole("img", { name: "1 2 3 4 5", exact: true }).waitFor();
  await guess(page, "31885");
  await page.getByRole("heading", { name: "Solved in 2 guesses" }).waitFor();
  assert.ok(page.url().endsWith(`#/play?position=p5c8&daily=${SATURDAY}`), "the address gives nothing away");
  assert.deepEqual((await statistics(page)).dailies, { [SATURDAY]: 2 });
  const friend = await house.open(page.url().replace(/.*#/, "#"));
  await button(friend.page, "Guess").waitFor();
  await friend.close();
  await page.reload();
  await page.getByRole("heading", { name: "Solved in 2 guesses" }).waitFor();
  await go(page, "#/");
  await page.getByText("Solved in 2 of 12 guesses").waitFor();
});

for (const [name, hash, secret, [one, two, three], day] of [
  ["a puzzle", `#/play?position=p5c8&daily=${SATURDAY}`, "31885", ["12345", "45678", "34886"], SATURDAY],
  ["a free game", "#/play?position=p4c6&game=abc&rows=10", "5162", ["1122", "3344", "5566"], TUESDAY],
]) {
  view(`two tabs play on where the other is: ${name}`, "#/", async (page) => {
    await on(page, day);
    await go(page, hash);
    await guess(page, one);
    await rows(page, 1);
    const other = await page.context().newPage();
    await go(other, hash);
    await rows(other, 1);
    await guess(other, two);
    await rows(other, 2);
    await rows(page, 2);
    await guess(page, three);
    await rows(other, 3);
    await guess(other, secret);
    for (const tab of [other, page]) {
      await tab.getByRole("heading", { name: "Solved in 4 guesses" }).waitFor();
      await idle(tab);
    }
    const { games } = await statistics(page);
    assert.deepEqual(Object.values(games).map(({ played, won }) => [played, won]), [[1, 1]]);
  });
}

view("back and forward take guesses back and bring them again, also after a reload", "#/play", async (page) => {
  await go(page, "#/play?position=p4c6&game=abc");
  for (const [n, code] of ["1122", "3344", "5566"].entries()) {
    await guess(page, code);
    await rows(page, n + 1);
  }
  await page.goBack();
  await rows(page, 2);
  await page.goBack();
  await rows(page, 1);
  await page.goForward();
  await rows(page, 2);
  await page.reload();
  await rows(page, 2);
  await page.keyboard.press("Control+y");
  await rows(page, 3);
  await guess(page, "5162");
  await page.getByRole("heading", { name: "Solved in 4 guesses", exact: true }).waitFor();
  await page.goBack();
  await rows(page, 3);
  await button(page, "Guess").waitFor();
  await page.goForward();
  await page.getByRole("heading", { name: "Solved in 4 guesses", exact: true }).waitFor();
});

view("a bookmark of an earlier release, whose turns were played here, is gone on with", "#/nothing", async (page) => {
  await page.evaluate(() => {
    localStorage.setItem("codepegs.version", "3");
    localStorage.setItem("codepegs.unfinished.play.abc", JSON.stringify({ order: 1, params: { position: "p4c6 1122:2b0w 3344:0b0w", game: "abc" } }));
  });
  await go(page, "#/play?position=p4c6+1122:2b0w&game=abc");
  await rows(page, 2);
  await button(page, "Guess").waitFor();
  await go(page, "#/play?position=p4c6+1123:1b1w&game=abc");
  await page.getByRole("link", { name: "Continue your own game" }).waitFor();
});

view("two tabs play one game of words", "#/words?mode=play&list=TIGER+HORSE+SHEEP+SNAKE&reply=common", async (page) => {
  await page.getByLabel(/^Your guess/).waitFor();
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByLabel(/^Your guess/).waitFor();
  const { secret } = (await kept(page, "codepegs.words.lent")).played;
  const wrong = ["TIGER", "HORSE", "SHEEP", "SNAKE"].filter((word) => word !== secret);
  for (const [n, tab] of [page, other, page].entries()) {
    await tab.getByLabel(/^Your guess/).fill(wrong[n]);
    await tab.keyboard.press("Enter");
    for (const each of [page, other]) await each.getByRole("list", { name: "Guesses and replies" }).locator(":scope > li").nth(n).waitFor();
  }
  await other.getByLabel(/^Your guess/).fill(secret);
  await other.keyboard.press("Enter");
  for (const tab of [page, other]) await tab.getByRole("heading", { name: "Solved in 4 guesses" }).waitFor();
  assert.deepEqual((await kept(page, "codepegs.words.lent")).histogram, [0, 0, 0, 1]);
});

view("a friend's link changes no reply to guesses at one's own secret", "#/host?mode=friend&rules=p4c6", async (page) => {
  await idle(page);
  for (const symbol of "2461") await page.keyboard.press(symbol);
  await button(page, "Use this secret").click();
  await page.getByText("1. Send this link").waitFor();
  await page.getByLabel(/Paste what your friend sent/).fill("1122");
  await button(page, "Reply").click();
  await page.waitForURL(/position=p4c6\+1122:0b2w/);
  const { id, keep } = Object.fromEntries(new URLSearchParams(page.url().split("?")[1]));
  for (const forged of [
    `#/host?as=maker&position=p4c6+2461:4b0w&id=${id}`,
    `#/host?as=maker&position=p4c6+1122:4b0w&id=${id}&keep=${keep}`,
    `#/host?as=maker&position=p4c6&id=${id}&ask=1122`,
  ]) {
    await go(page, forged);
    await page.locator(".board").getByRole("img", { name: "1 1 2 2", exact: true }).waitFor();
    await page.getByRole("img", { name: "no black, two white" }).waitFor();
    assert.equal(await page.getByText("Your friend broke the code.").count(), 0);
    await rows(page, 1);
  }
  await go(page, `#/host?as=maker&position=p4c6&id=${id}&ask=3344`);
  await page.getByText("The guess in this link has its reply already").waitFor();
  await rows(page, 1);
  await go(page, "#/host?as=breaker&position=p4c6+1234:4b0w&id=q");
  await page.getByText("A friend’s game: the code was broken in 1 guess.").waitFor();
});
