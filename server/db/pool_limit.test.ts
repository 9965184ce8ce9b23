import { expect, it, onTestFinished, vi } from "vitest";
import { eventually } from "../../test/conformance/waiting.ts";
import { api, createPerson } from "../../test/people.ts";
import { startService } from "../../test/service.ts";

it('answers "The server is busy" when no database connection becomes free in time', async () => {
  const service = await startService();
  const maria = await createPerson(service, "Maria");
  const { pool } = service.database;
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
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
  const answers = Promise.allSettled(calls);
  await eventually(() => pool.waitingCount === calls.length);
  vi.advanceTimersByTime(9_999);
  expect(pool.waitingCount).toBe(calls.length);
  vi.advanceTimersByTime(1);
  expect(pool.waitingCount).toBe(0);
  for (const answer of await answers) expect(answer).toMatchObject({ status: "rejected", reason: busy });
  vi.useRealTimers();

  for (const client of held) client.release();
  await maria.http.query(api.users.getCurrentUser, {});
  await service.close();
});
