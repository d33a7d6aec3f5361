/** The page as people use it, in a real Chromium before a real server. */

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";

import { button, enter, idle, isInSight, playByHints, SIZES, stage, visit } from "./support.mjs";

const WORKERS = 2;
const { house, view } = stage("--workers", String(WORKERS));

const said = (page) => page.locator("#said").textContent();

view("a game is played to its end with hints, counted once, and shown to the coach", "#/play", async (page) => {
  await button(page, "Start").click();
  const won = page.getByRole("heading", { name: /^Solved in/ });
  await playByHints(page);
  const address = page.url();
  assert.match(address, /#\/play\?position=p4c6&game=\w+&rows=10$/, "whoever gets it plays the game, and sees no turn of it");
  await page.reload();
  await won.waitFor();
  const statistics = await page.evaluate(() => JSON.parse(localStorage.getItem("codepegs.statistics")));
  assert.equal(statistics.games.p4c6.played, 1);
  assert.equal(statistics.games.p4c6.won, 1);
  await page.goBack();
  await button(page, "Guess").waitFor();
  await page.goForward();
  await page.getByRole("link", { name: "Review with the coach" }).click();
  await page.getByRole("heading", { name: "Skill" }).waitFor();
  assert.equal(await page.locator("ol.turns > li").count(), await page.locator("ol.turns > li h2").count());
  await page.getByRole("link", { name: /Try again from here ?, before turn 1/ }).click();
  await button(page, "Guess").waitFor();
});

view("pegs are tapped, typed, dragged, undone and redone; a guess is taken back and brought again", "#/play?position=p4c6&game=abc", async (page) => {
  await button(page, "Guess").waitFor();
  const row = page.getByRole("group", { name: "Your guess" });
  const pegs = async () => (await row.getByRole("button").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label").split(": ")[1]))).join(" ");
  await page.keyboard.press("3");
  await page.getByRole("button", { name: /^Colour 5\b/ }).click();
  assert.equal(await pegs(), "3 5 empty empty");
  const from = await page.getByRole("button", { name: /^Colour 2\b/ }).boundingBox();
  const to = await row.getByRole("button").nth(3).boundingBox();
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(to.x + 10, to.y + 10, { steps: 6 });
  await page.mouse.move(to.x + 20, to.y + 20);
  await page.mouse.up();
  assert.equal(await pegs(), "3 5 empty 2");
  await page.keyboard.press("Control+z");
  assert.equal(await pegs(), "3 5 empty empty");
  await button(page, "Undo").click();
  assert.equal(await pegs(), "3 empty empty empty");
  await page.keyboard.press("Control+Shift+z");
  await button(page, "Redo").click();
  assert.equal(await pegs(), "3 5 empty 2");
  await row.getByRole("button").nth(2).click();
  await page.keyboard.press("1");
  await button(page, "Guess").click();
  await page.locator(".board > li").first().waitFor();
  const address = page.url();
  await page.keyboard.press("Control+z");
  await page.locator(".board").waitFor({ state: "detached" });
  await page.keyboard.press("Control+y");
  await page.waitForURL(address);
});

view("hints go from whether a guess fits to what is certain and the guess itself", "#/play?position=p4c6+1122:0b0w+3344:2b0w&game=aam", async (page) => {
  const asked = () => page.evaluate(() => JSON.parse(localStorage.getItem("codepegs.played.aam p4c6")).hints);
  await button(page, "Hint").click();
  await button(page, "Does my guess fit?").click();
  await page.getByText("Finish your guess first.").waitFor();
  for (const symbol of "1355") await page.keyboard.press(symbol);
  await button(page, "Does my guess fit?").click();
  await page.getByText("Your guess does not fit the replies to turns 1 and 2, so it cannot be the secret.").waitFor();
  assert.equal(await asked(), 0, "that gives nothing away");
  await button(page, "What is certain?").click();
  await page.getByText("The secret does not contain colours 1 or 2.").waitFor();
  assert.equal(await asked(), 1);
  await button(page, "The best guess").click();
  await button(page, "Use it").waitFor();
  assert.equal(await asked(), 2);
});

view("going back in a puzzle takes no guess away", "#/play?position=p4c6&daily=2026-11-19", async (page) => {
  await button(page, "Guess").waitFor();
  for (const symbol of "1123") await page.keyboard.press(symbol);
  await page.keyboard.press("Enter");
  await page.locator(".board > li").first().waitFor();
  assert.ok(await button(page, "Undo").isDisabled());
  const address = page.url();
  await page.goBack();
  await page.waitForURL(address);
  await page.goto(`${house.address}/#/play?position=p4c6&daily=2026-11-19`);
  await page.waitForURL(address);
  assert.equal(await page.locator(".board > li").count(), 1);
  await button(page, "Give up").click();
  await button(page, "Show the secret").click();
  await page.getByRole("img", { name: /^The secret: / }).waitFor();
  await page.goto(`${house.address}/#/play?position=p4c6&daily=2026-11-19`);
  await page.getByRole("img", { name: /^The secret: / }).waitFor();
});

view("the end of a game says what the best play needs", "#/play?position=p4c6+1122:4b0w&game=bj7", async (page) => {
  await page.getByText(/^The best strategy known (also )?needs \d guesses for this secret/).waitFor();
});

view("the puzzle of a date has one secret for everybody, and giving up shows it", "#/play?position=p4c6&daily=2026-11-19", async (page) => {
  await button(page, "Give up").click();
  await button(page, "Show the secret").click();
  const secret = page.getByRole("img", { name: /^The secret: / });
  const first = await secret.getAttribute("aria-label");
  const other = await house.open("#/play?position=p4c6&daily=2026-11-19");
  await button(other.page, "Give up").click();
  await button(other.page, "Show the secret").click();
  assert.equal(await other.page.getByRole("img", { name: /^The secret: / }).getAttribute("aria-label"), first);
  await other.page.goto(`${house.address}/#/play?position=p4c6&daily=2026-11-18`);
  await other.page.getByRole("heading", { name: "Puzzle for 18 November 2026" }).waitFor();
  await other.close();
});

view("a game left by a slip is gone on with, there and in the assistant", "#/play?position=p4c6&game=abc", async (page) => {
  const colour = (symbol) => page.getByRole("button", { name: new RegExp(`^Colour ${symbol}\\b`) });
  for (const symbol of "1123") await colour(symbol).click();
  await page.keyboard.press("Enter"); // after the mouse the keyboard sends, and does not place again
  await page.locator(".board > li").first().waitFor();
  const address = page.url();
  await page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: "Play" }).click();
  await page.getByRole("link", { name: "Continue" }).click();
  await button(page, "Guess").waitFor();
  assert.equal(page.url(), address);
  await page.locator(".board").getByRole("img", { name: "1 1 2 3", exact: true }).waitFor();

  await page.goto(`${house.address}/#/assistant`);
  await idle(page);
  for (const symbol of "1122") await page.keyboard.press(symbol);
  await page.keyboard.press("Enter");
  await page.getByRole("group", { name: "Black right place" }).waitFor();
  await page.keyboard.press("Backspace"); // back to the guess
  await page.waitForFunction(() => document.activeElement?.hasAttribute("data-slot"));
  await enter(page, "3", 1, 0);
  assert.match(page.url(), /position=p4c6\+\d{4}:1b0w$/);
  await button(page, "New game").click();
  await page.getByRole("link", { name: "Continue" }).click();
  await page.getByRole("heading", { name: "Turn 2" }).waitFor();
});

