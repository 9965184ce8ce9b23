import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { COMMANDS } from "../../features/notebooks/server/commands.ts";
import { createTestDatabase } from "../../test/database.ts";
import { runOperatorCommand } from "../../test/operator.ts";
import { refusalOf, startHere } from "../../test/start-here.ts";
import { type Database, openDatabase } from "../db/database.ts";
import { OperatorError } from "../operator/command.ts";
import { KEY_COMMANDS } from "../operator/key_commands.ts";
import { StartError } from "../start_error.ts";
import { CannotOpen } from "./cipher.ts";
import { getMasterKeyFile, readKeyFile, replaceKeyFile } from "./key_file.ts";
import { createMasterKey, type MasterKey } from "./master_keys.ts";
import { openMasterKeys } from "./open_vault.ts";
import { rotateKeys } from "./rotation.ts";
import { createVault, type Vault } from "./vault.ts";

type KeyConfig = Parameters<typeof openMasterKeys>[0];

/** What the tests below made, in the order in which it goes. */
const cleanups: (() => Promise<unknown>)[] = [];
let database: Database;
let connectionString: string;
let config: KeyConfig;
let diaries: string[];
beforeEach(async () => {
  const test = await createTestDatabase();
  connectionString = test.connectionString;
  database = openDatabase(connectionString);
  const dataDir = await mkdtemp(join(tmpdir(), "carediary-keys-"));
  config = { dataDir, masterKey: null, formerMasterKeys: [] };
  const opened = database;
  cleanups.push(
    () => opened.close(),
    () => test.drop(),
    () => rm(dataDir, { recursive: true }),
  );
  diaries = await insertNotebooks(20);
});
afterAll(async () => {
  for (const cleanup of cleanups) await cleanup();
});

async function insertNotebooks(count: number): Promise<string[]> {
  const { rows } = await database.pool.query(
    `with u as (insert into users (id, clerk_user_id, email, name)
       values (gen_random_uuid(), 'v', 'v@example.org', 'Vera') returning id),
     d as (insert into diaries (id, short_id, name, region, created_by)
       select gen_random_uuid(), translate(lpad(i::text, 6, '2'), '01', '23'), 'N', 'DE', u.id
         from u, generate_series(20, 20 + 9 * ($1 - 1), 9) i returning id, created_by),
     m as (insert into members (id, diary_id, user_id, role) select gen_random_uuid(), id, created_by, 'owner' from d)
     select id from d`,
    [count],
  );
  return rows.map((row) => row.id);
}

/** A vault as a server that starts now has it. */
const startVault = async (given: KeyConfig = config): Promise<Vault> =>
  createVault(await openMasterKeys(given, database));
const seal = (vault: Vault, diaryId: string, plain = "text") =>
  database.db.transaction().execute((db) => vault.seal(db, diaryId, "a", Buffer.from(plain)));
const open = async (vault: Vault, diaryId: string, sealed: Buffer) =>
  (await vault.open(database.db, diaryId, "a", sealed)).toString();
const sealForAll = async (vault: Vault) =>
  Promise.all(diaries.map(async (diaryId) => ({ diaryId, sealed: await seal(vault, diaryId, diaryId) })));
async function expectOpen(vault: Vault, all: { diaryId: string; sealed: Buffer }[]): Promise<void> {
  for (const { diaryId, sealed } of all) expect(await open(vault, diaryId, sealed)).toBe(diaryId);
}
const usedMasterKeys = async () =>
  (
    await database.pool.query(
      "select distinct master_key_id as id from notebook_keys where wrapped is not null order by 1",
    )
  ).rows.map((row) => row.id);
const startProblem = (given: KeyConfig) =>
  openMasterKeys(given, database).then(
    () => "started",
    (error) => (error instanceof StartError ? error.message : error),
  );

