/** Games of lists of words: a list is brought, advice is taken, a contradiction is resolved, a game is played. */

import assert from "node:assert/strict";

import { button, COLORS, isClean, stage, violations } from "./support.mjs";

const { view } = stage("--workers", "1");
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true };
const SHOTS = process.env["SHOTS"];

async function isCleanInBothThemes(page) {
  await isClean(page);
  await page.emulateMedia({ colorScheme: "dark" });
  assert.deepEqual(await violations(page, COLORS), []);
  await page.emulateMedia({ colorScheme: "light" });
}

async function shot(page, name) {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage: true });
}

/** The next secret drawn by chance is the first word, which no test guesses by chance, or another one. */
const drawFirst = (page, place = 0) => page.evaluate((chosen) => (crypto.getRandomValues = (numbers) => numbers.fill(chosen)), place);
/** The place of QUEEN in the list that comes with the page. */
const QUEEN = 29;

const settled = (page) => page.waitForFunction(() => !document.querySelector("main [aria-busy=true]"));
const sees = (page, text) => page.getByText(text).first().waitFor();

for (const [name, options] of [
  ["desk", {}],
  ["phone", PHONE],
]) {
  view(`${name}: marks are tapped, a contradiction is resolved, the game is solved`, "#/words", async (page) => {
    await shot(page, `${name}-list`);
    await isCleanInBothThemes(page);
    await page.getByRole("button", { name: /40 everyday words/ }).click();
    await sees(page, "40 words of 5 letters");
    await sees(page, /^Needs 2\.\d+ (± \d\.\d+ )?guesses on average, including this one\./);
    await page.getByLabel("Next guess").fill("stone");
    const tile = (letter) => page.getByRole("button", { name: new RegExp(`^${letter}, letter`) });
    await tile("T").click(); // elsewhere
    await tile("E").focus();
    await page.keyboard.press("g"); // in place
    assert.equal(await tile("E").getAttribute("aria-label"), "E, letter 5: in place");
    await button(page, "Add this turn").click();
    await settled(page);
    await sees(page, "TABLE");
    await shot(page, `${name}-advice`);
    await isCleanInBothThemes(page);

    // a reply that fits no word: S in place, too
    await tile("S").click();
    await tile("S").click();
    await sees(page, "The replies contradict each other");
    await sees(page, "No word in the list gives the reply in turn 1 (STONE: in place, elsewhere, absent, absent, in place).");
    await settled(page);
    await shot(page, `${name}-contradiction`);
    await isCleanInBothThemes(page);
    await page.getByRole("button", { name: "No word fits this reply. See what would fit" }).click();
    await page.getByRole("button", { name: /^Show all/ }).click();
    await page.getByRole("button", { name: /^Turn 1, STONE: absent, elsewhere, absent, absent, in place/ }).click();
    await sees(page, "Words that still fit");

    // the first choice is used, and the game survives a reload
    const best = page.locator("button.guess").first();
    const guess = await best.locator("b").textContent();
    await best.click();
    assert.equal(await page.getByLabel("Next guess").inputValue(), guess);
    for (const key of "ggggg") await page.keyboard.press(key);
    await button(page, "Add this turn").click();
    await sees(page, "Solved in 2 guesses");
    await page.reload();
    await sees(page, "Solved in 2 guesses");
  }, options);

  view(`${name}: a pasted list is played with hints`, "#/words", async (page) => {
    await page.getByLabel(/^Words that can be the secret/).fill("tiger horse cat");
    await page.getByLabel("The reply shows").selectOption("common");
    await button(page, "Use these words").click();
    await sees(page, "All words must have the same length: TIGER has 5 letters, CAT has 3 letters.");
    await page.getByLabel("A file of secrets").setInputFiles({
      name: "animals.txt",
      mimeType: "text/plain",
      buffer: Buffer.from("tiger\nhorse\nsheep\nsnake\nmouse\nwhale\ncamel\nkoala\notter\nzebra\n"),
    });
    await sees(page, "Words that can be the secret (10)");
    await button(page, "Use these words").click();
    await sees(page, "10 words of 5 letters");
    await sees(page, "SHEEP"); // as docs/how-to/play-with-your-own-list.md has it
    await sees(page, "Needs 2.40 guesses on average, including this one.");
    await page.getByLabel("What to do with the words").getByRole("link", { name: "Play" }).click();
    await page.getByLabel(/^Your guess/).fill("unknown");
    await button(page, "Guess").click();
    await sees(page, "UNKNOWN is not in your list.");
    await page.getByLabel(/^Your guess/).fill("unknow");
    await page.getByText("UNKNOWN is not in your list.").waitFor({ state: "detached" });
    for (let turn = 1; turn <= 6 && !(await page.getByText(/^Solved in/).isVisible()); turn++) {
      await button(page, "Suggest a guess").click();
      await page.waitForFunction(() => document.querySelector("#guess")?.value && !document.querySelector("main [aria-busy=true]"));
      if (turn === 2) {
        await button(page, "Does it fit?").click();
        await sees(page, /fits all replies so far|cannot be the secret/);
        await shot(page, `${name}-play`);
        await isCleanInBothThemes(page);
      }
      await button(page, "Guess").click();
      await page.waitForFunction((count) => document.querySelectorAll("main ol > li").length === count, turn);
    }
    await sees(page, /^Solved in \d guess/);
    await isCleanInBothThemes(page);
  }, options);
}