for (const [name, hash] of [["Play", "#/play?position=p4c6&game=abc"], ["the assistant", "#/assistant?position=p4c6+1122:1b0w"]]) {
  view(`half-entered pegs are still there after a reload, in ${name}`, hash, async (page) => {
    await idle(page);
    const pegs = () => page.locator("[data-slot]").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label").split(": ")[1]).join(" "));
    await page.keyboard.press("3");
    await page.keyboard.press("5");
    await page.reload();
    await page.locator("[data-slot]").nth(3).waitFor();
    assert.equal(await pegs(), "3 5 empty empty");
    await page.keyboard.press("1");
    assert.equal(await pegs(), "3 5 1 empty");
  });
}

view("half-entered pegs stay behind when another position is opened", "#/assistant?position=p4c6+1122:1b0w", async (page) => {
  const empty = () => page.locator('[data-slot][aria-label$="empty"]').count();
  await idle(page);
  await page.keyboard.press("3");
  await page.keyboard.press("5");
  assert.equal(await empty(), 2);
  await page.evaluate(() => (location.hash = "#/assistant?position=p4c6+1344:0b2w"));
  await page.waitForFunction(() => document.querySelectorAll('[data-slot][aria-label$="empty"]').length === 4);
});

view("the games of two tabs are both offered again", "#/play?position=p4c6&game=abc", async (page) => {
  const other = await page.context().newPage();
  await other.goto(`${house.address}/#/play?position=p5c8&game=xyz`);
  for (const [tab, code] of [[page, "1123"], [other, "11234"]]) {
    await button(tab, "Guess").waitFor();
    for (const symbol of code) await tab.keyboard.press(symbol);
    await tab.keyboard.press("Enter");
    await tab.locator(".board > li").first().waitFor();
  }
  await page.goto(`${house.address}/#/play`);
  const links = page.getByRole("link", { name: "Continue" });
  await links.nth(1).waitFor();
  assert.match(await links.nth(0).getAttribute("href"), /game=xyz/);
  assert.match(await links.nth(1).getAttribute("href"), /game=abc/);
});

view("nothing that is shown needs a word of the theory", "#/", async (page) => {
  for (const hash of [
    "#/",
    "#/play",
    "#/play?position=p4c6+1122:1b0w&game=aab",
    "#/assistant?position=p4c6+1122:1b0w+1344:0b2w",
    "#/coach?position=p4c6+1122:0b2w+1314:0b1w+3251:1b2w+2256:1b2w+2561:4b0w",
    "#/trees",
    "#/race?rules=p4c6",
  ]) {
    await visit(page, house.address, hash);
    await idle(page);
    const words = await page.locator("main").innerText();
    assert.doesNotMatch(words, /\b(bits?|expected size|entropy_|leaves one in|castle tune)\b/i, hash);
  }
  await page.goto(`${house.address}/#/assistant?position=p4c6+1122:1b0w`);
  await page.getByText(/^Needs \d\.\d+ (± \d\.\d+ )?guesses on average, including this one/).first().waitFor();
  await page.getByText("Show why").first().click();
  await page.getByText(/Leaves [\d.]+ of 256 codes on average/).first().waitFor();
});

