import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { api, createNotebook, createPerson, noteArguments } from "../../test/people.ts";
import { type Service, startService } from "../../test/service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService({ pingMs: 50 });
});
afterAll(() => service.close());

describe("the transport", () => {
  it("delivers whole lists that are sent as changes of earlier ones, also between pings", async () => {
    const owner = await createPerson(service, "Paula Ping");
    const diaryId = await createNotebook(owner);
    const client = service.connect(owner);
    let titles: string[] = [];
    client.onUpdate(api.notes.listNotes, { diaryId, limit: 50 }, (notes) => {
      titles = notes.map((note) => note.title);
    });
    const expected: string[] = [];
    for (let i = 0; i < 60; i++) {
      const title = `Note ${i}`;
      await client.mutation(
        api.notes.createNote,
        noteArguments(diaryId, { title, noteDate: 1_800_000_000_000 + i }),
      );
      expected.unshift(title);
      expect(titles).toEqual(expected.slice(0, 50));
      if (i % 10 === 0) await sleep(70);
    }
    // A client that can't read a message drops the connection and comes back.
    expect(client.client.connectionState().connectionCount).toBe(1);
  });
});
