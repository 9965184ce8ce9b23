import { describe, expect, it } from "vitest";
import { createTestDatabase } from "../../test/database.ts";
import { deletePushKey, findPushKey } from "../auth/push_key_data.ts";
import { type Database, openDatabase } from "../db/database.ts";
import { openPushKey } from "./keys.ts";

const SECRET = "a secret of tests, of enough characters";

async function withDatabase(work: (database: Database) => Promise<void>) {
  const { connectionString, drop } = await createTestDatabase();
  const database = openDatabase(connectionString);
  try {
    await work(database);
  } finally {
    await database.close();
    await drop();
  }
}

describe("the key for push services", () => {
  it("is made once, by one of the nodes that start at once, and sealed", () =>
    withDatabase(async ({ db }) => {
      const keys = await Promise.all(Array.from({ length: 8 }, () => openPushKey(db, SECRET)));
      expect(new Set(keys.map((key) => key?.publicKey)).size).toBe(1);
      expect(keys[0]!.privateJwk).toMatchObject({ kty: "EC", crv: "P-256", d: expect.any(String) });
      expect(await openPushKey(db, SECRET)).toEqual(keys[0]);
      const stored = (await findPushKey(db))!;
      expect(JSON.stringify(stored)).not.toContain(keys[0]!.privateJwk.d);
    }));

  it("stays with another secret: only the operator makes a new one", () =>
    withDatabase(async ({ db }) => {
      const { publicKey } = (await openPushKey(db, SECRET))!;
      expect(await openPushKey(db, `${SECRET}, another`)).toBeNull();
      expect((await findPushKey(db))!.publicKey).toBe(publicKey);
      await deletePushKey(db);
      expect((await openPushKey(db, `${SECRET}, another`))!.publicKey).not.toBe(publicKey);
    }));
});
