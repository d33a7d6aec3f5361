/** The board and the hand: what is in sight, what stands on which column, how many taps a turn takes, in a real Chromium. */

import assert from "node:assert/strict";

import { button, crooked, DEVICES, idle, isInSight, SIZES, stage, visit } from "./support.mjs";

const { house, view, inSizes } = stage("--workers", "1");

const PHONE = { viewport: SIZES["small phone"], hasTouch: true, isMobile: true };
const LYING = { viewport: SIZES["phone on its side"], hasTouch: true, isMobile: true };
const CLASSROOM = { viewport: SIZES.classroom };
const SMALL = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };

const PLAY = "#/play?position=p4c6+1122:1b1w+3345:0b0w&game=acp";
const ASSISTANT = "#/assistant?position=p4c6+1122:1b0w+1344:0b2w";

const boxOf = (locator) => locator.evaluate((element) => element.getBoundingClientRect().toJSON());
const colour = (page, n) => page.getByRole("button", { name: new RegExp(`^Colour ${n}\\b`) });
const count = (page, group, n) => page.getByRole("group", { name: group }).getByLabel(String(n), { exact: true });

/** Whether all of an element is in the window, and nothing lies over its middle. */
async function isSeen(page, locator) {
  await locator.waitFor();
  return locator.evaluate(isInSight);
}

for (const [view_, hash] of [["Play", PLAY], ["the Assistant", ASSISTANT]]) {
  inSizes(`a turn is taken with all that it needs in sight without scrolling, and on columns, in ${view_}`, hash, async (page, name, isTouched) => {
    const press = (locator) => (isTouched ? locator.tap() : locator.click());
    const counts = ["Black right place", "White wrong place"];
    const isReady = async (turns) => {
      await page.waitForFunction((rows) => document.querySelectorAll(".board > li").length === rows, turns);
      await idle(page);
      assert.ok(await isSeen(page, page.locator(".next .line")), `the next row, ${name}`);
      assert.ok(await isSeen(page, page.locator(".palette")), `the colours, ${name}`);
      assert.ok(await isSeen(page, button(page, view_ === "Play" ? "Guess" : "Add this turn")), `the action, ${name}`);
      assert.ok(await isSeen(page, page.locator(".board > li").last()), `the last turn, ${name}`);
      if (view_ !== "Play") for (const group of counts) assert.ok(await isSeen(page, page.getByRole("group", { name: group })), `${group}, ${name}`);
      const [next, colors] = [await boxOf(page.locator(".next")), await boxOf(page.locator(".palette"))];
      if (name !== "phone on its side") assert.ok(colors.top - next.bottom < 80, `${colors.top - next.bottom} pixels between the row and the colours`);
      assert.deepEqual(await page.evaluate(crooked), [], name);
    };
    await isReady(2);
    for (const n of [3, 4, 2, 5]) await press(colour(page, n));
    if (view_ === "Play") await press(button(page, "Guess"));
    else for (const [n, group] of counts.entries()) await press(count(page, group, 2 * n));
    await isReady(3);
  });
}

view("from the back of a classroom the pegs can be read", PLAY, async (page) => {
  await idle(page);
  const [peg, surface] = [await boxOf(page.locator(".board .peg").first()), await boxOf(page.locator(".surface"))];
  assert.ok(peg.width >= 64, `pegs of ${peg.width} pixels`);
  assert.ok((surface.width * surface.height) / (1920 * 1080) > 0.2, "the board has a fifth of the screen");
}, CLASSROOM);

view("a long game keeps its last turn and the next row in sight, and the bar of the page is away", `${PLAY.replace("&game", `${"+1122:1b1w".repeat(12)}&game`)}`, async (page) => {
  await idle(page);
  assert.ok(await isSeen(page, page.locator(".board > li").last()));
  assert.ok(await isSeen(page, page.locator(".next .line")));
  assert.equal(await page.locator("nav.bottom").count(), 0);
  await button(page, "Menu").click();
  await page.getByRole("link", { name: "Coach" }).click();
  await page.getByRole("heading", { name: "Coach" }).waitFor();
}, PHONE);

