import { expect, it } from "vitest";
import { timesOfFiles } from "./times.ts";

it("adds up the tests of a file, and leaves out quick files", () => {
  const tests = [
    { file: "b.test.ts", title: "one", seconds: 0.8 },
    { file: "a.test.ts", title: "two", seconds: 12.4 },
    { file: "b.test.ts", title: "three", seconds: 0.7 },
    { file: "c.test.ts", title: "four", seconds: 0.9 },
  ];
  expect(timesOfFiles(tests)).toEqual({ "a.test.ts": 12, "b.test.ts": 2 });
});
