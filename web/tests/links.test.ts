import { expect, test } from "vitest";

import { isOnlyHere } from "../src/lib/links";

test("links to this computer are told from others", () => {
  const here = ["http://127.0.0.1:8000/#/play", "http://LOCALHOST/#/play", "https://[::1]:8000/", "http://127.1.2.3", "4 guesses\nhttp://localhost:8000/#/", "file:///home/a/codepegs.html#/play"];
  const elsewhere = ["http://192.168.1.5:8000/#/", "https://pegs.example.org/", "http://127.0.0.1.example.org/", "http://localhost.example.org/", "4 guesses", "profile: https://pegs.example.org/"];
  for (const text of here) expect(isOnlyHere(text), text).toBe(true);
  for (const text of elsewhere) expect(isOnlyHere(text), text).toBe(false);
});