view("a long game that was watched shows its whole secret, and its map", "#/host?as=solve&rules=p100c100&strategy=streaming&seed=1", async (page) => {
  await page.getByRole("heading", { name: /^Solved in/ }).waitFor({ timeout: 60_000 });
  const secret = page.getByRole("img", { name: /^The secret: / });
  assert.equal((await secret.textContent()).trim().split(",").length, 100);
  assert.ok(await secret.evaluate((element) => element.scrollHeight <= element.clientHeight + 1), "nothing of it is cut");
  await page.getByRole("img", { name: "Map of the pegs that are known" }).waitFor();
});

view("on a desk the coach shows the whole game beside the turns, and keeps it there", "#/coach?position=p4c6+1122:0b2w+1314:0b1w+3251:1b2w+2256:1b2w+2561:4b0w", async (page) => {
  const whole = page.getByRole("region", { name: "The whole game" });
  await page.getByRole("heading", { name: "Turn 5" }).scrollIntoViewIfNeeded();
  assert.equal(await whole.locator(".board > li").count(), 5);
  await page.mouse.wheel(0, 600);
  await page.waitForTimeout(300);
  const { y } = await whole.boundingBox();
  assert.ok(y > 0 && y < 200, String(y));
});

view("a contradictory game is entered and repaired with one tap", "#/assistant", async (page) => {
  await idle(page);
  await enter(page, "1122", 1, 0);
  await enter(page, "3344", 1, 0);
  await enter(page, "5566", 1, 1);
  await enter(page, "1356", 0, 0);
  await page.getByRole("heading", { name: "The replies contradict each other" }).waitFor();
  await page.getByText("No code fits both turn 3 (5566: one black, one white) and turn 4 (1356: no black, no white).").waitFor();
  assert.equal(await page.locator(".board > li.marked").count(), 2);
  await page.getByRole("button", { name: /^Turn 4: no black, two white/ }).click();
  await page.getByRole("heading", { name: "Best next guesses" }).waitFor();
  await page.getByText("8", { exact: true }).first().waitFor();
  assert.match(page.url(), /1356:0b2w$/);
  await page.goBack();
  await page.getByRole("heading", { name: "The replies contradict each other" }).waitFor();
});

view("before the first reply only good guesses are listed, and nothing that is alike for all pegs", "#/assistant", async (page) => {
  await page.getByRole("heading", { name: "Good first guesses" }).waitFor();
  await page.getByRole("button", { name: /^Use ?1 1 2 3/ }).waitFor();
  await idle(page);
  assert.equal(await page.getByRole("button", { name: /^Use ?1 1 1 1/ }).count(), 0);
  assert.equal(await page.getByText("What each peg can be").count(), 0);
  await enter(page, "1122", 1, 0);
  await page.getByText("What each peg can be").waitFor();
});

view(
  "on a phone the best guess stays in sight above the entry, and a guess taken from it brings the reply",
  "#/assistant?position=p4c6+1122:1b0w+1344:0b2w",
  async (page) => {
    await idle(page);
    const inSight = (locator) =>
      locator.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return top >= 56 && bottom <= window.innerHeight - 58; // between the header and the navigation
      });
    const best = page.getByRole("button", { name: /codes? left: play/ });
    assert.ok(await inSight(best), "the best guess of the address");
    assert.ok(await inSight(page.getByRole("group", { name: "The guess" })), "and the entry");
    await enter(page, "3425", 0, 2);
    await page.waitForURL(/3425:0b2w$/);
    await idle(page);
    assert.ok(await inSight(best), "the best next guess");
    await best.click();
    await page.getByRole("group", { name: "Black right place" }).waitFor();
    await page.waitForTimeout(300);
    assert.ok(await inSight(page.getByRole("group", { name: "Black right place" })), "the reply to it");
  },
  { viewport: { width: 360, height: 740 }, hasTouch: true },
);

view("the chart of a large game that a link opens begins with all codes", "#/assistant?position=p8c12+11223344:2b1w+15567889:1b3w", async (page) => {
  const bars = page.getByRole("list", { name: "Codes left, turn by turn" }).getByRole("listitem");
  await bars.nth(1).waitFor();
  assert.match(await bars.nth(0).textContent(), /at the start.*430/);
  const widths = await bars.locator(".bar").evaluateAll((all) => all.map((bar) => bar.getBoundingClientRect().width));
  assert.ok(widths[0] > widths[1] && widths[1] > 10, String(widths));
});

view("a game cannot be started while its rules are none", "#/play", async (page) => {
  for (const [hash, name] of [["#/play", "Start"], ["#/race", "Start the race"], ["#/host", "I have a secret"], ["#/host?mode=solve", "Watch"]]) {
    await page.goto(`${house.address}/${hash}`);
    await button(page, name).waitFor(); // of this view, not of the one before
    await page.getByText("Custom rules").click();
    await page.getByLabel("Pegs", { exact: true }).fill("0");
    await page.getByText("The number of pegs must be from 1 to 10,000.").waitFor();
    assert.ok(await button(page, name).isDisabled(), name);
    await page.getByRole("button", { name: /^Classic/ }).click();
    assert.ok(await button(page, name).isEnabled(), name);
  }
});

