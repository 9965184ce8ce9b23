import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { lstat, readdir, readlink } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

/** The SHA-256 of a file, as `sha256sum` writes it. */
export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

/** Eight characters that differ when the content of a folder does: names, files, links and who may run them. */
export async function hashOfFolder(folder: string): Promise<string> {
  const hash = createHash("sha256");
  const paths = await readdir(folder, { recursive: true });
  for (const path of paths.toSorted()) {
    const file = join(folder, path);
    const found = await lstat(file);
    if (found.isDirectory()) continue;
    const content = found.isSymbolicLink() ? await readlink(file) : await hashOfFile(file);
    hash.update(`${path}\0${(found.mode & 0o111) !== 0}\0${content}\n`);
  }
  return hash.digest("hex").slice(0, 8);
}
