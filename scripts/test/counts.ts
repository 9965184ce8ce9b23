/** Tests that really ran, as the runner's own report counts them. */
export type Counts = { passed: number; failed: number; skipped: number };

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: unknown[] }[];
};

/** Of Vitest's JSON report. A file that couldn't even be loaded counts as one failure. */
export function vitestCounts(report: VitestReport): Counts {
  const unloadable = report.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloadable.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors?: unknown[];
};

/** Of Playwright's JSON report. A test that passed only at its second try counts as failed. */
export function playwrightCounts({ stats, errors = [] }: PlaywrightReport): Counts {
  const failed = stats.unexpected + stats.flaky;
  return {
    passed: stats.expected,
    failed: failed + (failed === 0 ? errors.length : 0),
    skipped: stats.skipped,
  };
}
