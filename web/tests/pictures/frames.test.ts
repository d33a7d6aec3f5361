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
  expect(store.length).toBe(40);
  for (let turn = 1; turn <= 40; turn++) {
    expect(store.placeOf(turn)).toBe(turn - 1);
    expect(store.get(turn - 1)?.turn).toBe(turn);
  }
  expect([store.placeOf(0), store.placeOf(99)]).toEqual([0, 39]);
  expect([store.get(-1)?.turn, store.get(99)?.turn]).toEqual([1, 40]);
});

test("of long games every so manieth turn and the newest are kept, in order", () => {
  const store = played(6_002);
  const seen = Array.from({ length: store.length }, (_, place) => store.get(place)!.turn);
  expect(seen.length).toBeGreaterThan(256);
  expect(seen.length).toBeLessThanOrEqual(513);
  expect([seen[0], seen.at(-1)]).toEqual([1, 6_002]);
  expect(seen).toEqual([...new Set(seen)].sort((one, other) => one - other));
  const near = store.get(store.placeOf(3_000))!.turn;
  expect(near).toBeLessThanOrEqual(3_000);
  expect(near).toBeGreaterThan(2_980);
});

test("turns that the server passes over leave no holes", () => {
  const store = new FrameStore();
  for (let turn = 1; turn <= 90_000; turn += 3) {
    store.add({ turn, guess: "1", reply: "0b0w", belief: [-1], candidates: null }, [0]);
  }
  expect(store.length).toBeGreaterThan(256);
  for (let place = 0; place < store.length; place++) expect(store.placeOf(store.get(place)!.turn)).toBe(place);
});

test("nothing is there before the first turn", () => {
  const store = new FrameStore();
  expect([store.last, store.get(0), store.placeOf(3), store.length]).toEqual([null, null, 0, 0]);
});