view("rules that would explain everything are offered", "#/assistant?position=p4c10n+1234:1b0w+5678:0b0w+9A12:0b0w", async (page) => {
  await page.getByText("Does your game allow a colour twice?").waitFor();
  await page.getByRole("button", { name: /Let (digits|colours) repeat/ }).click();
  await page.getByRole("heading", { name: "Best next guesses" }).waitFor();
  assert.match(page.url(), /position=p4c10\+/);
});

view("Bulls and Cows is typed in digits, and played without the server", "#/play", async (page) => {
  const asked = [];
  page.on("request", (request) => request.method() === "POST" && asked.push(request.url()));
  await page.getByRole("button", { name: /^Bulls and Cows/ }).click();
  await page.waitForURL(/rules=bc$/);
  await page.goto(`${house.address}/#/play?position=bc&game=k3f9a`);
  await button(page, "Guess").waitFor();
  await page.getByText("Keys: 0–9 place digits").waitFor();
  for (const symbol of "0912") await page.keyboard.press(symbol);
  assert.match(await said(page), /^Place 4: 2/);
  await page.keyboard.press("Enter");
  await page.getByRole("img", { name: "0 9 1 2", exact: true }).waitFor();
  assert.match(page.url(), /position=bc&game=k3f9a$/);
  await page.waitForLoadState("networkidle");
  assert.deepEqual(asked, [], "the page answers about small games itself");

  await button(page, "Give up").click();
  await button(page, "Show the secret").click();
  const secret = await page.getByRole("img", { name: /^The secret: / }).getAttribute("aria-label");
  const same = await house.open("#/play?position=p4c10n&game=k3f9a"); // the same game by its canonical name
  await button(same.page, "Give up").click();
  await button(same.page, "Show the secret").click();
  const plain = await same.page.getByRole("img", { name: /^The secret: / }).getAttribute("aria-label");
  const shift = (text) => text.replace("The secret: ", "").replace(/[1-9A]/g, (symbol) => "123456789A".indexOf(symbol));
  assert.equal(secret, `The secret: ${shift(plain)}`);
  await same.close();

  await page.getByRole("link", { name: "Review with the coach" }).click();
  await page.getByRole("heading", { name: "Skill" }).waitFor();
  const code = secret.replace("The secret: ", "").replaceAll(" ", "");
  assert.match(page.url(), new RegExp(`/coach\\?position=bc\\+0912:.*&secret=${code}$`));
  await page.locator(".words", { hasText: `${code} was not found in 1 turn` }).waitFor();
  const drawn = page.waitForRequest(/\/svg$/);
  await button(page, "Save as picture").click();
  const picture = await (await (await drawn).response()).text();
  assert.match(picture, />0912: /);
});