view("a turn of one's own takes six taps, one by the advice two", "#/assistant", async (page) => {
  await idle(page);
  for (const n of [1, 1, 2, 2]) await colour(page, n).tap();
  await count(page, "Black right place", 1).tap();
  await count(page, "White wrong place", 0).tap();
  await page.waitForURL(/position=p4c6\+1122:1b0w$/);
  await idle(page);
  const best = await page.locator(".next .ghost").evaluateAll((all) => all.map((peg) => peg.textContent).join(""));
  assert.match(best, /^\d{4}$/);
  await count(page, "Black right place", 0).tap();
  await count(page, "White wrong place", 2).tap();
  await page.waitForURL(new RegExp(`\\+${best}:0b2w$`));
  await button(page, "Undo").tap(); // what adds itself is taken back as easily
  await page.waitForURL(/position=p4c6\+1122:1b0w$/);
}, PHONE);

view("whoever has begun with the reply replies to the guess that stands there", "#/assistant?position=p4c6+1122:1b0w", async (page) => {
  await idle(page);
  const best = await page.locator(".next .ghost").evaluateAll((all) => all.map((peg) => peg.textContent).join(""));
  await count(page, "Black right place", 0).click();
  await page.waitForFunction(() => document.querySelectorAll(".next .ghost").length === 0);
  const pegs = await page.locator("[data-slot]").evaluateAll((all) => all.map((slot) => slot.getAttribute("aria-label").split(": ")[1]).join(""));
  assert.equal(pegs, best);
});

view("the keyboard alone: Enter takes the proposed guess, then goes on to the reply, and arrow keys add nothing", "#/assistant?position=p4c6+1122:1b0w", async (page) => {
  await idle(page);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".next .ghost").length === 0);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.matches("[data-which=black] input"));
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.waitForTimeout(200);
  assert.match(page.url(), /position=p4c6\+1122:1b0w$/);
  await button(page, "Add this turn").click();
  await page.waitForURL(/position=p4c6\+1122:1b0w\+\d{4}:\db\dw$/);
});

view("each hint answers in sight", PLAY, async (page) => {
  await idle(page);
  for (const n of [1, 2, 3, 4]) await colour(page, n).tap();
  await button(page, "Hint").tap();
  for (const [name, answer] of [
    ["Does my guess fit?", /^Your guess (fits|does not fit)/],
    ["What is certain?", /^(The secret|Peg|No colour|Nothing)/],
  ]) {
    await button(page, name).tap();
    assert.ok(await isSeen(page, page.locator(".over").getByText(answer).first()), name);
  }
  await button(page, "The best guess").tap();
  assert.ok(await isSeen(page, button(page, "Use it")));
  assert.ok(await isSeen(page, page.locator(".next .line")), "and the row that it is for");
  assert.ok(await isSeen(page, page.locator(".board > li").last()), "and the last turn");
}, PHONE);

inSizes("hints stand over the board, and move nothing", "#/play?position=p4c6+1122:1b0w&game=aab&rows=10", async (page, name) => {
  await idle(page);
  const places = async () => JSON.stringify(await page.locator(".surface, .next .line, .palette, .dock .button, .holes > .line").evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ top, left, width, height }) => [top + window.scrollY, left, width, height].map(Math.round))));
  const before = await places();
  await button(page, "Hint").click();
  await button(page, "The best guess").click();
  await button(page, "Use it").waitFor();
  for (const seen of [button(page, "Use it"), page.locator(".next .line"), page.locator(".palette"), button(page, "Guess"), page.locator(".board > li").last()]) assert.ok(await isSeen(page, seen), String(seen));
  assert.equal(await places(), before);
  await button(page, "Use it").click();
  await button(page, "Give up").click();
  assert.ok(await isSeen(page, button(page, "Keep playing")));
  assert.equal(await places(), before);
});

