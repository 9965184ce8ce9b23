import { missingPrograms } from "../../test/debian-programs.ts";
import { apt, hasApt, install, isRoot } from "./debian.ts";

/**
 * Installs the programs with which tests check ours (calendar programs, proxies), on a machine just for tests: as root,
 * with apt-get. Without them only their own tests can't run, which say so.
 */
export function ensureDebianPrograms(): void {
  const missing = missingPrograms();
  if (missing.length === 0 || !isRoot() || !hasApt()) return;
  console.log(`Installing Debian's ${missing.join(", ")} for the tests …`);
  const reason = apt("update") ?? install(...missing);
  if (reason) console.log(`apt-get couldn't install ${missing.join(", ")} (${reason}).`);
}