for (const [name, options] of [
  ["desk", {}],
  ["phone", PHONE],
]) {
  view(`${name}: a game that ends when one word is left is played with hints, shared, and advised on`, "#/words", async (page) => {
    await drawFirst(page, QUEEN);
    await page.getByLabel("The game ends").selectOption("when only one word is left");
    await page.getByRole("button", { name: /40 everyday words/ }).click();
    await sees(page, "Needs 1.45 guesses on average, including this one."); // as `codepegs suggest` with until = "known"
    await page.getByLabel("What to do with the words").getByRole("link", { name: "Play" }).click();
    for (const turn of [1, 2]) {
      await button(page, "Suggest a guess").click();
      await page.waitForFunction(() => document.querySelector("#guess")?.value && !document.querySelector("main [aria-busy=true]"));
      await button(page, "Guess").click();
      await page.waitForFunction((count) => document.querySelectorAll("main ol > li").length === count, turn);
    }
    await sees(page, /^QUEEN is the only word left: known after 2 guesses$/);
    assert.deepEqual(await page.locator("main dl > div").allTextContents(), ["Won in 2 guesses 1"]);
    await shot(page, `${name}-known`);
    await isCleanInBothThemes(page);
    await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => void (globalThis.copied = text) } }));
    await button(page, "Share the list").click();
    await page.waitForFunction(() => globalThis.copied);
    const link = await page.evaluate(() => globalThis.copied);
    await page.evaluate(() => localStorage.clear());
    await page.goto("about:blank");
    await page.goto(link);
    await page.getByText("40 words of 5 letters", { exact: true }).click();
    await sees(page, "The game ends when only one word is left.");
    await page.getByText("40 words of 5 letters", { exact: true }).click();

    // the advice ends as the game does
    await page.getByLabel("What to do with the words").getByRole("link", { name: "Assistant" }).click();
    const add = async (word, marks) => {
      await page.getByLabel("Next guess").fill(word);
      await page.getByRole("button", { name: `${word[0]}, letter 1: not marked` }).focus();
      for (const key of marks) await page.keyboard.press(key);
      await button(page, "Add this turn").click();
    };
    await add("CRANE", "xxyxg");
    await sees(page, "Ends the game");
    assert.deepEqual(await page.locator("ul.words li").allTextContents(), ["APPLE", "TABLE"]);
    assert.equal(await page.getByText("Wins now").count(), 0);
    await isCleanInBothThemes(page);
    await page.getByRole("button", { name: "Remove turn 1, CRANE" }).click();
    await add("STONE", "xxxyy");
    await sees(page, "QUEEN is the only word left: known after 1 guess");
    await shot(page, `${name}-known-advice`);
    await isCleanInBothThemes(page);
    await page.reload();
    await sees(page, "It is QUEEN.");
    await button(page, "New game").click();
    await sees(page, "40");
  }, options);
}