for (const [device, { sizes, ...options }] of Object.entries(DEVICES)) {
  view(`no words are cut: ${device}`, "#/nothing", async (page) => {
    for (const hash of [PLAY, "#/play?position=p4c6&daily=2026-11-24", "#/play?position=bc&game=abc", "#/assistant?position=p5c8+11223:1b0w+12345:1b1w", "#/coach?position=p4c10n+1234:1b0w&enter=1", "#/host?as=program&position=p4c6+1122:1b0w&strategy=minimax&seed=1", "#/words?mode=play&list=TIGER+HORSE+SHEEP&reply=common"]) {
      await visit(page, house.address, hash);
      await idle(page);
      for (const size of sizes) {
        await page.setViewportSize(SIZES[size]);
        await page.evaluate(() => new Promise(requestAnimationFrame));
        const words = await page.locator(".gamehead h1, .gamehead > .button, .gamehead .what, .gamehead .name, .legend, .legend .hint").evaluateAll((all) => all.filter((one) => one.checkVisibility() && getComputedStyle(one).clipPath === "none").map((one) => ({ text: one.textContent, over: one.scrollWidth - one.clientWidth, high: one.getBoundingClientRect().height })));
        assert.ok(words.length > 2);
        for (const { text, over, high } of words) {
          assert.ok(over <= 0, `“${text}” is ${over} pixels too wide: ${hash}, ${size}`);
          assert.ok(high < 56, `“${text}” is ${high} pixels high: ${hash}, ${size}`);
        }
        const tops = await page.locator(".gamehead > :is(h1, .button)").evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ top, bottom }) => (top + bottom) / 2));
        assert.ok(Math.max(...tops) - Math.min(...tops) < 2, `one line: ${hash}, ${size}`);
        const gaps = await page.locator(".board > li").evaluateAll((all) => all.filter((row) => row.querySelector(".count [aria-hidden]")?.textContent).map((row) => {
          const text = document.createRange();
          text.selectNodeContents(row.querySelector(".count [aria-hidden]"));
          return text.getBoundingClientRect().left - row.querySelector(".tray").getBoundingClientRect().right;
        }));
        assert.ok(gaps.every((gap) => gap >= 2), `between reply and count: ${gaps}, ${hash}, ${size}`);
      }
    }
  }, options);
}

view("a game begins at the top, whatever was scrolled before it", "#/host", async (page) => {
  const start = button(page, "I have a secret");
  await start.scrollIntoViewIfNeeded();
  await page.evaluate(() => window.scrollBy(0, 200));
  assert.ok((await page.evaluate(() => window.scrollY)) > 100);
  await start.tap();
  await page.locator(".next .line").waitFor();
  await page.waitForFunction(() => window.scrollY === 0);
  assert.ok(await isSeen(page, page.getByRole("group", { name: "Black right place" })));
}, LYING);

view("a hint stands faintly in the next row, where a tap plays it, as Guess does", "#/play?position=p4c6&game=abc", async (page) => {
  for (const [n, play] of [() => button(page, "Guess").tap(), () => page.locator("[data-slot]").nth(2).tap()].entries()) {
    await button(page, "Hint").tap();
    await button(page, "The best guess").tap();
    await page.waitForFunction(() => document.querySelectorAll(".next .ghost").length === 4);
    await play();
    await page.locator(".board > li").nth(n).waitFor();
  }
}, PHONE);

view("after a guess the keyboard, and whoever listens, is at the next one", "#/play?position=p4c6&game=abc", async (page) => {
  await idle(page);
  for (const symbol of "1123") await page.keyboard.press(symbol);
  await page.keyboard.press("Enter");
  await page.locator(".board > li").first().waitFor();
  await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "Peg 1: empty");
});

view("after a reload undo takes back the half-entered pegs, not the guess before them", "#/play?position=p4c6+1122:1b1w&game=aae", async (page) => {
  await idle(page);
  await page.keyboard.press("3");
  await page.reload();
  await page.locator('[data-slot][aria-label="Peg 1: 3"]').waitFor();
  await page.keyboard.press("Control+z");
  await page.locator('[data-slot][aria-label="Peg 1: empty"]').waitFor();
  assert.equal(await page.locator(".board > li").count(), 1);
});

view("what is left stands in each row in words, and can be hidden", PLAY, async (page) => {
  await page.locator(".board > li").first().getByText(/^\d+\sleft$/).waitFor();
  await page.getByLabel("Show how many codes are left").uncheck();
  await page.waitForFunction(() => !/\d\sleft/.test(document.querySelector("main").innerText));
  await page.reload();
  await idle(page);
  assert.doesNotMatch(await page.locator("main").innerText(), /\d+\s(codes )?left/);
});

