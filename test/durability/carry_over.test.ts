import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { listFormerClusters, removeFormerClusters } from "../../server/db/embedded/former_cluster.ts";
import { runFormerCluster } from "../former-cluster.ts";
import { POSTGRES_15 } from "../postgres-15.ts";
import { temporaryDirectory } from "../server-process.ts";
import { refusalOf } from "../start-here.ts";
import {
  carryOverAndKill,
  copyOfFormer,
  expectCarriedOver,
  expectStartCarriesOver,
  makeFormer,
  removeFormer,
  WHOLE,
} from "./former_data.ts";

let former: string;
beforeAll(async () => {
  former = await makeFormer();
}, 120_000);
afterAll(removeFormer);

describe("data of a former major version of PostgreSQL", () => {
  it("is carried over by the start of the server after one that was killed, says so on its port; the former cluster is kept until it is removed", async () => {
    const dataDir = await copyOfFormer();
    const { steps, signal, err } = await carryOverAndKill(dataDir, 4);
    expect([signal, steps.length], `${steps.join()} ${err}`).toEqual(["SIGKILL", 4]);
    await expectStartCarriesOver(dataDir, "1");
  });

  it("goes on after kills, also when an older version made an empty database between the renames", async () => {
    const dataDir = await copyOfFormer();
    expect((await carryOverAndKill(dataDir, WHOLE)).steps).toHaveLength(WHOLE);
    expect((await carryOverAndKill(dataDir, 1)).steps).toEqual([
      "carrying over: the former cluster has its new name",
    ]);
    await (await runFormerCluster(dataDir)).stop();
    expect(await refusalOf({ DATA_DIR: dataDir })).toMatch(
      /isn't the database that was being carried over.*postgres-15.*move .* away/,
    );
    await rename(join(dataDir, "postgres"), join(dataDir, "empty"));
    // The next one only puts the new cluster in its place.
    expect((await carryOverAndKill(dataDir, "")).steps).toEqual([
      "carrying over: the new cluster is in its place",
    ]);
    await expectCarriedOver(dataDir);
  });

  it("is named with what to do when its programs aren't there, are others or aren't needed, and isn't touched", async () => {
    const directory = await temporaryDirectory();
    onTestFinished(directory.remove);
    const env = { DATA_DIR: directory.path };
    await mkdir(join(directory.path, "postgres"));
    const of = (major: number) => writeFile(join(directory.path, "postgres", "PG_VERSION"), `${major}\n`);
    await of(14);
    expect(await refusalOf(env)).toMatch(
      /is of PostgreSQL 14, and this version of CareDiary has PostgreSQL 18: .*postgresql-14.*FORMER_POSTGRES_BIN.*Nothing was changed/,
    );
    expect(await refusalOf({ ...env, FORMER_POSTGRES_BIN: POSTGRES_15 })).toMatch(
      /FORMER_POSTGRES_BIN: .* has PostgreSQL 15, and the data is of PostgreSQL 14/,
    );
    expect(await refusalOf({ ...env, FORMER_POSTGRES_BIN: directory.path })).toMatch(
      /FORMER_POSTGRES_BIN: .*postgres can't be run/,
    );
    await of(19);
    expect(await refusalOf(env)).toMatch(
      /is of PostgreSQL 19, and this version of CareDiary has PostgreSQL 18, which can't go back: start the newer version/,
    );
    await of(15);
    await mkdir(join(directory.path, "postgres-15"));
    expect(await refusalOf(env)).toMatch(/kept as .*postgres-15, which is there already: move that away/);
    expect(await readdir(join(directory.path, "postgres"))).toEqual(["PG_VERSION"]);
  });

  it("isn't begun without room for it, and isn't touched", async () => {
    const disk = await temporaryDirectory();
    onTestFinished(disk.remove);
    const run = promisify(execFile);
    // Room for the former cluster, not for another one.
    await run("mount", ["-t", "tmpfs", "-o", "size=200m", "tmpfs", disk.path]);
    onTestFinished(() => run("umount", [disk.path]).then(() => {}));
    await run("cp", ["-a", `${former}/.`, disk.path]);
    const before = await readFile(join(disk.path, "postgres", "global", "pg_control"));
    expect(await refusalOf({ DATA_DIR: disk.path })).toMatch(
      /has to be carried over to another version of PostgreSQL, which needs \d\.\d GB beside it, and there are 0\.\d GB: make room\. Nothing was changed/,
    );
    expect(await readFile(join(disk.path, "postgres", "global", "pg_control"))).toEqual(before);
    expect((await readdir(disk.path)).filter((name) => name.startsWith("postgres"))).toEqual(["postgres"]);
  });

  it("isn't removed while nothing has taken its place", async () => {
    const dataDir = await copyOfFormer();
    await rename(join(dataDir, "postgres"), join(dataDir, "postgres-15"));
    await expect(removeFormerClusters(dataDir)).rejects.toThrow("there is no database of a later version");
    expect(await listFormerClusters(dataDir)).toHaveLength(1);
  });
});
