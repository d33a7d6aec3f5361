import { expect, test } from "vitest";

import { FrameStore } from "../../src/pictures/frames";

function played(turns: number): FrameStore {
  const store = new FrameStore();
  for (let turn = 1; turn <= turns; turn++) {
    store.add({ turn, guess: "12A", reply: "1b0w", belief: [0, -1, turn % 2 ? -1 : 9], candidates: null }, [0, 1, 2]);
  }
  return store;
}

test("a frame has the guess and what is believed as palette numbers", () => {
  const frame = played(1).last!;
  expect([...frame.guess]).toEqual([0, 1, 9]);
  expect([...frame.belief]).toEqual([0, -1, -1]);
  expect([frame.right, frame.open]).toEqual([1, 2]);
});

test("short games are kept whole", () => {
  const store = played(40);
  for (let turn = 1; turn <= 40; turn++) expect(store.at(turn)?.turn).toBe(turn);
  expect(store.at(0)?.turn).toBe(1);
  expect(store.at(99)?.turn).toBe(40);
  expect(store.beside(7, 1)?.turn).toBe(8);
  expect(store.beside(7, -1)?.turn).toBe(6);
  expect(store.beside(1, -1)?.turn).toBe(1);
  expect(store.beside(40, 1)?.turn).toBe(40);
  expect(store.between(3, 40)).toBe(37);
});

test("of long games every so manieth turn and the newest are kept, in order", () => {
  const store = played(6_002);
  const seen: number[] = [];
  for (let frame = store.at(0); frame && seen.at(-1) !== frame.turn; frame = store.beside(frame.turn, 1))
    seen.push(frame.turn);
  expect(seen.length).toBeGreaterThan(256);
  expect(seen.length).toBeLessThanOrEqual(513);
  expect(seen[0]).toBe(1);
  expect(seen.at(-1)).toBe(6_002);
  expect(seen).toEqual([...seen].sort((one, other) => one - other));
  expect(store.at(3_000)!.turn).toBeLessThanOrEqual(3_000);
  expect(store.at(3_000)!.turn).toBeGreaterThan(2_980);
});

test("nothing is there before the first turn", () => {
  const store = new FrameStore();
  expect([store.last, store.at(1), store.beside(1, 1)]).toEqual([null, null, null]);
});