view("Enter after a word goes on to its marks, and records nothing by itself", "#/words", async (page) => {
  await page.getByRole("button", { name: /40 everyday words/ }).click();
  await settled(page);
  await page.getByLabel("Next guess").fill("table");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label")?.startsWith("T, letter 1"));
  await button(page, "Add this turn").click();
  await sees(page, "Mark the letters first");
  assert.equal(await page.locator('[aria-label="Guesses and replies"] > li').count(), 0);
  await button(page, "None is right").click();
  await page.getByRole("button", { name: "Remove turn 1, TABLE" }).waitFor();
});

view("the words stand on the columns of one board, and the keyboard shows what is known", "#/words", async (page) => {
  await drawFirst(page);
  await page.getByRole("button", { name: /40 everyday words/ }).click();
  await page.getByLabel("What to do with the words").getByRole("link", { name: "Play" }).click();
  for (const word of ["STONE", "LIGHT"]) {
    for (const letter of word) await page.getByRole("button", { name: new RegExp(`^Letter ${letter}`) }).tap();
    await button(page, "Enter the word").tap();
    await page.getByRole("group", { name: word }).waitFor();
  }
  const rows = await page.locator("main ol > li, .next .line").evaluateAll((all) => all.map((row) => [...row.querySelectorAll(".tile")].map((tile) => Math.round(tile.getBoundingClientRect().left)).join(" ")));
  assert.equal(rows.length, 3);
  assert.equal(new Set(rows).size, 1, rows.join("; "));
  await page.getByRole("button", { name: /^Letter T, (in place|elsewhere|absent)$/ }).waitFor();
  const inSight = await page.locator(".next .line, .keyboard").evaluateAll((all) => all.every((one) => one.getBoundingClientRect().bottom <= window.innerHeight));
  assert.ok(inSight, "the next row and the keyboard");
}, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

view("on a phone on its side the word, the buttons and the letters stay in sight after a guess and a hint", "#/words", async (page) => {
  await drawFirst(page);
  await page.getByRole("button", { name: /40 everyday words/ }).click();
  await page.getByLabel("What to do with the words").getByRole("link", { name: "Play" }).click();
  for (const letter of "STONE") await page.getByRole("button", { name: new RegExp(`^Letter ${letter}`) }).tap();
  await button(page, "Guess").tap();
  await page.getByRole("group", { name: "STONE" }).waitFor();
  await button(page, "Suggest a guess").tap();
  await page.waitForFunction(() => document.querySelector("#guess")?.value && !document.querySelector("main [aria-busy=true]"));
  const dock = await page.locator(".dock").evaluate((one) => one.getBoundingClientRect());
  const places = await page.locator("#guess, .actions .button, .keyboard").evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom })));
  assert.equal(places.length, 6);
  for (const { top, bottom } of places) assert.ok(top >= dock.top && bottom <= dock.bottom + 1, `${top} to ${bottom} of ${dock.top} to ${dock.bottom}`);
}, { viewport: { width: 740, height: 360 }, hasTouch: true, isMobile: true });

view("on a phone on its side the keyboard is in sight while marks are entered", "#/words", async (page) => {
  await page.getByRole("button", { name: /40 everyday words/ }).tap();
  const allIsSeen = async (said) => {
    await page.locator(".say", { hasText: said }).waitFor();
    assert.equal(await page.locator(".dock").evaluate((dock) => dock.scrollHeight - dock.clientHeight), 0, said);
  };
  await allIsSeen("words left: play");
  for (let turn = 1; turn <= 2; turn++) {
    for (const letter of "STONE") await page.getByRole("button", { name: new RegExp(`^Letter ${letter}`) }).tap();
    await allIsSeen("Tap a letter until its mark is right");
    if (turn === 2) await page.locator(".next .tile").first().tap();
    await button(page, turn === 1 ? "None is right" : "Add this turn").tap();
  }
  await allIsSeen("The replies contradict each other.");
}, { viewport: { width: 740, height: 360 }, hasTouch: true, isMobile: true });

