import { findChromium, HEADLESS_SHELL } from "../../e2e/support/chromium.ts";
import { apt, hasApt, install, isRoot } from "./debian.ts";

/**
 * Finds a browser for the tests or installs Debian's.
 * @throws Error with one line that says what to do.
 */
export function ensureChromium(): string {
  const found = installedChromium();
  if (found && !canInstallHeadlessShell(found)) return found;
  try {
    installChromium();
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
  found !== HEADLESS_SHELL && !process.env.CHROMIUM_PATH && isRoot() && hasApt();

function installChromium(): void {
  const advice = "install a Chromium, or set CHROMIUM_PATH to one";
  if (!hasApt()) throw new Error(`No Chromium here, and no apt-get to install it with: ${advice}.`);
  console.log("Installing Debian's Chromium for the tests …");
  // Older releases have only the whole browser.
  const reason = apt("update") ?? (install("chromium-headless-shell") && install("chromium"));
  if (reason) throw new Error(`apt-get couldn't install Chromium (${reason}): ${advice}.`);
}
