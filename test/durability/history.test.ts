import { describe, expect, it } from "vitest";
import { checkHistory, checkRestored, type History, WITHOUT_ORDER, type Write } from "./history.ts";

const write = (value: string, invokedAt: number, answeredAt: number | null, by = "Anna"): Write => ({
  by,
  register: "note",
  value,
  invokedAt,
  answeredAt,
});
const history = (part: Partial<History>): History => ({ writes: [], reads: [], sights: [], ...part });
const stored = (...values: string[]) => new Map([["note", values]]);
const [a, b] = [write("a", 0, 10), write("b", 20, 30, "Ben")];
const read = (value: string, invokedAt: number, answeredAt: number) => ({
  by: "Eva",
  register: "note",
  value,
  invokedAt,
  answeredAt,
});

describe("a history agrees with what is stored", () => {
  it.each<[name: string, History, string[]]>([
    ["one after the other", history({ writes: [a, b] }), ["a", "b"]],
    ["beside each other, in either order", history({ writes: [a, write("b", 5, 30, "Ben")] }), ["b", "a"]],
    ["unanswered, and not stored", history({ writes: [a, write("b", 20, null, "Ben")] }), ["a"]],
    ["unanswered, and stored", history({ writes: [a, write("b", 20, null, "Ben")] }), ["a", "b"]],
    [
      "independent calls of one client in either order",
      history({ writes: [write("a", 0, 10, WITHOUT_ORDER), write("b", 5, 15, WITHOUT_ORDER)] }),
      ["b", "a"],
    ],
    [
      "a read beside a write shows it already",
      history({ writes: [a, b], reads: [read("b", 19, 25)] }),
      ["a", "b"],
    ],
    [
      "a read beside a write doesn't show it yet",
      history({ writes: [a, b], reads: [read("a", 25, 40)] }),
      ["a", "b"],
    ],
    [
      "another one's screen is late",
      history({ writes: [a, b], sights: [{ by: "Eva", register: "note", value: "a", at: 90 }] }),
      ["a", "b"],
    ],
  ])("%s", (_, given, values) => expect(checkHistory(given, stored(...values))).toEqual([]));
});

describe("a history finds", () => {
  it.each<[name: string, History, string[], RegExp]>([
    ["a lost write", history({ writes: [a, b] }), ["a"], /b by Ben is lost/],
    [
      "a refused write that is stored",
      history({ writes: [a, { ...write("b", 20, null, "Ben"), isRefused: true }] }),
      ["a", "b"],
      /b by Ben was refused/,
    ],
    ["a doubled write", history({ writes: [a, b] }), ["a", "b", "a"], /a twice/],
    ["what nobody wrote", history({ writes: [a] }), ["a", "x"], /nobody wrote x/],
    [
      "an answered write that is stored after a later one",
      history({ writes: [a, b] }),
      ["b", "a"],
      /answered before b/,
    ],
    [
      "one client's writes in another order",
      history({ writes: [write("a", 0, 10), write("b", 5, 15)] }),
      ["b", "a"],
      /a by Anna is stored after b/,
    ],
    [
      "a read that is too old",
      history({ writes: [a, b], reads: [read("a", 31, 40)] }),
      ["a", "b"],
      /read a, older/,
    ],
    [
      "a read that is older than one before",
      history({ writes: [a, write("b", 20, 90, "Ben")], reads: [read("b", 25, 30), read("a", 40, 50)] }),
      ["a", "b"],
      /read a, older/,
    ],
    [
      "a read of what is written later",
      history({ writes: [a, b], reads: [read("b", 5, 10)] }),
      ["a", "b"],
      /before it/,
    ],
    ["a read of what isn't stored", history({ writes: [a], reads: [read("x", 5, 10)] }), ["a"], /read x/],
    [
      "a screen that goes backwards",
      history({
        writes: [a, b],
        sights: ["b", "a"].map((value, n) => ({ by: "Eva", register: "note", value, at: 40 + n })),
      }),
      ["a", "b"],
      /went back to a/,
    ],
    [
      "a screen that lacks its client's own write",
      history({ writes: [a, b], sights: [{ by: "Ben", register: "note", value: "a", at: 31 }] }),
      ["a", "b"],
      /newer own write/,
    ],
  ])("%s", (_, given, values, problem) =>
    expect(checkHistory(given, stored(...values)).join("\n")).toMatch(problem),
  );
});

describe("a restored backup", () => {
  const other: Write = { by: "Eva", register: "other", value: "c", invokedAt: 50, answeredAt: 60 };
  const whole = history({ writes: [a, b, other] });
  const all = new Map([
    ["note", ["a", "b"]],
    ["other", ["c"]],
  ]);

  it("may lack what came while it was made", () => {
    expect(checkRestored(whole, all, stored("a"), 15)).toEqual([]);
  });

  it.each([
    ["what was answered before it began", stored("a"), 40, /b was stored before the backup/],
    [
      "what came before something that it has",
      new Map([
        ["note", ["a"]],
        ["other", ["c"]],
      ]),
      15,
      /b is missing beside/,
    ],
    ["an older value below a newer one", stored("b"), 15, /b isn't restored in its place/],
  ])("is wrong without %s", (_, restored, begunAt, problem) => {
    expect(checkRestored(whole, all, restored, begunAt).join("\n")).toMatch(problem);
  });
});
