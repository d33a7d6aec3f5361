import { describe, expect, test } from "vitest";

import { checkTree, type Verdict } from "../../src/trees/checker";
import {
  allCodes,
  fixture,
  galleryTree,
  headerOf,
  join,
  playLines,
  randomFrom,
  randomTree,
  repliesInOrder,
  split,
  treeLines,
  type Game,
  type Split,
} from "./writing";

const sentences = (verdict: Verdict): string[] =>
  verdict.faults.map((fault) => `${fault.line} ${fault.path}: ${fault.sentence}`);

/** The tree with something changed and right checks, so that the checks do not give it away. */
function altered(text: string, change: (tree: Split) => void): Verdict {
  const tree = split(text);
  change(tree);
  return checkTree(join(tree));
}

describe("trees as they were made", () => {
  test.each([
    ["p4c6", 5625, 6, null],
    ["p4c6.worst", 5626, 5, null],
    ["p3c4", 206, 4, null],
    ["p4c6-b", 8859, 9, [1, 2, 6, 40, 118, 262, 450, 389, 28]],
    ["p4c6n", 1446, 5, null],
    ["p3c10n", 3575, 7, null],
    ["p5c8", 178570, 7, null],
  ])("%s of the gallery", (name, total, depth, histogram) => {
    const verdict = checkTree(galleryTree(name));
    expect(sentences(verdict)).toEqual([]);
    expect(verdict.verdict).toBe("valid");
    expect(verdict.total).toBe(total);
    // Each secret gets one reply a guess, so that two ways of counting must agree.
    expect(verdict.replies).toBe(total);
    expect(verdict.longest_game).toBe(depth);
    if (histogram !== null) expect(verdict.histogram).toEqual(histogram);
    expect(verdict.histogram!.reduce((one, other) => one + other, 0)).toBe(verdict.secrets);
  });

  test.each([
    ["p2c3-minimax", "minimax", 24, 4],
    ["p3c3-t-entropy", "entropy", 105, 8],
    ["p3c4n-w-minimax", "minimax", 77, 5],
    ["p1c40-first-consistent", "first-consistent", 820, 40],
    ["p3c4-first-consistent", "first-consistent", 250, 6],
  ])("%s", (name, strategy, total, depth) => {
    const verdict = checkTree(fixture(name));
    expect(sentences(verdict)).toEqual([]);
    expect(verdict).toMatchObject({ verdict: "valid", strategy, total, longest_game: depth });
  });

  test("tell how far they are, and end at the whole", () => {
    const shares: number[] = [];
    checkTree(galleryTree("p4c6"), (share) => shares.push(share));
    expect(shares.length).toBeGreaterThan(5);
    expect(shares).toEqual([...shares].sort((one, other) => one - other));
    expect(shares.at(-1)).toBe(1);
  });
});

