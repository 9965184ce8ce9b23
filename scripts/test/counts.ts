/** The number of tests that ran, from the runner's own report. */
export type Counts = { passed: number; failed: number; skipped: number };

/** The duration of a test. */
export type Timed = { seconds: number; file: string; title: string };

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    status: string;
    name?: string;
    assertionResults: { fullName?: string; duration?: number | null }[];
  }[];
};

/** The counts of Vitest's JSON report. A file that couldn't be loaded counts as one failure. */
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

/** The durations of the tests in Vitest's JSON report. */
export const vitestTimes = ({ testResults }: Pick<VitestReport, "testResults">): Timed[] =>
  testResults.flatMap(({ name = "", assertionResults }) =>
    assertionResults.map(({ fullName = "", duration }) => ({
      seconds: (duration ?? 0) / 1000,
      file: name,
      title: fullName,
    })),
  );

type PlaywrightSuite = {
  title: string;
  file: string;
  suites?: PlaywrightSuite[];
  specs: { title: string; tests: { results: { duration: number }[] }[] }[];
};

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors?: unknown[];
  suites?: PlaywrightSuite[];
};

/** The durations of the tests in Playwright's JSON report, all retries of one added up. */
export function playwrightTimes({ suites = [] }: Pick<PlaywrightReport, "suites">): Timed[] {
  return suites.flatMap(({ file, specs, suites: inner }) => [
    ...specs.map(({ title, tests }) => ({
      seconds: tests
        .flatMap(({ results }) => results)
        .reduce((sum, { duration }) => sum + duration / 1000, 0),
      file,
      title,
    })),
    ...playwrightTimes({ suites: inner }),
  ]);
}

/** The slowest of these tests, one line each, slowest first. */
export const slowest = (tests: Timed[], count = 20): string[] =>
  tests
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, count)
    .map(
      ({ seconds, file, title }) =>
        `${seconds.toFixed(1).padStart(6)} s  ${file}: ${withoutCitations(title)}`,
    );

/** A title without the lines of the specification that it cites. */
const withoutCitations = (title: string) => title.replaceAll(/\b(?:CORE|WORK|PROG)-\d+ /g, "");

/** The counts of Playwright's JSON report. A test that passed only on its second try counts as failed. */
export function playwrightCounts({ stats, errors = [] }: PlaywrightReport): Counts {
  const failed = stats.unexpected + stats.flaky;
  return {
    passed: stats.expected,
    failed: failed + (failed === 0 ? errors.length : 0),
    skipped: stats.skipped,
  };
}
