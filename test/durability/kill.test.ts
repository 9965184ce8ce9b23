import { afterAll, beforeAll, expect, it } from "vitest";
import { holdClientClock } from "../conformance/client_clock.ts";
import { eventually, sleep } from "../conformance/waiting.ts";
import { seededRandom } from "../random.ts";
import { postgresPid, type ServerProcess, startServer } from "../server-process.ts";
import { usedDirectory } from "../used-directory.ts";
import { createHousehold, onDatabase } from "./household.ts";
import { Writer } from "./writer.ts";

const random = seededRandom();

// The whole program with its own PostgreSQL, flushing as in production. What a power cut would take from the disk's
// own cache can't be shown by killing processes.
let directory: Awaited<ReturnType<typeof usedDirectory>>;
let server: ServerProcess;
beforeAll(async () => {
  directory = await usedDirectory();
  server = await startServer({ DATA_DIR: directory.path });
});
afterAll(async () => {
  await server?.end("SIGTERM");
  await directory?.remove();
});

/** `kill -9` of the server, of PostgreSQL or of both at once; whoever ran the server starts it again. */
const KILLS = {
  async server() {
    await server.end("SIGKILL");
    await restartServer();
  },
  async postgres() {
    process.kill((await postgresPid(directory.path))!, "SIGKILL");
  },
  async both() {
    process.kill((await postgresPid(directory.path))!, "SIGKILL");
    await server.end("SIGKILL");
    await restartServer();
  },
};

async function restartServer(): Promise<void> {
  server = await startServer({ DATA_DIR: directory.path, PORT: new URL(server.url).port });
}

it("stores each acknowledged note exactly once when the server, PostgreSQL or both are killed at random moments", async () => {
  // Seconds of waiting to reconnect become fractions of one, so that the time goes to writing.
  const clock = holdClientClock({ reconnectsSoon: true });
  const { diaryId, people } = await createHousehold(server.url, directory.path, ["Maria", "Jonas", "Ayse"]);
  const writers = people.flatMap((person) =>
    ["phone", "laptop"].map((device) => new Writer(person.device(), diaryId, `${person.email} ${device}`)),
  );
  const acknowledgedCount = () => {
    for (const { refusal } of writers) if (refusal) throw refusal;
    return writers.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);
  };

  let underWay = 0;
  for (const kill of [KILLS.postgres, KILLS.server, KILLS.both]) {
    const before = acknowledgedCount();
    await eventually(() => acknowledgedCount() > before + 30, 30_000);
    await sleep(random() * 300);
    underWay += writers.reduce((sum, { unanswered }) => sum + unanswered, 0);
    await kill();
  }
  const before = acknowledgedCount();
  await eventually(() => acknowledgedCount() > before + 30, 30_000);
  await Promise.all(writers.map((writer) => writer.finish()));
  clock.restore();
  expect(underWay).toBeGreaterThan(12);

  const stored = await onDatabase(directory.path, async ({ pool }) => {
    // Ids are in the order of time.
    const { rows } = await pool.query<{ id: string; title: string }>(
      "select id, title from notes where diary_id = $1 order by id",
      [diaryId],
    );
    return rows;
  });
  const titles = stored.map(({ title }) => title);
  const doubled = titles.filter((title, index) => titles.indexOf(title) !== index);
  expect(doubled, "stored twice").toEqual([]);
  const idOf = new Map(stored.map(({ id, title }) => [title, id]));
  const lost = writers.flatMap(({ acknowledged }) =>
    [...acknowledged].filter(([title, id]) => idOf.get(title) !== id),
  );
  expect(lost, "acknowledged, but not stored as said").toEqual([]);
  // Those that were under way at a kill included, each in its place.
  for (const { sent: own } of writers) {
    const mine = new Set(own);
    expect(titles.filter((title) => mine.has(title))).toEqual(own);
  }
}, 150_000);