describe("mutated trees", () => {
  const p4c6 = galleryTree("p4c6");
  const { lines } = split(p4c6);

  test("a changed line is seen by the checks, at its branch and at the root", () => {
    const verdict = checkTree(p4c6.replace("strategy optimal", "strategy optimum"));
    expect(verdict.verdict).toBe("wrong");
    expect(sentences(verdict)[0]).toContain("does not match its checksum");
    expect(verdict.total).toBe(5625);
  });

  test("a wrong guess", () => {
    const verdict = altered(fixture("p2c3-minimax"), (tree) => {
      tree.lines[3] = tree.lines[3]!.replace("23", "13");
    });
    expect(sentences(verdict)).toEqual([
      "12 p2c3 11:0b0w 22:1b0w: no guess follows 13:0b1w, the reply for the secret 32",
      "12 p2c3 11:0b0w 22:1b0w: no guess follows 13:1b0w, the reply for the secret 23",
      "13 p2c3 11:0b0w 22:1b0w: a guess follows 13:0b2w, but no secret that is left gives that reply",
    ]);
    expect(verdict.total).toBeNull();
  });

  test("a missing child", () => {
    const at = lines.findIndex((line) => line.startsWith("  "));
    const verdict = altered(p4c6, (tree) => {
      let end = at + 1;
      while (tree.lines[end]!.startsWith("   ")) end++;
      tree.lines.splice(at, end - at);
    });
    expect(verdict.verdict).toBe("wrong");
    expect(sentences(verdict).join()).toMatch(/no guess follows \d{4}:\db\dw, the reply for the secret \d{4}/);
    expect(sentences(verdict).join()).toContain("the header states “nodes");
  });

  test("swapped replies", () => {
    const verdict = altered(fixture("p2c3-minimax"), (tree) => {
      [tree.lines[6], tree.lines[8]] = ["  0b2w 31", "  0b1w 21"];
    });
    const told = sentences(verdict).join("\n");
    expect(told).toContain("p2c3 11:1b0w: the reply in 12:1b0w is out of order: it must come before 0b2w");
    expect(told).toContain("p2c3 11:1b0w 12:0b2w: no guess follows 31:1b0w, the reply for the secret 21");
    expect(verdict.total).toBeNull();
  });

  test("a branch that is there twice", () => {
    const verdict = altered(fixture("p2c3-minimax"), (tree) => {
      tree.lines.splice(3, 0, "  0b0w 33");
    });
    expect(sentences(verdict)).toEqual([
      "7 : the header states “nodes 9”, but counting gives 10",
      "12 p2c3 11:0b0w: the reply in 22:0b0w occurs twice",
    ]);
  });

  test("a whole branch for another reply", () => {
    const verdict = altered(fixture("p2c3-minimax"), (tree) => {
      tree.lines.splice(1, 4, " 0b0w 12", "  0b1w 31", "  1b0w 13", "  0b2w 21");
    });
    expect(verdict.verdict).toBe("wrong");
    expect(sentences(verdict)).toContain("10 p2c3 11:0b0w: no guess follows 12:0b0w, the reply for the secret 33");
  });

  test("a guess after a reply nobody can give, and after the win", () => {
    const impossible = altered(p4c6, (tree) => {
      tree.lines.push(" 3b1w 1111", " 4b0w 1111", " 5b0w 1111");
    });
    expect(sentences(impossible).join("\n")).toMatch(
      /3b1w is not a reply of p4c6[^]*the reply that ends the game[^]*5b0w is not a reply/,
    );
  });

  test("text cut off, at every tenth character", () => {
    const text = fixture("p3c4-first-consistent");
    for (let length = 0; length < text.length; length += 10) {
      expect(checkTree(text.slice(0, length)).verdict, `${length} characters`).not.toBe("valid");
    }
    expect(checkTree(text.slice(0, -1)).verdict).toBe("wrong");
  });

  test.each(["total", "depth", "nodes"])("a wrong %s in the header", (name) => {
    const verdict = altered(p4c6, (tree) => {
      const at = tree.header.findIndex((line) => line.startsWith(name));
      tree.header[at] = `${name} ${Number(tree.header[at]!.split(" ")[1]) - 1}`;
    });
    expect(verdict.faultsInAll).toBe(1);
    expect(verdict.faults[0]!.sentence).toMatch(new RegExp(`^the header states “${name} \\d+”, but counting gives \\d+$`));
  });

  test("a wrong histogram in the header", () => {
    const verdict = altered(p4c6, (tree) => {
      tree.header[5] = tree.header[5]!.replace(/\d+$/, "0");
    });
    expect(verdict.faultsInAll).toBe(1);
    expect(verdict.faults[0]!.sentence).toContain("the header states “histogram");
  });

  test.each<[string, (header: string[]) => void, RegExp]>([
    ["a line missing", (header) => header.splice(3, 1), /has no line “total”/],
    ["a line twice", (header) => header.splice(3, 0, "total 24"), /has “total” twice/],
    ["a line unknown", (header) => header.push("colour blue"), /“colour” is not a header line/],
    ["lines out of order", (header) => header.splice(3, 2, "depth 4", "total 24"), /out of order/],
    ["a figure that is none", (header) => header.splice(3, 1, "total 024"), /which is not a count/],
    ["a figure too many", (header) => header.splice(3, 1, "total 24 24"), /2 numbers for “total” instead of one/],
    ["an unprintable name", (header) => header.splice(2, 1, "strategy mini\u202emax"), /cannot be printed/],
  ])("%s in the header", (_, change, sentence) => {
    const verdict = altered(fixture("p2c3-minimax"), (tree) => change(tree.header));
    expect(verdict.verdict).toBe("wrong");
    expect(sentences(verdict).join("\n")).toMatch(sentence);
  });

  test.each<[string, string, RegExp]>([
    ["a carriage return", fixture("p2c3-minimax").replaceAll("\n", "\r\n"), /./],
    ["a line behind", `${fixture("p2c3-minimax")}11\n`, /a second first guess/],
    ["an empty line behind", `${fixture("p2c3-minimax")}\n`, /an empty line is not a guess/],
    ["a guess too deep", fixture("p2c3-minimax").replace("\n   0b2w", "\n    0b2w"), /indented deeper/],
    ["a check too deep", fixture("p2c3-minimax").replace("0b0w 33", "0b0w 33 #00000000"), /guess 3 has a checksum/],
    ["a check left out", fixture("p2c3-minimax").replace(" #01fa2d96", ""), /has no checksum/],
    ["a code of another game", fixture("p2c3-minimax").replace("1b0w 23", "1b0w 24"), /24 is not a code of p2c3/],
    ["a reply of another view", fixture("p2c3-minimax").replace("0b2w 32", "2w 32"), /2w is not a reply of p2c3/],
    ["no tree", fixture("p2c3-minimax").split("\n\n")[0] + "\n", /the tree is missing/],
  ])("%s", (_, text, sentence) => {
    const verdict = checkTree(text);
    expect(verdict.verdict).not.toBe("valid");
    expect(sentences(verdict).join("\n")).toMatch(sentence);
  });

  test("long words are quoted shortly", () => {
    const long = "9".repeat(5_000);
    for (const change of [
      (tree: Split) => void tree.header.push(long),
      (tree: Split) => void tree.header.splice(3, 1, `total ${long}x`),
    ]) {
      expect(Math.max(...sentences(altered(fixture("p2c3-minimax"), change)).map((one) => one.length))).toBeLessThan(120);
    }
    for (const [from, to] of [["1b0w 23", `1b0w ${long}`], ["0b2w 32", `${long} 32`], ["rules p2c3", `rules ${long}`]] as const) {
      const verdict = checkTree(fixture("p2c3-minimax").replace(from, to));
      expect(verdict.verdict).not.toBe("valid");
      for (const { sentence } of verdict.faults) expect(sentence).not.toMatch(/9{61}/);
    }
  });

  test.each([
    ["", "its first line"],
    ['{"format": "codepegs-tree 1"}', "its first line"],
    ["codepegs-tree 2\nrules p2c3\n\n11\n", "version 1"],
    ["codepegs-tree 1\nrules p2c3\n11\n", "truncated or damaged"],
    ["codepegs-tree 1\nrules p2c3\n\n", "truncated or damaged"],
    ["codepegs-tree 1\nstrategy x\n\n11\n", "the rules, the empty line or the tree is missing"],
    ["codepegs-tree 1\nrules p4c3n\n\n1111\n", "is not a valid rules id"],
    ["codepegs-tree 1\nrules p9c9\n\n1111\n", "more secrets than can be checked"],
  ])("%j cannot be read", (text, sentence) => {
    const verdict = checkTree(text);
    expect(verdict.verdict).toBe("unreadable");
    expect(verdict.faults[0]!.sentence).toContain(sentence);
  });

  test("a repeated colour where none may repeat", () => {
    const verdict = altered(galleryTree("p3c4n"), (tree) => {
      tree.lines[0] = "112";
    });
    expect(sentences(verdict)).toContain("9 p3c4n: 112 is not a code of p3c4n");
  });

  test("many faults are counted, and the first are told", () => {
    const verdict = altered(p4c6, (tree) => {
      tree.lines = tree.lines.map((line) => line.replace("1", "2"));
    });
    expect(verdict.faultsInAll).toBeGreaterThan(verdict.faults.length);
    expect(verdict.faults).toHaveLength(20);
  });
});

