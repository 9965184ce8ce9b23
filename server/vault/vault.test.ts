import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { notebookOf, somebody } from "../../test/people.ts";
import { type Service, startService } from "../../test/service.ts";

let service: Service;
let diaryId: string;
beforeAll(async () => {
  service = await startService();
  diaryId = await notebookOf(await somebody(service, "Vera Vault"));
});
afterAll(() => service.close());

const text = "Twelve metres, two rests.";

describe("the vault", () => {
  it("opens what it has sealed", async () => {
    const { vault, database } = service;
    const sealed = await database.db
      .transaction()
      .execute((db) => vault.seal(db, diaryId, "note/1/1/head", Buffer.from(text)));
    expect(sealed.includes(text)).toBe(false);
    expect((await vault.open(database.db, diaryId, "note/1/1/head", sealed)).toString()).toBe(text);
  });
});
