import { spawnSync } from "node:child_process";

/** Debian's packages of the programs and the library with which calendar feeds are tested. */
export const CALENDAR_PACKAGES = ["vdirsyncer", "khal", "python3-icalendar"] as const;

/** Debian's own Python, for which the packages are. */
export const PYTHON = "/usr/bin/python3";

const CHECKS: Record<(typeof CALENDAR_PACKAGES)[number], [program: string, ...args: string[]]> = {
  vdirsyncer: ["vdirsyncer", "--version"],
  khal: ["khal", "--version"],
  "python3-icalendar": [PYTHON, "-c", "import icalendar"],
};

/** The packages of which nothing is installed here. */
export const missingCalendarPrograms = (): string[] =>
  CALENDAR_PACKAGES.filter((name) => {
    const [program, ...args] = CHECKS[name];
    return spawnSync(program, args, { stdio: "ignore" }).status !== 0;
  });
