import { spawnSync } from "node:child_process";

/** Debian's own Python, for which its packages are. */
export const PYTHON = "/usr/bin/python3";

/** Independent programs with which tests check ours, by their Debian packages, and how to find out whether they are here. */
const CHECKS = {
  vdirsyncer: ["vdirsyncer", "--version"],
  khal: ["khal", "--version"],
  "python3-icalendar": [PYTHON, "-c", "import icalendar"],
  "nginx-light": ["/usr/sbin/nginx", "-v"],
  caddy: ["caddy", "version"],
  "firefox-esr": ["firefox-esr", "--version"],
  "webkit2gtk-driver": ["/bin/sh", "-c", "command -v WebKitWebDriver"],
  xvfb: ["xvfb-run", "--help"],
} as const satisfies Record<string, readonly [program: string, ...args: string[]]>;

export type DebianPackage = keyof typeof CHECKS;

export const DEBIAN_PACKAGES = Object.keys(CHECKS) as DebianPackage[];

/** The packages of which nothing is installed here. */
export const missingPrograms = (names: readonly DebianPackage[] = DEBIAN_PACKAGES): DebianPackage[] =>
  names.filter((name) => {
    const [program, ...args] = CHECKS[name];
    return spawnSync(program, args, { stdio: "ignore" }).status !== 0;
  });
