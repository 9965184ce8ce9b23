import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const APT = "/usr/bin/apt-get";

export const isRoot = (): boolean => process.getuid?.() === 0;

/** Whether this machine installs Debian's packages. */
export const hasApt = (): boolean => existsSync(APT);

/** Runs apt-get, with sudo unless as root; returns null or the last line of what went wrong. */
export function apt(...args: string[]): string | null {
  const asRoot = isRoot() ? [] : ["sudo", "--non-interactive"];
  const [program, ...rest] = [...asRoot, "apt-get", "-qq", ...args];
  const { status, stderr } = spawnSync(program!, rest, {
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    encoding: "utf8",
    stdio: ["ignore", "ignore", "pipe"],
  });
  return status === 0 ? null : stderr?.trim().split("\n").at(-1) || "no reason given";
}

/** Installs packages without what they only recommend; returns null or what went wrong. */
export const install = (...names: string[]): string | null =>
  apt("install", "--yes", "--no-install-recommends", ...names);
