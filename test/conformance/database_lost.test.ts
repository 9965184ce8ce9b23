import { afterAll, beforeAll, expect, it } from "vitest";
import { type Node, serveNode } from "../node.ts";
import { api, careTeam, createNote, noteArguments } from "../people.ts";
import type { FaultProxy } from "../proxy.ts";
import { type Service, startService } from "../service.ts";
import { holdClientClock } from "./client_clock.ts";
import { proxyToDatabase } from "./proxies.ts";
import { eventually } from "./waiting.ts";

/** So often the node asks for its database in vain. */
const REFUSED = 5;

let service: Service;
/** A node whose line to the database can be cut. */
let node: Node;
let line: FaultProxy;
beforeAll(async () => {
  service = await startService();
  const { connectionString, proxy } = await proxyToDatabase(service.database.connectionString);
  line = proxy;
  node = await serveNode({ connectionString, verifyToken: service.issuer.verifyToken });
});
afterAll(async () => {
  await node.close();
  await line.close();
  await service.close();
});

const titlesOf = async (diaryId: string) => {
  const { rows } = await service.database.pool.query("select title from notes where diary_id = $1", [
    diaryId,
  ]);
  return rows.map(({ title }) => title).sort();
};

it("S4 rule 3 neither refuses nor repeats a commit whose answer the node never got while the database was away for seconds", async () => {
  const { diaryId, owner } = await careTeam(service);
  const client = service.connect(owner, { url: node.url });
  await client.mutation(api.notes.createNote, noteArguments(diaryId, { title: "before" }));
  let committing: unknown = null;
  let lost = false;
  let back: Promise<void> | null = null;
  line.tap.up = (piece, link) => {
    if (!lost && /commit\s*;/.test(piece.toString("latin1"))) committing = link;
    return undefined;
  };
  line.tap.down = (_, link) => {
    if (link !== committing || lost) return undefined;
    // PostgreSQL has answered, so it has committed.
    lost = true;
    line.faults.refuse = true;
    line.cut();
    const before = line.attempts;
    back = eventually(() => line.attempts - before >= REFUSED).then(() => {
      line.faults.refuse = false;
    });
    return false;
  };
  const id = await client.mutation(api.notes.createNote, noteArguments(diaryId, { title: "once" }));
  line.tap.up = line.tap.down = null;
  expect(lost).toBe(true);
  await back;
  expect(await titlesOf(diaryId)).toEqual(["before", "once"]);
  expect(await owner.http.query(api.notes.getNote, { noteId: id })).toMatchObject({ title: "once" });
  await client.close();
});

it("S4 rule 5 stores each write once and shows nothing stale while all database connections end again and again", async () => {
  const clock = holdClientClock({ reconnectsSoon: true });
  const { diaryId, owner, admin, caregiver } = await careTeam(service);
  const watcher = service.connect(caregiver, { url: node.url });
  let shown: string[] = [];
  watcher.onUpdate(api.notes.listNotes, { diaryId }, (notes) => {
    shown = notes.map(({ title }) => title);
  });
  let writing = true;
  let ended = 0;
  let acknowledged = 0;
  const ending = (async () => {
    while (writing) {
      const before = acknowledged;
      await eventually(() => acknowledged > before || !writing);
      const { rowCount } = await service.database.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
      );
      ended += rowCount ?? 0;
    }
  })();
  const expected: string[] = [];
  await Promise.all(
    [owner, admin].map(async (person, p) => {
      const client = service.connect(person, { url: node.url });
      for (let i = 0; i < 20; i++) {
        const title = `Note ${p} ${i}`;
        expected.push(title);
        await client.mutation(api.notes.createNote, noteArguments(diaryId, { title }));
        acknowledged++;
      }
    }),
  );
  writing = false;
  await ending;
  expect(ended).toBeGreaterThan(10);
  expect(await titlesOf(diaryId)).toEqual([...expected].sort());
  await eventually(
    () => shown.length === expected.length,
    undefined,
    () => `${shown.length} shown`,
  );
  expect([...shown].sort()).toEqual([...expected].sort());
  // By another node, after the session that listens for hints was ended as well.
  await eventually(async () => {
    const { rows } = await service.database.pool.query(
      "select count(*)::int as n from pg_stat_activity where application_name = 'carediary hints' and datname = current_database()",
    );
    return rows[0].n === 2;
  });
  await createNote(owner, diaryId, { title: "Afterwards" });
  await eventually(() => shown.includes("Afterwards"));
  clock.restore();
}, 60_000);
