import { expect, it } from "vitest";
import { api, createPerson } from "../../test/people.ts";
import { startService } from "../../test/service.ts";

it('answers "The server is busy" when no database connection becomes free in time', async () => {
  const service = await startService();
  const maria = await createPerson(service, "Maria");
  const { pool } = service.database;
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  const begin = performance.now();
  const busy = { data: { code: "busy", message: "The server is busy. Please try again." } };
  const calls = [
    maria.http.query(api.users.getCurrentUser, {}),
    maria.http.action(api.attachments.generateUploadUrl, {
      diaryId: "x",
      noteId: "x",
      filename: "leaflet.txt",
      mimeType: "text/plain",
    }),
  ];
  for (const call of calls) await expect(call).rejects.toMatchObject(busy);
  expect(performance.now() - begin).toBeLessThan(12_000);

  for (const client of held) client.release();
  await maria.http.query(api.users.getCurrentUser, {});
  await service.close();
}, 40_000);
