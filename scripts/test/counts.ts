import { stripVTControlCharacters } from "node:util";

/** The number of tests that ran, from the runner's own report. */
export type Counts = { passed: number; failed: number; skipped: number };

/** A test that failed, with the first lines of its error. */
export type Failure = { file: string; title: string; error: string };

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
    message?: string;
    assertionResults: {
      fullName?: string;
      duration?: number | null;
      status?: string;
      failureMessages?: string[] | null;
    }[];
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

/** The failed tests in Vitest's JSON report, and the files that couldn't be loaded. */
export const vitestFailures = ({ testResults }: Pick<VitestReport, "testResults">): Failure[] =>
  testResults.flatMap(({ status, name: file = "", message = "", assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === "failed");
    if (failed.length === 0 && status === "failed")
      return [{ file, title: "(the file)", error: beginning(message) }];
    return failed.map(({ fullName = "", failureMessages }) => ({
      file,
      title: fullName,
      error: beginning(failureMessages?.join("\n") ?? ""),
    }));
  });

type PlaywrightResult = { duration: number; errors?: { message?: string }[] };

type PlaywrightSuite = {
  title: string;
  file: string;
  suites?: PlaywrightSuite[];
  specs: { title: string; tests: { results: PlaywrightResult[] }[] }[];
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

/** The failed tests in Playwright's JSON report; also those that passed only on a second try. */
export function playwrightFailures({ suites = [] }: Pick<PlaywrightReport, "suites">): Failure[] {
  return suites.flatMap(({ file, specs, suites: inner }) => [
    ...specs.flatMap(({ title, tests }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors ?? []));
      if (errors.length === 0) return [];
      return [{ file, title, error: beginning(errors.map(({ message = "" }) => message).join("\n")) }];
    }),
    ...playwrightFailures({ suites: inner }),
  ]);
}

/** The first lines of an error, without colours. */
const beginning = (message: string) =>
  stripVTControlCharacters(message).split("\n").slice(0, 12).join("\n").slice(0, 800);

/** The failed tests, each with its file and error. */
export const failures = (failed: Failure[]): string[] =>
  failed.map(
    ({ file, title, error }) => `  ${file}: ${withoutCitations(title)}\n${error.replaceAll(/^/gm, "      ")}`,
  );

/** The failed tests, one short line each. */
export const failedTitles = (failed: Failure[]): string[] =>
  failed.map(({ file, title, error }) =>
    `  ${file}: ${withoutCitations(title)}: ${error.split("\n")[0]}`.slice(0, 250),
  );

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