const keptIn = (page, key) => page.evaluate((name) => JSON.parse(localStorage.getItem(name)), key);

view("a link plays its list beside the one of this browser; all who have it get the same word of the day", "#/words", async (page) => {
  await page.getByRole("button", { name: /12 words/ }).click();
  await page.getByLabel("What to do with the words").getByRole("link", { name: "Play" }).click();
  await page.getByText("Guess 1").waitFor();
  const mine = await keptIn(page, "codepegs.words");
  const address = page.url().replace(/#.*/, "#/words?mode=play&list=TIGER+HORSE+SHEEP&reply=common");
  await page.goto(address);
  await sees(page, "3 words of 5 letters");
  await page.goto(address.replace("common", "nonsense"));
  await page.getByRole("alert").getByText("This link asks for a reply that there is not: it is one of wordle,").waitFor();
  await page.getByRole("link", { name: "Go to my own list" }).click();
  await sees(page, "12 words of 7 letters");
  await page.goto(address);
  const secret = async () => (await keptIn(page, "codepegs.words.lent")).played.secret;
  await button(page, "Today’s word").click();
  const first = await secret();
  assert.deepEqual(await keptIn(page, "codepegs.words"), mine, "the own list and its game are as they were");
  await page.getByLabel("What to do with the words").getByRole("link", { name: "Assistant" }).click();
  await sees(page, "3 words left");
  await page.getByLabel("What to do with the words").getByRole("link", { name: "Play" }).click();
  await sees(page, "The word for");
  await page.evaluate(() => localStorage.clear());
  await page.goto("about:blank");
  await page.goto(address);
  await button(page, "Today’s word").click();
  assert.equal(await secret(), first);
  await page.keyboard.type(first.slice(0, 3));
  assert.equal(await page.getByLabel(/^Your guess/).inputValue(), first.slice(0, 3), "typed without a click on the field");
  await page.getByLabel(/^Your guess/).fill(first);
  await button(page, "Guess").click();
  await sees(page, "Solved in 1 guess");
  await sees(page, "Your games with this list");
  assert.deepEqual(await page.locator("main dl > div").allTextContents(), ["Won in 1 guess 1"]);
  await page.getByText("3 words of 5 letters", { exact: true }).click();
  await button(page, "Make it my list").click();
  await page.getByText("3 words of 5 letters", { exact: true }).click();
  await button(page, "Change the words").waitFor();
});

view("a list of hundreds of words travels in a link, with the same word of the day; a longer one is sent as a file", "#/words", async (page) => {
  const letters = (number) => Array.from({ length: 5 }, (_, at) => String.fromCharCode(65 + (Math.floor(number / 26 ** at) % 26))).join("");
  const use = async (count) => {
    const words = Array.from({ length: count }, (_, n) => letters((n * 104_729) % 26 ** 5));
    await page.getByLabel(/^Words that can be the secret/).fill([...new Set(words)].join(" "));
    await button(page, "Use these words").click();
    await page.getByLabel("What to do with the words").getByRole("link", { name: "Play" }).click();
  };
  await use(1_000);
  await sees(page, "1,000 words of 5 letters");
  await button(page, "Today’s word").click();
  const { secret } = (await keptIn(page, "codepegs.words")).played;
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => void (globalThis.copied = text) } }));
  await button(page, "Share the list").click();
  await page.waitForFunction(() => globalThis.copied);
  const link = await page.evaluate(() => globalThis.copied);
  assert.ok(link.length > 500 && link.length < 10_200, `a link of ${link.length} characters`);

  await page.evaluate(() => localStorage.clear());
  await page.goto("about:blank");
  await page.goto(link);
  await sees(page, "1,000 words of 5 letters");
  await button(page, "Today’s word").click();
  assert.equal((await keptIn(page, "codepegs.words.lent")).played.secret, secret);
  assert.equal(await keptIn(page, "codepegs.words"), null);
  for (const damaged of [link.replace(/words=.{9}/, "words=XXXXXXXXX"), link.slice(0, -20)]) {
    await page.goto("about:blank");
    await page.goto(damaged);
    await page.getByRole("alert").getByText("The list of words in this link is damaged: ask for the link again.").waitFor();
  }
  await isClean(page);
  await page.getByRole("link", { name: "Use other words" }).click();
  await use(3_500);
  await sees(page, "This list is too long for a link, which takes 10,000 characters at most: send the words as a file.");
  assert.equal(await button(page, "Share the list").count(), 0);
});

