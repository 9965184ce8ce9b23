import { lstat, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { StartError } from "../../start_error.ts";
import { readClusterMajor } from "./cluster.ts";
import { getLayout } from "./layout.ts";

/** A cluster that is kept since its data was carried over to a later version. `bytes`: its size. */
export type FormerCluster = { path: string; major: number; bytes: number };

/** The clusters of former versions in a data directory. */
export async function listFormerClusters(dataDir: string): Promise<FormerCluster[]> {
  const names = await readdir(dataDir).catch(() => []);
  const found = await Promise.all(
    names.map(async (name) => {
      const major = Number(/^postgres-(\d+)$/.exec(name)?.[1] ?? 0);
      const path = join(dataDir, name);
      if (major === 0 || (await readClusterMajor(path)) !== major) return [];
      return [{ path, major, bytes: await readSize(path) }];
    }),
  );
  return found.flat();
}

/**
 * Removes the clusters of former versions, and returns them.
 * @throws StartError when there is no cluster of a later version in their place
 */
export async function removeFormerClusters(dataDir: string): Promise<FormerCluster[]> {
  const former = await listFormerClusters(dataDir);
  const present = await readClusterMajor(getLayout(dataDir).cluster);
  const last = former.find(({ major }) => present === null || major >= present);
  if (last) {
    throw new StartError(`${last.path} isn't removed: there is no database of a later version beside it.`);
  }
  for (const { path } of former) await rm(path, { recursive: true });
  return former;
}

/** Bytes of the files below a directory; files that disappear meanwhile don't count. */
export async function readSize(directory: string): Promise<number> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  let bytes = 0;
  for (const entry of entries) {
    if (entry.isFile())
      bytes += (await lstat(join(entry.parentPath, entry.name)).catch(() => null))?.size ?? 0;
  }
  return bytes;
}
