import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLoopClock } from "../../test/fake_clock.ts";
import { api, createNotebook, createPerson, noteArguments } from "../../test/people.ts";
import { type Service, startService } from "../../test/service.ts";

const clock = createLoopClock();
let service: Service;
beforeAll(async () => {
  service = await startService({ clock });
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
      if (i % 10 === 0) await clock.advance(15_000);
    }
    // A client that can't read a message drops the connection and comes back.
    expect(client.client.connectionState().connectionCount).toBe(1);
  });
});