view("a person with a box finds its colours above the first turn, and gives numbers their own", "#/assistant", async (page) => {
  await idle(page);
  const which = page.getByRole("group", { name: "Which colours has your box?" });
  assert.ok(await isSeen(page, which));
  assert.equal(await button(page, "Colours: Classic").getAttribute("aria-pressed"), "true", "the classic colours come first");
  await page.getByRole("button", { name: "Colour 1, red" }).waitFor();
  await button(page, "Colours: My own").tap();
  await page.getByLabel("Colour of 1", { exact: true }).selectOption("purple");
  await page.getByRole("button", { name: "Colour 1, purple" }).waitFor();
  const fill = (n) => page.locator(`.palette .c${n}`).evaluate((peg) => getComputedStyle(peg).getPropertyValue("--fill").trim());
  assert.equal(await fill(0), "#7b3fa0");
  await page.reload();
  await page.getByRole("button", { name: "Colour 1, purple" }).waitFor();
}, PHONE);

view("Start is in sight, however many games wait", "#/play", async (page) => {
  for (const [rules, code, game] of [["p4c6", "1122:1b0w", "aab"], ["p5c8", "11223:1b0w", "ab2"], ["p3c6", "112:1b0w", "aaf"]]) {
    await visit(page, house.address, `#/play?position=${rules}+${code}&game=${game}`);
    await button(page, "Guess").waitFor();
  }
  await page.goto(`${house.address}/#/play`);
  await page.getByRole("link", { name: "Continue" }).nth(2).waitFor();
  await page.evaluate(() => window.scrollTo(0, 0));
  assert.ok(await isSeen(page, button(page, "Start")));
}, PHONE);

view("a link with the rules of another game is no puzzle of a day", "#/play?position=p2c2&daily=2026-11-19", async (page) => {
  await page.getByRole("alert").getByText("This is not the puzzle for 19 November 2026, which has other rules.").waitFor();
  await page.goto(`${house.address}/#/play?position=p2c2&daily=2199-01-01`);
  await page.getByRole("alert").getByText("The puzzle for 1 January 2199 cannot be played before that day.").waitFor();
  await page.evaluate(() => localStorage.setItem("codepegs.puzzles", JSON.stringify({ "2026-11-19": { position: "p2c2 11:2b0w", hints: 0, end: false } })));
  await page.goto(`${house.address}/#/play?position=p4c6&daily=2026-11-19`);
  await button(page, "Guess").waitFor();
  assert.equal(await page.locator(".board > li").count(), 0, "what an earlier release kept of it is not taken up");
});

view("a link with one bad turn keeps the others", "#/assistant?position=p4c6+1122:1b0w+11223:1b0w+1344:0b2w", async (page) => {
  await page.getByRole("alert").getByText(/Turn 2: .*has 5 pegs.*The other turns are here\./).waitFor();
  assert.equal(await page.locator(".board > li").count(), 2);
});

view("the end of a game says once that there was help", "#/play?position=p4c6+1122:4b0w&game=bj7&hints=2", async (page) => {
  await page.getByRole("heading", { name: "Solved in 1 guess (2 hints)" }).waitFor();
  assert.equal(await page.getByText("You had help.").count(), 0);
});

view("a secret to watch is chosen with pegs, too, or by chance", "#/host?mode=solve", async (page) => {
  await idle(page);
  await page.keyboard.press("2");
  assert.ok(await button(page, "Watch").isDisabled(), "half a secret is none");
  for (const symbol of "461") await page.keyboard.press(symbol);
  await button(page, "Watch").click();
  await page.getByRole("img", { name: "The secret: 2 4 6 1" }).waitFor();
});

view("heading and text of a card of Host stay together", "#/host", async (page) => {
  const gaps = await page.locator(".modes button").evaluateAll((all) => all.map((card) => card.lastElementChild.getBoundingClientRect().top - card.firstElementChild.getBoundingClientRect().bottom));
  assert.ok(Math.max(...gaps) <= 4, String(gaps));
});