describe("the master key in the data directory", () => {
  it("is made once, readable only for its owner, and stays", async () => {
    await Promise.all([startVault(), startVault(), startVault()]);
    const file = getMasterKeyFile(config.dataDir);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const text = await readFile(file, "utf8");
    expect(text).toMatch(/^[\w-]{43}\n$/);
    await startVault();
    expect(await readFile(file, "utf8")).toBe(text);
    expect(await readdir(config.dataDir)).toEqual(["master.key"]);
  });

  it("isn't replaced while the database needs the lost one", async () => {
    await seal(await startVault(), diaries[0]!);
    const [id] = await usedMasterKeys();
    const file = getMasterKeyFile(config.dataDir);
    await rm(file);
    expect(await startProblem(config)).toBe(
      `The database holds encrypted notes that need the master key ${id}, which isn't here: bring back ${file} from your backup.`,
    );
    expect(await readdir(config.dataDir)).toEqual([]);
  });

  it.each(["", "not a key\n", `${Buffer.alloc(16).toString("base64url")}\n`])(
    "is refused when it is damaged: %j",
    async (text) => {
      const file = getMasterKeyFile(config.dataDir);
      await writeFile(file, text);
      expect(await startProblem(config)).toBe(
        `The master key ${file} is damaged: bring back the one from your backup.`,
      );
    },
  );

  it("stops the server in one line when it is the wrong one and something needs the right one", async () => {
    const other = createMasterKey();
    expect(await startProblem({ ...config, masterKey: other })).toBe("started");
    await seal(await startVault(), diaries[0]!);
    const [id] = await usedMasterKeys();
    expect(await startProblem({ ...config, masterKey: other })).toBe(
      `The database holds encrypted notes that need the master key ${id}, which isn't here: set MASTER_KEY to it, or name it in MASTER_KEYS_FORMER.`,
    );
    await database.pool.query("update notebook_keys set wrapped = null, destroyed_at = now()");
    expect(await startProblem({ ...config, masterKey: other })).toBe("started");
  });
});

describe("the rotation of keys", () => {
  it("leaves everything readable for the running server, and for the next one without the former master key", async () => {
    const running = await startVault();
    const before = await sealForAll(running);
    const [former] = await readKeyFile(getMasterKeyFile(config.dataDir));
    const lines = await runOperatorCommand(KEY_COMMANDS, "rotate-keys", { database, config });
    const keys = await readKeyFile(getMasterKeyFile(config.dataDir));
    expect(keys).toHaveLength(1);
    expect(keys[0]!.id).not.toBe(former!.id);
    expect(await usedMasterKeys()).toEqual([keys[0]!.id]);
    expect(lines[0]).toBe(
      `20 keys of notebooks are wrapped with master key ${keys[0]!.id} now; new encrypted notes take new keys.`,
    );
    expect(lines.join()).not.toContain(keys[0]!.reveal());

    await expectOpen(running, before);
    const after = await sealForAll(running);
    for (const { sealed } of after) expect(sealed.readUInt32BE(1)).toBe(2);
    const next = await startVault();
    await expectOpen(next, [...before, ...after]);
    await expect(
      open(
        createVault({ current: async () => former!, find: async () => null }),
        diaries[0]!,
        before[0]!.sealed,
      ),
    ).rejects.toThrow("isn't here");
  });

  it("is recorded as an audit event without any key", async () => {
    await sealForAll(await startVault());
    const { masterKeyId } = await rotateKeys(config, database);
    const { rows } = await database.pool.query(
      "select event_type, actor_id, target_id, details from audit_events",
    );
    expect(rows).toEqual([
      { event_type: "keys.rotated", actor_id: null, target_id: masterKeyId, details: { dataKeys: 20 } },
    ]);
  });

  it("loses nothing when servers encrypt their first messages meanwhile and two rotations run at once", async () => {
    const running = await Promise.all([startVault(), startVault()]);
    const sealed: { diaryId: string; sealed: Buffer }[] = [];
    /** Five notebooks, one after the other, however far the rotations are. */
    const write = async (round: number) => {
      for (const [i, diaryId] of diaries.slice(round * 5, round * 5 + 5).entries())
        sealed.push({ diaryId, sealed: await seal(running[i % 2]!, diaryId, diaryId) });
    };
    for (let round = 0; round < 4; round++) {
      await Promise.all([write(round), rotateKeys(config, database), rotateKeys(config, database)]);
    }
    await Promise.all([rotateKeys(config, database), rotateKeys(config, database)]);
    const keys = await readKeyFile(getMasterKeyFile(config.dataDir));
    expect(await usedMasterKeys()).toEqual([keys[0]!.id]);
    expect(keys).toHaveLength(1);
    expect(sealed).toHaveLength(20);
    await expectOpen(await startVault(), sealed);
  });

  it("leaves everything readable when it is stopped halfway, and the next one finishes", async () => {
    const before = await sealForAll(await startVault());
    const file = getMasterKeyFile(config.dataDir);
    const [former] = await readKeyFile(file);
    // Stopped before the database was written …
    const first = createMasterKey();
    await replaceKeyFile(file, [first, former!]);
    const midway = await startVault();
    await expectOpen(midway, before);
    await rotateKeys(config, database);
    // … and after it, before the file forgot the former key.
    const [present] = (await readKeyFile(file)) as [MasterKey];
    await replaceKeyFile(file, [present, first, former!]);
    await expectOpen(await startVault(), before);
    await rotateKeys(config, database);
    expect((await readKeyFile(file)).map((key) => key.id)).toEqual(await usedMasterKeys());
    await expectOpen(await startVault(), before);
  });

  it("needs the former key from the environment until it has run", async () => {
    const [former, next] = [createMasterKey(), createMasterKey()];
    const before = await sealForAll(await startVault({ ...config, masterKey: former }));
    expect(await startProblem({ ...config, masterKey: next })).toContain(former.id);
    const both = { ...config, masterKey: next, formerMasterKeys: [former] };
    await expectOpen(await startVault(both), before);
    expect(await usedMasterKeys()).toEqual([former.id]);
    expect(await runOperatorCommand(KEY_COMMANDS, "rotate-keys", { database, config: both })).toContain(
      "MASTER_KEYS_FORMER isn't needed any more, but by backups from before.",
    );
    expect(await usedMasterKeys()).toEqual([next.id]);
    await expectOpen(await startVault({ ...config, masterKey: next }), before);
    expect(await startProblem({ ...config, masterKey: former })).toContain(next.id);
    expect(await readdir(config.dataDir)).toEqual([]);
  });
});