view("a pasted position of Bulls and Cows keeps its digits", "#/assistant", async (page) => {
  await idle(page);
  await page.getByText("Game as text").click();
  await page.getByLabel("Paste another game").fill("bc 0123:0b1w, 0456:1b0w");
  await button(page, "Use it").click();
  await page.waitForURL(/position=bc\+0123:0b1w\+0456:1b0w$/);
  await page.getByRole("button", { name: /^Change turn 1: ?0 1 2 3/ }).waitFor();
  await page.getByRole("heading", { name: "Best next guesses" }).waitFor();
  await page.getByRole("button", { name: "Digit 0", exact: true }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Digit A", exact: true }).count(), 0);
  await enter(page, "0789", 1, 0);
  await page.waitForURL(/\+0789:1b0w$/);
  assert.equal(await page.locator("main").getByText("A", { exact: true }).count(), 0);
});

view("an old row is edited, and taken out", "#/assistant?position=p4c6+1122:1b0w+1344:0b2w", async (page) => {
  await page.getByRole("button", { name: /^Change turn 1: ?1 1 2 2 ?one black, no white/ }).click();
  await page.getByRole("heading", { name: "Turn 1" }).waitFor();
  await page.keyboard.press("3");
  await page.getByRole("group", { name: "White wrong place" }).getByLabel("1", { exact: true }).check();
  await button(page, "Save turn 1").click();
  await page.getByRole("button", { name: /^Change turn 1: ?3 1 2 2 ?one black, one white/ }).waitFor();
  assert.match(page.url(), /position=p4c6\+3122:1b1w\+1344:0b2w$/);
  await page.getByRole("button", { name: /^Change turn 2/ }).click();
  await button(page, "Remove this turn").click();
  await page.waitForURL(/position=p4c6\+3122:1b1w$/);
});

view("a guess is called the best only where that is proved", "#/assistant?position=p4c6", async (page) => {
  await page.getByRole("button", { name: /^Use ?1 1 2 3 ?best/ }).waitFor();
  await page.goto(`${house.address}/#/assistant?position=p31c10`);
  await page.getByText("first choice", { exact: true }).waitFor();
  assert.equal(await page.getByText("best", { exact: true }).count(), 0);
  assert.equal(await page.getByText("cannot be the secret", { exact: true }).count(), 0);
});

view("a guess is called no secret only where that is known", "#/", async (page) => {
  await page.route("**/api/v1/suggest", async (route) => {
    const answer = await (await route.fetch()).json();
    const [known, unknown, missing] = answer.suggestions;
    known.is_candidate = false;
    unknown.is_candidate = null;
    delete missing.is_candidate;
    await route.fulfill({ json: { ...answer, suggestions: [known, unknown, missing] } });
  });
  await page.goto(`${house.address}/#/assistant?position=p6c9+112233:1b0w`);
  await page.getByRole("heading", { name: "Best next guesses" }).waitFor();
  await page.getByRole("button", { name: /^Use/ }).nth(2).waitFor();
  assert.equal(await page.getByText("cannot be the secret", { exact: true }).count(), 1);
});

view("a reply that cannot be is explained", "#/assistant?position=p4c6+1111:1b1w", async (page) => {
  await page.getByText(/if all colours of a guess are the same, none is in the wrong place/).waitFor();
  assert.equal(await page.locator(".board > li.marked").count(), 1);
});

view("an address that is shared shows the same, and a damaged one says so", "#/assistant?position=p4c6+1122:1b0w+1344:0b2w", async (page) => {
  await page.locator(".big", { hasText: "41" }).waitFor();
  await page.getByRole("button", { name: /^Use ?3 4 2 5/ }).click();
  await page.getByRole("heading", { name: "Turn 3" }).waitFor();
  await page.getByRole("group", { name: "Black right place" }).waitFor();
  await page.goto(`${house.address}/#/assistant?position=p4c6+11x2:1b0w`);
  await page.getByRole("alert").getByText(/Turn 1/).waitFor();
});

view("links of Host and the coach that cannot be read show only that", "#/host?as=program&position=garbage", async (page) => {
  const refused = page.getByRole("alert").getByText("The link cannot be read. “garbage” is not a valid rules id");
  await refused.waitFor();
  assert.equal(await page.getByText("What the program knows").count(), 0);
  await page.goto(`${house.address}/#/host?as=breaker&position=garbage&id=q`);
  await refused.waitFor();
  assert.equal(await page.getByText("Your friend has chosen a secret").count(), 0);
  await page.goto(`${house.address}/#/host?as=maker&position=garbage&id=q`);
  await refused.waitFor();
  assert.equal(await button(page, "Use this secret").count(), 0);
  await page.goto(`${house.address}/#/coach?position=garbage`);
  await refused.waitFor();
});

view("impossible replies without repeats offer to let colours repeat", "#/assistant?position=p4c6n+1234:0b1w", async (page) => {
  await button(page, "Let colours repeat").click();
  await page.getByText("codes left").first().waitFor();
  assert.match(page.url(), /position=p4c6\+1234:0b1w/);
});

view("the codes left are announced once, and a code that is known is the only advice", "#/assistant", async (page) => {
  await idle(page);
  await page.evaluate(() => {
    window.said = [];
    new MutationObserver(() => window.said.push(document.getElementById("said").textContent.trim())).observe(document.getElementById("said"), { childList: true, characterData: true, subtree: true });
  });
  await page.goto(`${house.address}/#/assistant?position=p4c6+1123:1b1w+1415:0b2w+6152:2b2w+2156:1b3w`);
  await page.getByText("code left: it is the secret").waitFor();
  await idle(page);
  assert.deepEqual(await page.evaluate(() => window.said.filter((words) => /left$/.test(words))), ["1 code left"]);
  assert.equal(await page.getByText("Wins now.").count(), 1);
  assert.equal(await page.getByText("cannot be the secret").count(), 0);
});

view("a hint that is used is sent with Enter, and ends what was said of half a guess", "#/play?position=p4c6&game=abc", async (page) => {
  await button(page, "Guess").waitFor();
  await page.keyboard.press("1");
  await button(page, "Guess").click({ force: true });
  await page.getByText("3 more colours to choose.").waitFor();
  await button(page, "Hint").click();
  await button(page, "The best guess").click();
  await button(page, "Use it").click();
  await page.getByText("more colours to choose").waitFor({ state: "detached" });
  await page.keyboard.press("Enter");
  await page.locator(".board > li").first().waitFor();
});

view("addresses of Play that cannot be read say so", "#/play?position=garbage", async (page) => {
  await page.getByRole("alert").getByText("“garbage” is not a valid rules id").waitFor();
  await button(page, "Start").waitFor();
  await page.goto(`${house.address}/#/play?rules=p4c6x`);
  await page.getByRole("alert").getByText("“p4c6x” is not a valid rules id").waitFor();
  await page.goto(`${house.address}/#/play?position=p5c8+11223:1b0w`);
  await page.getByRole("alert").getByText("The secret is missing from this link.").waitFor();
  await page.locator(".known button[aria-pressed=true]", { hasText: "Super" }).waitFor();
  await page.goto(`${house.address}/#/play?position=p4c6&daily=2099-01-01`);
  await page.getByRole("alert").getByText("The puzzle for 1 January 2099 cannot be played before that day.").waitFor();
  await page.goto(`${house.address}/#/play?position=p4c6&daily=${"x".repeat(500)}`);
  assert.ok((await page.getByRole("alert").textContent()).length < 120);
});

view("a pasted text that is too long is refused at once", "#/assistant", async (page) => {
  await idle(page);
  await page.getByText("Game as text").click();
  await page.getByLabel("Paste another game").fill("1".repeat(200_000));
  await button(page, "Use it").click();
  await page.getByText("This text has 200,000 characters").waitFor({ timeout: 3_000 });
});

view("a game is shared as a picture", "#/coach?position=p4c6+1122:0b2w+1314:0b1w+3251:1b2w", async (page) => {
  const downloaded = page.waitForEvent("download");
  await button(page, "Save as picture").click();
  const download = await downloaded;
  assert.equal(download.suggestedFilename(), "codepegs.png");
  const png = readFileSync(await download.path());
  assert.equal(png.subarray(1, 4).toString(), "PNG");
  assert.ok(png.readUInt32BE(16) > 300 && png.length > 4_000, "there is something in it");
  if (process.env["PICTURE"]) writeFileSync(process.env["PICTURE"], png);
});

view("the keyboard is enough to start a game, to guess, and to end it", "#/play", async (page) => {
  /** Tab on to a button or a link, and press it. */
  const press = async (name) => {
    const reached = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent?.trim());
    for (let tabs = 0; (await reached()) !== name; tabs++) {
      assert.ok(tabs < 60, `no tab leads to “${name}”`);
      await page.keyboard.press("Tab");
    }
    await page.keyboard.press("Enter");
  };
  await idle(page);
  await press("Start");
  await button(page, "Guess").waitFor();
  await page.keyboard.press("1");
  await page.keyboard.press("5");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("2");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowLeft");
  for (const symbol of "334") await page.keyboard.press(symbol);
  await page.keyboard.press("Enter");
  await page.locator(".board > li").first().waitFor();
  assert.match(await said(page), /black, \w+ white/);
  await page.keyboard.press("Tab");
  assert.notEqual(await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle), "none");
  await press("Hint");
  await press("The best guess");
  await press("Use it");
  await press("Guess");
  await page.locator(".board > li").nth(1).waitFor();
  await press("Give up");
  await press("Show the secret");
  await press("Review with the coach");
  await page.getByRole("heading", { name: "Skill" }).waitFor();
});

