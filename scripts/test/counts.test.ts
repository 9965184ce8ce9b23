import { describe, expect, it } from "vitest";
import { playwrightCounts, vitestCounts } from "./counts.ts";

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