view("a list of several lengths offers to keep those of one, until another is given", "#/words", async (page) => {
  const words = page.getByLabel(/^Words that can be the secret/);
  const offer = button(page, "Keep the 2 words of 5 letters");
  await words.fill("1) tiger\n2) horse\n3) cat");
  await button(page, "Use these words").tap();
  await offer.waitFor();
  await words.fill("tiger");
  await offer.waitFor({ state: "detached" });
  assert.equal(await page.getByRole("alert").count(), 0);
  await words.fill("1) tiger\n2) horse\n3) cat");
  await button(page, "Use these words").tap();
  await offer.tap();
  await sees(page, "2 words of 5 letters");
  assert.equal(await page.evaluate(() => window.scrollY), 0);
}, PHONE);

view("lists as long as those of Wordle are advised on in seconds", "#/words", async (page) => {
  const letters = (number) => Array.from({ length: 5 }, (_, at) => String.fromCharCode(65 + (Math.floor(number / 26 ** at) % 26))).join("");
  const words = [...new Set(Array.from({ length: 12_972 }, (_, n) => letters((n * 104_729) % 26 ** 5)))];
  await page.getByLabel(/^Words that can be the secret/).fill(words.slice(0, 2_315).join(" "));
  await page.getByText("Other words you may guess").click();
  await page.getByLabel("Words that are never the secret").fill(words.slice(2_315).join(" "));
  const began = performance.now();
  await button(page, "Use these words").click();
  await page.locator("button.guess").first().waitFor();
  const took = performance.now() - began;
  assert.ok(took < 10_000, `the first advice took ${took} ms`);
  await sees(page, /Needs \d\.\d+ ± \d\.\d+ guesses on average, including this one/);
});

view("words of more letters than a keyboard of the page has are typed on that of the phone", "#/words", async (page) => {
  const letters = Array.from({ length: 42 }, (_, n) => String.fromCodePoint(0x4e00 + n));
  await page.getByLabel("Words that can be the secret").fill(Array.from({ length: 21 }, (_, n) => letters[2 * n] + letters[2 * n + 1]).join("\n"));
  await button(page, "Use these words").tap();
  await settled(page);
  assert.equal(await page.getByRole("group", { name: "Letters" }).count(), 0);
  assert.equal(await page.getByLabel("Next guess").getAttribute("inputmode"), "text");
}, PHONE);

view("who gives up by mistake plays on", "#/words", async (page) => {
  await page.getByRole("button", { name: /40 everyday words/ }).tap();
  await drawFirst(page, QUEEN);
  await page.getByRole("link", { name: "Play", exact: true }).tap();
  for (const symbol of "TRAIN") await page.getByRole("button", { name: `Letter ${symbol}`, exact: true }).tap();
  await button(page, "Guess").tap();
  await button(page, "Give up").tap();
  await button(page, "Keep playing").tap();
  assert.equal(await button(page, "Show the word").count(), 0);
  await button(page, "Give up").tap();
  await button(page, "Show the word").tap();
  await page.getByRole("heading", { name: "The secret was QUEEN" }).waitFor();
}, PHONE);
