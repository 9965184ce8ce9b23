import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { importsOf } from "../structure/imports.ts";

/** A folder below `node_modules`, such as `node_modules/pg`. */
type Folder = string;

type Manifest = {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
};

/**
 * The installed folders of some packages and of everything that they need, found as Node finds them. What isn't installed
 * is left out: optional packages of other platforms, and peers that nobody has asked for.
 */
export async function closureOf(root: string, names: readonly string[]): Promise<Folder[]> {
  const found = new Set<Folder>();
  const waiting = names.map((name) => ({ name, from: "" }));
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const folder = findPackage(root, next.name, next.from);
    if (!folder || found.has(folder)) continue;
    found.add(folder);
    const manifest = JSON.parse(await readFile(join(root, folder, "package.json"), "utf8")) as Manifest;
    const needed = {
      ...manifest.dependencies,
      ...manifest.optionalDependencies,
      ...manifest.peerDependencies,
    };
    for (const name of Object.keys(needed)) waiting.push({ name, from: folder });
  }
  return [...found].sort();
}

/** The packages that the browser's code imports: they are built into the client and are no dependencies of a server. */
export async function listClientPackages(root: string): Promise<string[]> {
  const found = new Set<string>();
  for (const directory of ["app", "features", "ui", "lib"])
    for (const name of await readdir(join(root, directory), { recursive: true })) {
      if (!/\.tsx?$/.test(name) || /\.test\.tsx?$/.test(name) || /\/server\//.test(name)) continue;
      for (const { packageName, typeOnly } of importsOf(
        name,
        await readFile(join(root, directory, name), "utf8"),
      ))
        if (packageName && !typeOnly && !packageName.startsWith("node:")) found.add(packageName);
    }
  return [...found].sort();
}

/** Looks for a package in the nearest `node_modules`, as Node does. */
function findPackage(root: string, name: string, from: Folder): Folder | null {
  for (let place = from; ; ) {
    const folder = join(place, "node_modules", name);
    if (existsSync(join(root, folder, "package.json"))) return folder;
    if (place === "") return null;
    const end = place.lastIndexOf("node_modules");
    place = place.slice(0, Math.max(0, end - 1));
  }
}

const LICENSE_FILE = /^(licen[cs]e|copying|notice)/i;

/** The licences of all packages whose code is in the archive, also of those that are built into one file. */
export async function licencesOf(root: string, folders: readonly Folder[]): Promise<string> {
  const parts: string[] = [];
  for (const folder of folders) {
    const manifest = JSON.parse(await readFile(join(root, folder, "package.json"), "utf8"));
    const files = (await readdir(join(root, folder))).filter((name) => LICENSE_FILE.test(name));
    const texts = await Promise.all(
      files.map((name) => readFile(join(root, folder, name), "utf8").catch(() => "")),
    );
    parts.push(
      [`${manifest.name} ${manifest.version} (${licenceName(manifest)})`, ...texts.map((text) => text.trim())]
        .filter(Boolean)
        .join("\n\n"),
    );
  }
  return `${parts.join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}

const licenceName = ({ license }: { license?: string | { type?: string } }): string =>
  typeof license === "string" ? license : (license?.type ?? "see below");
