import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { findChromium } from "../../e2e/support/chromium.ts";

/**
 * Finds a browser for the tests or installs Debian's.
 * @throws Error with one line that says what to do.
 */
export function ensureChromium(): string {
  try {
    return findChromium();
  } catch {
    install();
    return findChromium();
  }
}

function install(): void {
  const advice = "install a Chromium, or set CHROMIUM_PATH to one";
  if (!existsSync("/usr/bin/apt-get"))
    throw new Error(`No Chromium here, and no apt-get to install it with: ${advice}.`);
  const asRoot = process.getuid?.() === 0 ? [] : ["sudo", "--non-interactive"];
  console.log("No Chromium here: installing Debian's package …");
  const apt = (...args: string[]) => {
    const [program, ...rest] = [...asRoot, "apt-get", "-qq", ...args];
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    const { status, stderr } = spawnSync(program!, rest, {
      env,
      encoding: "utf8",
      stdio: ["ignore", "ignore", "pipe"],
    });
    return status === 0 ? null : stderr?.trim().split("\n").at(-1) || "no reason given";
  };
  const installing = (name: string) => apt("install", "--yes", "--no-install-recommends", name);
  // Older releases have only the whole browser.
  const reason = apt("update") ?? (installing("chromium-headless-shell") && installing("chromium"));
  if (reason) throw new Error(`No Chromium here, and apt-get couldn't install it (${reason}): ${advice}.`);
}
