import { createLog, type LogLevel } from "../server/log.ts";

const MOST_LINES = 10;
let lines: string[] = [];

/** The log of servers of tests. What it has is part of the error of a test that fails, so that a rare failure has its cause. */
export const createTestLog = () =>
  createLog((process.env.TEST_LOG ?? "warn") as LogLevel, {
    write: (line) => {
      if (process.env.TEST_LOG) process.stdout.write(line);
      lines = [...lines, line].slice(-MOST_LINES);
    },
  });

/** The last lines of those logs; empties them. */
export function takeLogged(): string {
  const logged = lines.join("");
  lines = [];
  return logged;
}
