import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MASTER_KEY } from "../../test/node.ts";
import { api, createNotebook, createPerson, noteArguments, type TestPerson } from "../../test/people.ts";
import { type Service, startService } from "../../test/service.ts";
import { CannotOpen } from "./cipher.ts";
import { createFixedMasterKeys, createMasterKey } from "./master_keys.ts";
import { createVault, MasterKeyMissing, type Vault } from "./vault.ts";

let service: Service;
let owner: TestPerson;
beforeAll(async () => {
  service = await startService();
  owner = await createPerson(service, "Vera Vault");
});
afterAll(() => service.close());

const text = "Twelve metres, two rests.";
const sql = async (query: string, values: unknown[] = []) =>
  (await service.database.pool.query(query, values)).rows;
const keysOf = (diaryId: string) =>
  sql("select number, wrapped, master_key_id from notebook_keys where diary_id = $1 order by number", [
    diaryId,
  ]);

const seal = (diaryId: string, binding: string, plain = text, vault: Vault = service.vault) =>
  service.database.db.transaction().execute((db) => vault.seal(db, diaryId, binding, Buffer.from(plain)));
const open = async (diaryId: string, binding: string, sealed: Buffer, vault: Vault = service.vault) =>
  (await vault.open(service.database.db, diaryId, binding, sealed)).toString();

describe("the vault", () => {
  it("makes a notebook's data key at its first use and stores it only wrapped", async () => {
    const diaryId = await createNotebook(owner);
    expect(await keysOf(diaryId)).toEqual([]);
    const sealed = await seal(diaryId, "a");
    expect(await open(diaryId, "a", sealed)).toBe(text);
    const keys = await keysOf(diaryId);
    expect(keys).toEqual([{ number: 1, wrapped: expect.any(Buffer), master_key_id: MASTER_KEY.id }]);
    const dataKey = MASTER_KEY.unwrap(diaryId, 1, keys[0]!.wrapped);
    expect(keys[0]!.wrapped.includes(dataKey.bytes)).toBe(false);
    await seal(diaryId, "b");
    expect(await keysOf(diaryId)).toEqual(keys);
  });

  it("decrypts a message only in its own notebook and under its own binding", async () => {
    const [diaryId, elsewhere] = [await createNotebook(owner), await createNotebook(owner)];
    const sealed = await seal(diaryId, "a");
    await seal(elsewhere, "a");
    await expect(open(elsewhere, "a", sealed)).rejects.toThrow(new CannotOpen("damaged"));
    await expect(open(diaryId, "b", sealed)).rejects.toThrow(new CannotOpen("damaged"));
    // Even when somebody who writes to the database carries the key along with the message.
    await sql("delete from notebook_keys where diary_id = $1", [elsewhere]);
    await sql(
      `insert into notebook_keys (diary_id, number, wrapped, master_key_id)
       select $1, number, wrapped, master_key_id from notebook_keys where diary_id = $2`,
      [elsewhere, diaryId],
    );
    await expect(open(elsewhere, "a", sealed)).rejects.toThrow(new CannotOpen("damaged"));
  });

  it("makes one key when several servers start to use it at once", async () => {
    const other = await service.startSecondNode();
    for (let round = 0; round < 3; round++) {
      const diaryId = await createNotebook(owner);
      const sealed = await Promise.all(
        Array.from({ length: 16 }, (_, i) =>
          seal(diaryId, `${i}`, `text ${i}`, i % 2 ? service.vault : other.vault),
        ),
      );
      expect(await keysOf(diaryId)).toHaveLength(1);
      for (const [i, each] of sealed.entries()) expect(await open(diaryId, `${i}`, each)).toBe(`text ${i}`);
    }
  });

  it("makes one key when several first encrypted notes arrive at once", async () => {
    const diaryId = await createNotebook(owner);
    await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        owner.http.mutation(api.notes.createNote, {
          ...noteArguments(diaryId, { title: `Title ${i}` }),
          isEncrypted: true,
        }),
      ),
    );
    expect(await keysOf(diaryId)).toHaveLength(1);
    const titles = (await owner.http.query(api.notes.listNotes, { diaryId })).map((note) => note.title);
    expect(titles.sort()).toEqual(Array.from({ length: 12 }, (_, i) => `Title ${i}`).sort());
  });

  it("uses a new key once the former is retired, and still decrypts messages of the former", async () => {
    const diaryId = await createNotebook(owner);
    const before = await seal(diaryId, "a", "before");
    await sql("update notebook_keys set retired_at = now() where diary_id = $1", [diaryId]);
    const after = await seal(diaryId, "a", "after");
    expect((await keysOf(diaryId)).map((key) => key.number)).toEqual([1, 2]);
    expect([before.readUInt32BE(1), after.readUInt32BE(1)]).toEqual([1, 2]);
    expect([await open(diaryId, "a", before), await open(diaryId, "a", after)]).toEqual(["before", "after"]);
  });

  it("reports at once that a key was destroyed, and continues with a new one", async () => {
    const diaryId = await createNotebook(owner);
    const lost = await seal(diaryId, "a");
    expect(await open(diaryId, "a", lost)).toBe(text);
    await sql("update notebook_keys set wrapped = null, destroyed_at = now() where diary_id = $1", [diaryId]);
    await expect(open(diaryId, "a", lost)).rejects.toThrow(new CannotOpen("destroyed"));
    const kept = await seal(diaryId, "a", "kept");
    const opener = await service.vault.opener(service.database.db, diaryId);
    expect(opener("a", kept).toString()).toBe("kept");
    expect(() => opener("a", lost)).toThrow(new CannotOpen("destroyed"));
  });

  it("reports a missing master key, not a damaged message", async () => {
    const diaryId = await createNotebook(owner);
    const sealed = await seal(diaryId, "a");
    const other = createVault(createFixedMasterKeys(createMasterKey()));
    await expect(open(diaryId, "a", sealed, other)).rejects.toThrow(MasterKeyMissing);
    await expect(seal(diaryId, "b", text, other)).rejects.toThrow(MasterKeyMissing);
    const both = createVault(createFixedMasterKeys(createMasterKey(), [MASTER_KEY]));
    expect(await open(diaryId, "a", sealed, both)).toBe(text);
  });

  it("doesn't encrypt with a key that is being destroyed at that moment", async () => {
    const diaryId = await createNotebook(owner);
    await seal(diaryId, "a");
    const { pool, on } = service.database;
    const client = await pool.connect();
    try {
      await client.query("begin isolation level repeatable read; select 1 from users limit 1");
      await sql("update notebook_keys set wrapped = null, destroyed_at = now() where diary_id = $1", [
        diaryId,
      ]);
      await expect(service.vault.seal(on(client), diaryId, "b", Buffer.from(text))).rejects.toMatchObject({
        code: "40001",
      });
    } finally {
      await client.query("rollback");
      client.release();
    }
  });

  it("shows no key when it or its master key is printed", async () => {
    const diaryId = await createNotebook(owner);
    await seal(diaryId, "a");
    const [{ wrapped }] = (await keysOf(diaryId)) as [{ wrapped: Buffer }];
    const secrets = [Buffer.alloc(32, "test"), MASTER_KEY.unwrap(diaryId, 1, wrapped).bytes];
    const printed = JSON.stringify([service.vault, MASTER_KEY]);
    for (const secret of secrets) {
      for (const form of ["base64", "base64url", "hex", "latin1"] as const) {
        expect(printed).not.toContain(secret.toString(form));
      }
    }
  });
});