view("a game is played by what the browser tells a screen reader alone", "#/", async (page) => {
  const session = await page.context().newCDPSession(page);
  await session.send("Accessibility.enable");
  /** The nodes of the browser's accessibility tree with a role, and a name that fits. */
  const nodes = async (role, name) => {
    const tree = await session.send("Accessibility.getFullAXTree");
    return tree.nodes.filter((node) => !node.ignored && node.role?.value === role && name.test(node.name?.value ?? ""));
  };
  const hears = async (role, name) => {
    for (const end = Date.now() + 15_000; Date.now() < end; ) {
      const [found] = await nodes(role, name);
      if (found) return found;
    }
    throw new Error(`the tree has no ${role} ${name}`);
  };
  const press = async (role, name) => {
    const { backendDOMNodeId } = await hears(role, name);
    await session.send("DOM.focus", { backendNodeId: backendDOMNodeId });
    await page.keyboard.press("Enter");
  };
  await press("link", /^Play now$/);
  for (const colour of [1, 1, 2, 3]) await press("button", new RegExp(`^Colour ${colour}\\b`));
  await hears("button", /^Peg 4: 3$/);
  await press("button", /^Guess$/);
  await hears("StaticText", /\b(no|one|two|three|four) black, (no|one|two|three|four) white/);
  await hears("image", /^1 1 2 3$/);
  await press("button", /^Hint$/);
  await press("button", /^What is certain\?$/);
  await hears("StaticText", /^(The secret|Peg|No colour|Nothing)/);
  await press("button", /^Give up$/);
  await press("button", /^Show the secret$/);
  await hears("image", /^The secret: \d \d \d \d$/);
  await press("link", /^Review with the coach$/);
  await hears("heading", /^Skill$/);
  assert.equal((await nodes("main", /.*/)).length, 1, "one main landmark");
});

view("keys work right after the way from the start by the navigation", "#/", async (page) => {
  await page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: "Assistant" }).click();
  await idle(page);
  await enter(page, "1122", 1, 0);
  await page.waitForURL(/position=p4c6\+1122:1b0w$/);
});

view("codes of many colours are typed, and a row of them edited", "#/assistant?position=p3c50", async (page) => {
  await page.getByLabel("The guess").fill("8, 1, 50");
  await page.keyboard.press("Enter");
  await page.keyboard.press("1");
  await page.keyboard.press("0");
  await page.keyboard.press("Enter");
  await page.waitForURL(/position=p3c50\+8,1,50:1b0w$/);
  await page.getByRole("button", { name: /^Change turn 1/ }).click();
  assert.equal(await page.getByLabel("Guess in turn 1").inputValue(), "8,1,50");
  await page.getByLabel("Guess in turn 1").fill("8,1,51");
  await button(page, "Save").click();
  await page.getByText(/expected 1 to 50/).waitFor();
  await page.getByLabel("Guess in turn 1").fill("8,1,49");
  await button(page, "Save").click();
  await page.waitForURL(/position=p3c50\+8,1,49:1b0w$/);
});

