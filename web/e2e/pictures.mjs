/** Makes the pictures of docs/web-page.md anew, for both themes: `npm run pictures`. */

import { fileURLToPath } from "node:url";

import { open, startBrowser, startServer } from "./support.mjs";

const FOLDER = fileURLToPath(new URL("../../docs/pictures/", import.meta.url));
const PHONE = { viewport: { width: 360, height: 700 }, hasTouch: true, isMobile: true };
const DESK = { viewport: { width: 1000, height: 640 } };
const PICTURES = {
  "page-play": ["#/play?position=p4c6+1122:1b0w+1344:0b2w&game=aav&rows=10", PHONE],
  "page-assistant": ["#/assistant?position=p4c6+1122:1b0w+1344:0b2w", DESK],
  "page-contradiction": ["#/assistant?position=p4c6+1122:1b0w+3344:1b0w+5566:1b1w+1356:0b0w", PHONE],
  "page-coach": ["#/coach?position=p4c6+1122:0b2w+1314:0b1w+3251:1b2w+2256:1b2w+2561:4b0w", PHONE],
};
/** The ends of their names, by the theme. */
const THEMES = { light: "", dark: "-dark" };

const server = await startServer();
const browser = await startBrowser();
for (const [name, [hash, device]] of Object.entries(PICTURES)) {
  for (const [colorScheme, end] of Object.entries(THEMES)) {
    const { page, close } = await open(browser, server.address, hash, { ...device, colorScheme });
    await page.waitForLoadState("networkidle");
    await page.waitForFunction(() => document.querySelector("main h1") && !document.querySelector("main [aria-busy=true]"));
    await page.waitForTimeout(500);
    await page.screenshot({ path: `${FOLDER}${name}${end}.png` });
    await close();
  }
}
await browser.close();
await server.stop();
