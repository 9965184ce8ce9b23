import { execFile } from "node:child_process";
import { access, rename } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { inject } from "vitest";
import { startServer, temporaryDirectory } from "./server-process.ts";

let preparing: Promise<string> | undefined;

/**
 * A data directory like `temporaryDirectory`'s, but already used by a server: a start on it needs no new database.
 * For all tests that aren't about the first start, which takes three times as long.
 */
export async function usedDirectory(): ReturnType<typeof temporaryDirectory> {
  const directory = await temporaryDirectory();
  await copyUsedInto(directory.path);
  return directory;
}

/** Makes an empty directory a used one. */
export async function copyUsedInto(path: string): Promise<void> {
  preparing ??= prepareUsedDirectory();
  // Keeps PostgreSQL's own user as the owner of its files.
  await promisify(execFile)("cp", ["-a", `${await preparing}/.`, path]);
}

/** Creates the directory that all others of this run are copied from, unless another worker has. */
async function prepareUsedDirectory(): Promise<string> {
  const scratch = inject("scratch");
  const used = join(scratch, "used");
  const exists = () =>
    access(used).then(
      () => true,
      () => false,
    );
  if (await exists()) return used;
  const own = await temporaryDirectory();
  const server = await startServer({ DATA_DIR: own.path });
  const { code } = await server.end("SIGTERM");
  if (code !== 0) throw new Error(`The server ended with ${code}: ${server.output()}`);
  // Two workers may get here at once; either result is fine.
  await rename(own.path, used).catch(async (error) => {
    if (!(await exists())) throw error;
    await own.remove();
  });
  return used;
}