for (const [name, viewport] of Object.entries(SIZES)) {
  view(`the button that starts the program’s game is in sight: ${name}`, "#/host", async (page) => {
    await page.setViewportSize(viewport);
    await button(page, "I have a secret").waitFor();
    assert.ok(await button(page, "I have a secret").evaluate(isInSight));
  });
}

for (const [wrong, said] of [
  ["strategy=cooper", "Unknown strategy “cooper”: choose one from the list of strategies."],
  ["strategy=auto&noise=5", "The noise in this link must be below 1, e.g. 0.1 for replies that are wrong 1 time in 10."],
]) {
  view(`what is wrong in a link is said in words of the page: ${wrong}`, `#/host?as=program&position=p4c6&seed=1&${wrong}`, async (page) => {
    assert.equal((await page.getByRole("alert").textContent()).trim(), said);
  });
}

view("the program guesses a secret that a person holds", "#/host", async (page) => {
  await button(page, "I have a secret").click();
  const secret = [2, 4, 0, 5];
  for (let turn = 1; turn <= 10; turn++) {
    const asked = page.getByRole("img", { name: new RegExp(`^Guess ${turn}: `) });
    await asked.waitFor();
    const guess = (await asked.getAttribute("aria-label")).replace(/^.*: /, "").split(" ").map((symbol) => Number(symbol) - 1);
    const black = guess.filter((color, peg) => color === secret[peg]).length;
    if (black === 4) break;
    const total = guess.filter((color, peg) => secret.includes(color) && guess.indexOf(color) === peg).length;
    await page.getByRole("group", { name: "Black right place" }).getByLabel(String(black), { exact: true }).click();
    const white = page.getByRole("group", { name: "White wrong place" }).getByLabel(String(total - black), { exact: true });
    if (!(await white.isChecked())) await white.click(); // the reply that is whole is sent
    await page.locator(".board > li").nth(turn - 1).waitFor();
  }
  await button(page, "Yes, that is it").click();
  await page.getByText(/^Found in/).waitFor();
});

view("two people play over links, and the secret is never in the codebreaker's", "#/host?mode=friend", async (page) => {
  await idle(page);
  for (const symbol of "2461") await page.keyboard.press(symbol);
  await button(page, "Use this secret").click();
  await page.getByText("Send this link").waitFor();
  const linkOf = async (where, name) => {
    await where.evaluate(() => {
      globalThis.copied = "";
      Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => void (globalThis.copied = text) } });
    });
    await button(where, name).click();
    await where.waitForFunction(() => globalThis.copied !== "");
    return where.evaluate(() => globalThis.copied);
  };
  const kept = new URLSearchParams(page.url().split("?")[1]).get("keep");
  const link = await linkOf(page, "Link for your friend");
  assert.ok(kept && !link.includes(kept) && !link.includes("keep="));

  const friend = await house.open(link.slice(link.indexOf("#")));
  await idle(friend.page);
  for (const symbol of "2146") await friend.page.keyboard.press(symbol);
  await button(friend.page, "Guess").click();
  const sent = await linkOf(friend.page, "Link with my guess");
  await friend.page.goto(sent); // a codebreaker who opens that has nothing to answer with
  await friend.page.getByText("Your secret is needed to reply to this guess").waitFor();
  await friend.close();

  await page.getByLabel(/Paste what your friend sent/).fill(sent);
  await button(page, "Reply").click();
  await page.getByRole("img", { name: "one black, three white" }).waitFor();
  await page.getByLabel(/Paste what your friend sent/).fill(sent); // once more, as it is still in the clipboard
  await button(page, "Reply").click();
  await page.getByText("The guess in this link has its reply already").waitFor();
  await page.goto(sent); // the codemaker's own browser knows the secret it is for
  await page.getByRole("img", { name: "one black, three white" }).waitFor();
  assert.ok(page.url().includes(kept));
});

view("who hands out a link that no other computer can open is told so", "#/assistant?position=p4c6+1122:1b0w", async (page) => {
  const warning = page.getByText("This link works only on this computer.");
  await idle(page);
  assert.equal(await warning.count(), 0);
  await button(page, "Share").click();
  await warning.waitFor();
  await page.getByText("codepegs serve --host 0.0.0.0").waitFor();
  await visit(page, house.address, "#/play?position=p4c6+1122:1b0w&game=aab&end=1");
  await button(page, "Challenge a friend").click();
  await warning.waitFor();
});

view("two people play Bulls and Cows in digits, and an old link of theirs is still read", "#/host?mode=friend&rules=bc", async (page) => {
  await idle(page);
  for (const symbol of "0942") await page.keyboard.press(symbol);
  await button(page, "Use this secret").click();
  await page.getByText("Send this link").waitFor();
  await page.getByLabel(/Paste what your friend sent/).fill("9045");
  await button(page, "Reply").click();
  await page.getByRole("img", { name: "one bull, two cows" }).waitFor();
  await page.waitForURL(/position=bc\+9045:1b2w/);
  await page.getByLabel(/Paste what your friend sent/).fill("http://127.0.0.1:8000/#/host?as=maker&position=p4c10n+A156:1b2w&id=x&ask=1A53");
  await button(page, "Reply").click();
  await page.getByText("Your friend broke the code.").waitFor();
  await page.getByRole("img", { name: "Your secret: 0 9 4 2" }).waitFor();
});

