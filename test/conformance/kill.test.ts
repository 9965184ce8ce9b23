import { afterAll, beforeAll, expect, it } from "vitest";
import { api, careTeam, noteArguments } from "../people.ts";
import { seededRandom } from "../random.ts";
import { type Service, startService } from "../service.ts";
import { holdClientClock } from "./client_clock.ts";
import { endNodeProcesses, startNodeProcess } from "./node_processes.ts";
import { addressOf, proxyTo } from "./proxies.ts";
import { eventually } from "./waiting.ts";

const random = seededRandom();

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  endNodeProcesses();
  await service.close();
});

it("S4 rule 3 rule 5 stores each write once and in order and updates watchers on other nodes when kill -9 ends writing nodes three times", async () => {
  const clock = holdClientClock({ reconnectsSoon: true });
  const { diaryId, owner, admin, caregiver, viewer } = await careTeam(service);
  const nodes = await Promise.all([startNodeProcess(service), startNodeProcess(service)]);
  const { proxy, url } = await proxyTo(nodes[0]!.url);

  const watcher = service.connect(viewer);
  let shown = new Map<string, string>();
  watcher.onUpdate(api.notes.listNotes, { diaryId }, (notes) => {
    shown = new Map(notes.map(({ _id, title }) => [_id, title]));
  });

  // A kill comes with one of the messages, at any step of the node.
  let messages = 0;
  proxy.tap.up = () => {
    messages++;
    return undefined;
  };
  let kills = 0;
  let acknowledged = 0;
  let writing = true;
  const killing = (async () => {
    while (kills < 3 && writing) {
      const before = acknowledged;
      await eventually(() => acknowledged > before + 12 || !writing);
      const last = messages + Math.floor(random() * 8);
      await eventually(() => messages >= last || !writing);
      const dead = nodes.shift()!;
      proxy.target = addressOf(nodes[0]!.url);
      await dead.kill();
      kills++;
      if (kills < 3) nodes.push(await startNodeProcess(service));
    }
  })();
  const { diaryId: _, type: __, ...fields } = noteArguments(diaryId, { visibility: "extended" });
  const last = await Promise.all(
    [owner, admin, caregiver].map(async (person) => {
      const client = service.connect(person, { url });
      const noteId = await client.mutation(
        api.notes.createNote,
        noteArguments(diaryId, { visibility: "extended" }),
      );
      let next = 0;
      while (kills < 3) {
        await Promise.all(
          [0, 1, 2].map(async () => {
            await client.mutation(api.notes.updateNote, { ...fields, noteId, title: `Edit ${next++}` });
            acknowledged++;
          }),
        );
      }
      const { rows } = await service.database.pool.query(
        `select version, title from note_versions where note_id = $1
         union all select version, title from notes where id = $1 order by version`,
        [noteId],
      );
      expect(rows.slice(1).map(({ title }) => title)).toEqual(
        Array.from({ length: next }, (___, i) => `Edit ${i}`),
      );
      await client.close();
      return [noteId, `Edit ${next - 1}`] as const;
    }),
  );
  writing = false;
  await killing;
  clock.restore();
  expect(kills).toBe(3);
  // The killed nodes could no longer tell of their last commits: the sweep finds them.
  await eventually(() => last.every(([id, title]) => shown.get(id) === title));
  await proxy.close();
}, 90_000);