describe("random trees", () => {
  const views: Game["view"][] = ["bw", "b", "t", "w"];
  const games = views.flatMap((view) =>
    [
      { pegs: 1, colors: 5, repeats: true },
      { pegs: 2, colors: 2, repeats: true },
      { pegs: 2, colors: 4, repeats: false },
      { pegs: 3, colors: 3, repeats: false },
      { pegs: 3, colors: 3, repeats: true },
      { pegs: 4, colors: 2, repeats: true },
    ].map((game): Game => ({ ...game, view })),
  );

  /** Changes of one line, of which some leave a tree that plays as well as before. */
  const changes: ((lines: string[], random: () => number, codes: string[]) => void)[] = [
    (lines, random) => lines.splice(Math.floor(random() * lines.length), 1),
    (lines, random, codes) => {
      const at = Math.floor(random() * lines.length);
      lines[at] = lines[at]!.replace(/\S+$/, codes[Math.floor(random() * codes.length)]!);
    },
    (lines, random) => {
      const [one, other] = [Math.floor(random() * lines.length), Math.floor(random() * lines.length)];
      const [first, second] = [lines[one]!.trim().split(" ").pop()!, lines[other]!.trim().split(" ").pop()!];
      lines[one] = lines[one]!.replace(/\S+$/, second);
      lines[other] = lines[other]!.replace(/\S+$/, first);
    },
    (lines, random) => {
      const at = Math.floor(random() * lines.length);
      lines[at] = lines[at]!.replace(/\d(?=[bwt])/, String(Math.floor(random() * 3)));
    },
    (lines, random) => {
      const at = Math.floor(random() * lines.length);
      lines.splice(at, 0, lines[at]!);
    },
  ];

  test("are valid exactly when playing every secret says so", () => {
    const random = randomFrom(2026);
    const seen = { valid: 0, wrong: 0 };
    for (let round = 0; round < 600; round++) {
      const game = games[round % games.length]!;
      const lines = treeLines(randomTree(game, random));
      const needed = playLines(game, lines)!;
      const header = headerOf(game, "random", lines, needed);
      const whole = checkTree(join({ header, lines }));
      expect(sentences(whole), join({ header, lines })).toEqual([]);
      expect(whole.total).toBe(needed.reduce((one, other) => one + other, 0));

      const mutated = [...lines];
      changes[round % changes.length]!(mutated, random, allCodes(game));
      const still = mutated.length > 0 && isShaped(mutated, repliesInOrder(game)) ? playLines(game, mutated) : null;
      const text = join({ header: still === null ? header : headerOf(game, "random", mutated, still), lines: mutated });
      const verdict = checkTree(text);
      expect(verdict.verdict, `${text}\n${sentences(verdict).join("\n")}`).toBe(still === null ? "wrong" : "valid");
      seen[still === null ? "wrong" : "valid"]++;
    }
    expect(seen.valid).toBeGreaterThan(60);
    expect(seen.wrong).toBeGreaterThan(300);
  });

  /** Whether each line stands at most one deeper than the one above, and replies in order without doubles. */
  function isShaped(lines: string[], order: string[]): boolean {
    const open: number[] = [];
    return lines.every((line, at) => {
      const depth = line.search(/\S/);
      if (depth > open.length || (depth === 0) !== (at === 0) || (at === 0) !== (line.split(" ").length === 1))
        return false;
      const rank = order.indexOf(line.trim().split(" ").at(-2) ?? "");
      if (open.length > depth && rank <= open[depth]!) return false;
      open.length = depth;
      open.push(rank);
      return true;
    });
  }
});