view("the program guesses in digits", "#/host?as=program&position=bc&strategy=auto&seed=1", async (page) => {
  await page.getByRole("img", { name: /0 1 2 3$/ }).waitFor();
  await page.goto(`${house.address}/#/host?as=solve&rules=bc&strategy=auto&seed=5`);
  await page.getByRole("heading", { name: /^Solved in/ }).waitFor();
  await page.getByRole("img", { name: "0 1 2 3", exact: true }).waitFor();
  assert.equal(await page.locator("main").getByText("A", { exact: true }).count(), 0);
});

test("a long solve that is stopped or left frees its worker", async () => {
  // of two workers one is kept free of long work, so that of these games only one is played at a time; each begins at once
  const game = (seed) => house.open(`#/host?as=solve&rules=p4000c4000&strategy=auto&seed=${seed}`);
  const begun = ({ page }) => page.getByText("Best reply so far");
  const shown = async ({ page }) => (await page.getByText(/Best reply so far|pegs known/).allInnerTexts()).join();
  const goesOn = async (solve) => {
    const before = await shown(solve);
    for (let tries = 0; tries < 150 && (await shown(solve)) === before; tries++) await solve.page.waitForTimeout(200);
    assert.notEqual(await shown(solve), before);
  };
  const first = await game(1);
  await begun(first).waitFor();
  const second = await game(2);
  await second.page.waitForTimeout(3_000); // more than its budget
  const before = await shown(second);
  await goesOn(first);
  await second.page.waitForTimeout(1_500);
  assert.equal(await shown(second), before, "the second game waits");
  await button(first.page, "Stop").click();
  await first.page.getByText("before you stopped the program").waitFor();
  await goesOn(second);
  await second.page.goto("about:blank"); // whoever leaves frees it too
  const third = await game(3);
  await begun(third).waitFor();
  for (const { close } of [first, second, third]) await close();
});

view("a server that is away or has its hands full is waited for", "#/", async (page) => {
  await page.route("**/api/v1/move", (route) => route.abort());
  await page.goto(`${house.address}/#/host?as=program&position=p6c9&strategy=auto&seed=1`);
  await page.getByText("The server cannot be reached.").waitFor();
  await page.unroute("**/api/v1/move");
  await page.route("**/api/v1/move", (route) =>
    route.fulfill({
      status: 503,
      headers: { "retry-after": "2" },
      json: { error: { code: "busy", message: "too many requests wait already: try again in 2 seconds", reason: { kind: "too_many_requests", seconds: 2 } } },
    }),
  );
  await button(page, "Try again").click();
  await page.getByText("Too many requests wait already: try again in 2 seconds.").waitFor();
  assert.equal(await page.getByRole("alert").getByText(/try again in.*try again in/i).count(), 0);
  await page.unroute("**/api/v1/move");
  await button(page, "Try again").click();
  await page.getByRole("img", { name: /^Guess 1: / }).waitFor();
});

view("a guess for which the server takes long says so, is stopped there, and asked for again", "#/", async (page) => {
  const left = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/api/v1/move"));
  await page.route("**/api/v1/move", () => undefined); // no answer
  await page.goto(`${house.address}/#/host?as=program&position=p6c9&strategy=auto&seed=1&noise=0.1`);
  await page.getByText(/^Computing… \d+ s so far$/).waitFor();
  await button(page, "Stop").click();
  assert.match((await left).failure().errorText, /ERR_ABORTED/);
  await page.getByText("Stopped.").waitFor();
  await page.unroute("**/api/v1/move");
  const asked = page.waitForRequest("**/api/v1/move");
  await button(page, "Start again").click();
  assert.equal((await asked).postDataJSON().noise, 0.1);
  await page.getByRole("img", { name: /^Guess 1: / }).waitFor();
  assert.equal(await page.getByText("Stopped.").count(), 0);
});

for (const [path, position] of [["suggest", "p6c9"], ["suggest/stream", "p8c12"]]) {
  view(`the assistant asks /${path} again by itself while the server is busy`, "#/", async (page) => {
    let refused = 0;
    const busy = (route) =>
      refused++ < 2
        ? route.fulfill({ status: 503, headers: { "retry-after": "1" }, json: { error: { code: "busy", message: "too many wait" } } })
        : route.continue();
    await page.route(`**/api/v1/${path}`, busy);
    await page.goto(`${house.address}/#/assistant?position=${position}`);
    await page.getByRole("button", { name: /^Use/ }).first().waitFor();
    assert.equal(refused, 3);
    assert.equal(await page.getByRole("alert").count(), 0);
  });
}

test("every game that the server knows by name is offered", async () => {
  const { presets } = await (await fetch(`${house.address}/api/v1/presets`)).json();
  const { page, close } = await house.open("#/play");
  for (const { name } of presets) {
    await page.goto(`${house.address}/#/play?rules=${name}`);
    await page.locator(".known button[aria-pressed=true]").waitFor();
  }
  await close();
});