view("the figures of a tree stand on one line each", "#/trees", async (page) => {
  await page.locator(".figures").first().waitFor();
  const heights = await page.locator(".figures > span").evaluateAll((all) => all.map((span) => span.getClientRects()[0].height));
  assert.ok(Math.max(...heights) < 30, String(Math.max(...heights)));
});

view("a race shows its lanes first, and what many secrets say", "#/race?rules=p4c6&strategies=entropy+minimax+auto&seed=5&run=1", async (page) => {
  await button(page, "Skip to the latest turn").click();
  await page.locator(".outcome").waitFor();
  const lane = await boxOf(page.locator("section[aria-label^=Lane]").first());
  assert.ok(lane.top < 420, `the lanes begin at ${lane.top}`);
  const needs = await page.locator("section[aria-label^=Lane]").evaluateAll((all) => all.map((one) => one.querySelectorAll(".needs").length > 0));
  assert.equal(new Set(needs).size, 1, "the same is said of each lane");
  await button(page, "Play 100 secrets").click();
  await page.getByRole("row", { name: /^entropy \d\.\d\d/ }).waitFor({ timeout: 60_000 });
  await page.getByText(/of 100 secrets:/).waitFor();
}, { viewport: { width: 1280, height: 800 } });

for (const [name, hash] of [["Play", PLAY], ["the Assistant", ASSISTANT], ["a contradiction", "#/assistant?position=p4c6+1122:1b0w+3344:1b0w+5566:1b1w+1356:0b0w"], ["Super", "#/play?position=p5c8+11223:1b1w&game=abc"]]) {
  view(`nothing is wider than a window of 320 pixels, nor with letters of twice the size: ${name}`, hash, async (page) => {
    await idle(page);
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok((await wide()) <= 0, `320 pixels: ${await wide()} too many`);
    const middles = await page.locator(".board > li").evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll(".peg, .tray")].map((one) => one.getBoundingClientRect()).map(({ top, bottom }) => Math.round((top + bottom) / 2))),
    );
    for (const row of middles) assert.ok(Math.max(...row) - Math.min(...row) <= 1, "the reply stands beside its pegs in each row");
    await page.setViewportSize({ width: 360, height: 640 });
    await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
    await page.waitForTimeout(200);
    assert.ok((await wide()) <= 0, `200 %: ${await wide()} too many`);
  }, SMALL);
}

view("what players see has no names that mean nothing to them", "#/", async (page) => {
  for (const hash of ["#/", "#/play", PLAY, "#/assistant", ASSISTANT, "#/host", "#/host?as=program&position=p4c6+1122:1b0w&strategy=auto&seed=1", "#/coach"]) {
    await page.goto(`${house.address}/${hash}`);
    await idle(page);
    assert.doesNotMatch(await page.locator("body").innerText(), /\bp\d+c\d+\b|\bauto\b|\b[Ss]eed\b|\bTrees\b|\bHost\b|\b(Enter the reply|This was the secret|Make this guess)\b/, hash);
  }
});

view("in a page that is written from right to left codes are still read from left to right", ASSISTANT, async (page) => {
  await idle(page);
  await page.evaluate(() => (document.documentElement.dir = "rtl"));
  for (const row of [".board > li", ".next .line"]) {
    const lefts = await page.locator(row).first().locator(".peg").evaluateAll((all) => all.map((peg) => peg.getBoundingClientRect().left));
    assert.deepEqual(lefts, [...lefts].sort((a, b) => a - b));
  }
});

view("in forced colours the replies, the pegs and what is chosen are told apart, and the bar of the page stays as it is", PLAY, async (page) => {
  await idle(page);
  const images = async (selector) => Promise.all((await page.locator(selector).all()).map(async (each) => (await each.screenshot({ scale: "css" })).toString("base64")));
  const trays = await images(".board .tray");
  assert.notEqual(trays[0], trays[1], "one black and one white look like nothing");
  const colours = await page.locator(".palette .peg").evaluateAll((all) => all.map((peg) => getComputedStyle(peg).backgroundColor));
  assert.equal(new Set(colours).size, 6, `pegs of ${colours}`);
  await page.goto(`${house.address}/#/play`);
  await idle(page);
  const shadeOf = (name) => button(page, name).evaluate((element) => getComputedStyle(element).backgroundColor);
  assert.notEqual(await shadeOf("10 guesses"), await shadeOf("No limit"));
}, { ...PHONE, forcedColors: "active" });

