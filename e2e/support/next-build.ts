import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CLIENT, getDirectory } from "../../server/build/build.ts";

/** The client of the build after this one: the same program, with other file names. */
export async function nextBuild(
  former = getDirectory(CLIENT),
): Promise<{ directory: string } & AsyncDisposable> {
  const directory = await mkdtemp(join(tmpdir(), "carediary-client-"));
  await cp(former, directory, { recursive: true });
  const assets = join(directory, "assets");
  const names = (await readdir(assets)).filter((name) => /\.(js|css)$/.test(name));
  const next = new Map(names.map((name) => [name, name.replace(/\.(js|css)$/, "N.$1")]));
  const renamed = (text: string) => text.replace(/[\w.-]+\.(?:js|css)\b/g, (name) => next.get(name) ?? name);
  const written = [
    ...names.map((name) => join("assets", name)),
    ...["index.html", "preloads.json", "worker.js"],
  ];
  for (const name of written) {
    const path = join(directory, name);
    await writeFile(path, renamed(await readFile(path, "utf8")));
    for (const extension of [".br", ".gz"]) await rm(path + extension, { force: true });
  }
  for (const [name, nextName] of next) await rename(join(assets, name), join(assets, nextName));
  return { directory, [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }) };
}
