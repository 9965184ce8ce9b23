import { describe, expect, it } from "vitest";
import {
  failedTitles,
  failures,
  playwrightCounts,
  playwrightFailures,
  playwrightTimes,
  slowest,
  vitestCounts,
  vitestFailures,
  vitestTimes,
} from "./counts.ts";

describe("the closing line counts", () => {
  it("a test file that couldn't be loaded as failed", () => {
    const report = { numPassedTests: 3, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 };
    const testResults = [
      { status: "passed", assertionResults: [{}] },
      { status: "failed", assertionResults: [] },
    ];
    expect(vitestCounts({ ...report, testResults })).toEqual({ passed: 3, failed: 2, skipped: 3 });
  });

  it("a browser test that passed only at its second try as failed", () => {
    const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 0 };
    expect(playwrightCounts({ stats })).toEqual({ passed: 5, failed: 2, skipped: 0 });
  });

  it("a browser run that never began as failed", () => {
    const stats = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 };
    expect(playwrightCounts({ stats, errors: [{}] })).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });
});

describe("the slowest tests", () => {
  it("come first, each with its file and without the specification lines that it cites", () => {
    const results = [{ duration: 1500 }, { duration: 500 }];
    const inner = {
      title: "a dialog",
      file: "b.spec.ts",
      specs: [{ title: "CORE-1 closes", tests: [{ results }] }],
    };
    const suites = [{ title: "b.spec.ts", file: "b.spec.ts", specs: [], suites: [inner] }];
    const testResults = [
      {
        status: "passed",
        name: "a.test.ts",
        assertionResults: [
          { fullName: "adds", duration: 3000 },
          { fullName: "skips", duration: null },
        ],
      },
    ];
    expect(slowest([...playwrightTimes({ suites }), ...vitestTimes({ testResults })], 2)).toEqual([
      "   3.0 s  a.test.ts: adds",
      "   2.0 s  b.spec.ts: closes",
    ]);
  });
});

describe("the failed tests", () => {
  it("are listed with their file and the beginning of their error, also a file that couldn't be loaded", () => {
    const results = [{ duration: 5, errors: [{ message: "\u001b[31mno such button\u001b[39m" }] }];
    const specs = [
      { title: "CORE-1 closes", tests: [{ results }] },
      { title: "opens", tests: [{ results: [{ duration: 5, errors: [] }] }] },
    ];
    const suites = [
      { title: "b.spec.ts", file: "b.spec.ts", specs: [], suites: [{ title: "", file: "b.spec.ts", specs }] },
    ];
    const testResults = [
      {
        status: "failed",
        name: "a.test.ts",
        assertionResults: [
          { fullName: "adds", status: "passed" },
          {
            fullName: "divides",
            status: "failed",
            failureMessages: [`expected 2\n${"at line\n".repeat(50)}`],
          },
        ],
      },
      { status: "failed", name: "c.test.ts", message: "no such module", assertionResults: [] },
    ];
    const failed = [...vitestFailures({ testResults }), ...playwrightFailures({ suites })];
    const lines = failures(failed);
    expect(
      lines.map((line) =>
        line
          .split("\n")
          .slice(0, 2)
          .map((part) => part.trim()),
      ),
    ).toEqual([
      ["a.test.ts: divides", "expected 2"],
      ["c.test.ts: (the file)", "no such module"],
      ["b.spec.ts: closes", "no such button"],
    ]);
    expect(lines[0]!.split("\n")).toHaveLength(13);
    expect(failedTitles(failed)).toEqual([
      "  a.test.ts: divides: expected 2",
      "  c.test.ts: (the file): no such module",
      "  b.spec.ts: closes: no such button",
    ]);
  });
});