describe("destroying a notebook's key", () => {
  it("makes only its messages unreadable, and reports it", async () => {
    const vault = await startVault();
    const [first, second] = await sealForAll(vault);
    const { rows } = await database.pool.query("select short_id from diaries where id = $1", [
      first!.diaryId,
    ]);
    const notebook = rows[0].short_id;
    const lines = await runOperatorCommand(COMMANDS, `destroy-key ${notebook}`, { database });
    expect(lines[0]).toBe(
      `The key of notebook ${notebook} is destroyed: 0 encrypted notes and what hangs on them can't be read any more.`,
    );
    await expect(open(vault, first!.diaryId, first!.sealed)).rejects.toThrow(new CannotOpen("destroyed"));
    expect(await open(vault, second!.diaryId, second!.sealed)).toBe(second!.diaryId);
    await rotateKeys(config, database);
    await expect(open(await startVault(), first!.diaryId, first!.sealed)).rejects.toThrow(
      new CannotOpen("destroyed"),
    );
    const events = await database.pool.query(
      "select diary_id, details from audit_events where event_type = 'notebook.keyDestroyed'",
    );
    expect(events.rows).toEqual([{ diary_id: first!.diaryId, details: { keys: 1, notes: 0 } }]);
  });

  it("refuses a notebook that doesn't exist or has no key", async () => {
    const destroy = (notebook: string) =>
      runOperatorCommand(COMMANDS, `destroy-key ${notebook}`, { database });
    await expect(destroy("zzzzzz")).rejects.toThrow(new OperatorError("There is no notebook zzzzzz."));
    await expect(destroy(diaries[0]!)).rejects.toThrow(
      new OperatorError(`Notebook ${diaries[0]} has no key: nothing in it is encrypted.`),
    );
  });
});

describe("the server", () => {
  it("starts with the right master key and stops with one line for another", async () => {
    const right = createMasterKey();
    await seal(await startVault({ ...config, masterKey: right }), diaries[0]!);
    const env = { DATABASE_URL: connectionString, DATA_DIR: config.dataDir };
    expect(await refusalOf({ ...env, MASTER_KEY: createMasterKey().reveal() })).toContain(right.id);
    const log: string[] = [];
    const formerKeys = `${createMasterKey().reveal()},${right.reveal()}`;
    const node = await startHere(
      { ...env, MASTER_KEY: createMasterKey().reveal(), MASTER_KEYS_FORMER: formerKeys },
      log,
    );
    await node.stop();
    expect(log.join("")).not.toContain(right.reveal());
  });
});
