import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { findChromium, HEADLESS_SHELL } from "../../e2e/support/chromium.ts";

const APT = "/usr/bin/apt-get";

/**
 * Finds a browser for the tests or installs Debian's.
 * @throws Error with one line that says what to do.
 */
export function ensureChromium(): string {
  const found = installedChromium();
  if (found && !canInstallHeadlessShell(found)) return found;
  try {
    install();
  } catch (error) {
    if (!found) throw error;
    console.log(error instanceof Error ? error.message : error);
  }
  return findChromium();
}

function installedChromium(): string | null {
  try {
    return findChromium();
  } catch {
    return null;
  }
}

/**
 * Whether Debian's headless shell could be installed as well: it halves the time of the tests. It is installed beside
 * another browser only on a machine just for tests: as root, and when no browser was configured.
 */
const canInstallHeadlessShell = (found: string): boolean =>
  found !== HEADLESS_SHELL && !process.env.CHROMIUM_PATH && process.getuid?.() === 0 && existsSync(APT);

function install(): void {
  const advice = "install a Chromium, or set CHROMIUM_PATH to one";
  if (!existsSync(APT)) throw new Error(`No Chromium here, and no apt-get to install it with: ${advice}.`);
  const asRoot = process.getuid?.() === 0 ? [] : ["sudo", "--non-interactive"];
  console.log("Installing Debian's Chromium for the tests …");
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
  if (reason) throw new Error(`apt-get couldn't install Chromium (${reason}): ${advice}.`);
}