view("whoever wants no motion sees a reply at once", "#/play?position=p4c6&game=abc", async (page) => {
  await idle(page);
  for (const symbol of "1122") await page.keyboard.press(symbol);
  await page.keyboard.press("Enter");
  await page.locator(".board .fresh .dot").first().waitFor();
  const delays = await page.locator(".board .fresh .dot").evaluateAll((all) => all.map((dot) => getComputedStyle(dot).animationDelay));
  assert.deepEqual([...new Set(delays)], ["0s"]);
});

view("a complaint about a long code leaves the page as wide as the window", "#/play?position=p40c6&game=abc", async (page) => {
  await page.getByLabel("Your guess").fill("7".repeat(40));
  await button(page, "Guess").tap();
  await page.getByText("is not a colour of p40c6").waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
}, PHONE);

view("on a desk no colour of a box and no colour of a large game is out of sight", "#/play", async (page) => {
  await idle(page);
  assert.ok(await isSeen(page, page.getByRole("button", { name: "Colours: Numbers" })));
  await page.goto(`${house.address}/#/play?position=p20c35&game=abc`);
  await idle(page);
  const [dock, surface] = [await boxOf(page.locator(".palette")), await boxOf(page.locator(".surface"))];
  assert.ok(dock.right <= surface.right + 1, `colours to ${dock.right}, the board to ${surface.right}`);
}, { viewport: { width: 1280, height: 720 } });

for (const [where, hash] of [
  ["the Assistant, whose game seems to be solved", "#/assistant?position=p4c6+1122:0b0w+1123:4b0w"],
  ["a secret of one's own", "#/host?as=program&position=p4c6+1123:0b0w+4456:0b0w&strategy=auto"],
]) {
  view(`replies that contradict each other lead to what would fit, in ${where}`, hash, async (page) => {
    await page.getByRole("button", { name: "The replies contradict each other. See what would fit" }).tap();
    await page.waitForFunction(() => document.querySelector(".side section").getBoundingClientRect().top < 100);
    assert.ok(await isSeen(page, page.getByRole("button", { name: /^Turn 2: / }).first()));
    assert.equal(await page.getByText("Solved in").count(), 0);
  }, PHONE);
}

view("Escape takes the hints from the board; whoever goes back from the secret is not asked again", PLAY, async (page) => {
  await idle(page);
  await button(page, "Hint").click();
  await button(page, "The best guess").click();
  await button(page, "Use it").waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".over").waitFor({ state: "detached" });
  await button(page, "Give up").click();
  await button(page, "Show the secret").click();
  await page.getByRole("heading", { name: "The secret was" }).waitFor();
  await page.goBack();
  await button(page, "Give up").waitFor();
  assert.equal(await button(page, "Show the secret").count(), 0);
});

view("on a desk the end of a game stands beside its board, all of which is in sight", "#/play?position=p4c6+1123:0b1w+2445:1b1w+2566:0b2w+4615:0b4w&game=1p957b4&rows=10", async (page) => {
  await idle(page);
  for (const symbol of "6451") await page.keyboard.press(symbol);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Solved in 5 guesses" }).waitFor();
  await idle(page);
  assert.ok(await isSeen(page, page.locator(".surface")));
  assert.ok(await isSeen(page, page.getByRole("link", { name: "Play again" })));
  assert.ok((await boxOf(page.getByRole("region", { name: "The end" }))).left > (await boxOf(page.locator(".surface"))).right);
}, { viewport: { width: 1280, height: 720 } });

view("a turn is added in sight where a window is small, or magnified", ASSISTANT, async (page) => {
  await idle(page);
  assert.ok(await isSeen(page, button(page, "Add this turn")));
}, { viewport: { width: 640, height: 360 } });
