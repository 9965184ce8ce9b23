import { randomBytes } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import { openDatabase } from "../server/db/database.ts";
import { freePort } from "../server/http/free_port.ts";
import type { Target } from "../test/proxy.ts";
import { SEED, seededRandom } from "../test/random.ts";
import { type ServerProcess, startServer, temporaryDirectory } from "../test/server-process.ts";
import { commentField } from "./support/comments.ts";
import { Device } from "./support/device.ts";
import { addMember, makeAccount, notebookOf, noteOf } from "./support/people.ts";
import { createDatabase } from "./support/postgres.ts";
import { type RunningNode, signSession } from "./support/running-node.ts";
import { taskOf, taskRow } from "./support/tasks.ts";

const KILLS = Number(process.env.DEVICE_KILLS ?? 6);
/** So many things are done between two kills. */
const BETWEEN_KILLS = 25;
/** After so many kills devices open another note, so that its page doesn't grow without end. */
const KILLS_PER_NOTE = 10;
const TASKS = ["Weigh her", "Water the flowers"];
const HOUR = 3_600_000;

const random = seededRandom();
const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;

/** A comment that a device wrote; `isKept` once its page no longer holds it as unsent. */
type Written = { text: string; isKept: boolean };

test("what three browsers write is stored once and in order, whatever is killed or cut, and all show the same", async () => {
  test.setTimeout(KILLS * 120_000 + 300_000);
  console.log(`${KILLS} kills, with SEED=${SEED}`);
  const service = await startNodes();
  const [anna, jonas] = [await makeAccount(service.node, "Anna"), await makeAccount(service.node, "Jonas")];
  const rosa = await notebookOf(anna);
  await addMember(service.node, rosa._id, { ...jonas, context: null as never }, "member");
  const author = { ...anna, context: null as never };
  const paths: string[] = [];
  for (let count = 0; count * KILLS_PER_NOTE < KILLS; count++) {
    const note = await noteOf(author, rosa._id, `Week ${count + 1}`);
    for (const title of TASKS)
      await taskOf(anna, rosa._id, title, { noteId: note._id, assignedTo: anna.userId });
    paths.push(`/care/${rosa.shortId}/note/${note.shortId}`);
  }
  let path = paths[0]!;

  const owners = [anna, anna, jonas];
  const devices = await Promise.all(
    owners.map(async ({ cookie }) =>
      Device.create(service.origin, service.target(), { ...cookie, url: service.origin }),
    ),
  );
  const written: Written[][] = devices.map(() => []);
  const counts = { comments: 0, ticks: 0, cuts: 0, reloads: 0, browsers: 0, servers: 0 };
  for (const device of devices) {
    await device.open(path);
    await expect(commentField(device.page)).toBeVisible({ timeout: 60_000 });
    await device.page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  }

  for (let kill = 0; kill < KILLS; kill++) {
    path = paths[Math.floor(kill / KILLS_PER_NOTE)]!;
    for (let step = 0; step < BETWEEN_KILLS; step++) {
      const index = Math.floor(random() * devices.length);
      const device = devices[index]!;
      const what = random();
      if (what < 0.75) {
        const text = `${"ABC"[index]} ${written[index]!.length + 1} of the drill`;
        const one = { text, isKept: false };
        if (!(await writeComment(device.page, text))) await comeBack(device, service.target(), path);
        else {
          written[index]!.push(one);
          counts.comments++;
          one.isKept = await isKept(device.page, text);
        }
      } else if (what < 0.85) {
        await taskRow(device.page, oneOf(TASKS))
          .getByRole("checkbox")
          .click({ timeout: 5000 })
          .catch(() => {});
        counts.ticks++;
      } else if (what < 0.9) {
        device.cut();
        counts.cuts++;
      } else if (what < 0.97) device.mend(service.target());
      else {
        await device.page.reload().catch(() => {});
        counts.reloads++;
      }
    }
    if (random() < 0.2) {
      await service.killOne();
      for (const device of devices) device.move(service.target());
      counts.servers++;
    }
    const victim = oneOf(devices);
    await victim.kill();
    counts.browsers++;
    await victim.open(path, Math.round((random() - 0.5) * 4 * HOUR));
    if (kill % 10 === 9) console.log(`${kill + 1} kills: ${JSON.stringify(counts)}`);
  }

  for (const device of devices) await comeBack(device, service.target(), path);
  const readStored = async () => {
    const { rows } = await service.node
      .database()
      .pool.query("select content from comments order by created_at, id");
    return rows.map(({ content }) => content as string);
  };
  const kept = written.flat().filter((one) => one.isKept);
  await expect
    .poll(
      async () => {
        const stored = new Set(await readStored());
        return kept.filter(({ text }) => !stored.has(text)).map(({ text }) => text);
      },
      { timeout: 180_000 },
    )
    .toEqual([]);
  const stored = await readStored();
  expect(stored.length, "none is doubled").toBe(new Set(stored).size);
  for (const [index, own] of written.entries()) {
    const order = own.map(({ text }) => text).filter((text) => stored.includes(text));
    expect(
      stored.filter((text) => text.startsWith("ABC"[index]!)),
      "the order of a device",
    ).toEqual(order);
  }
  const shown = (page: Page) =>
    page.evaluate((titles) => {
      const texts = [...document.querySelectorAll("li")].map(({ textContent }) => textContent);
      const ticks = titles.map((title) => {
        const row = [...document.querySelectorAll("li")].find((each) => each.textContent.includes(title));
        return row?.querySelector<HTMLInputElement>("input[type=checkbox]")?.checked;
      });
      return { comments: texts.flatMap((text) => text.match(/[ABC] \d+ of the drill/) ?? []).sort(), ticks };
    }, TASKS);
  for (const one of paths) {
    for (const device of devices) await comeBack(device, service.target(), one);
    const first = await shown(devices[0]!.page);
    for (const device of devices)
      await expect.poll(() => shown(device.page), { timeout: 60_000 }).toEqual(first);
  }
  console.log(
    `${stored.length} of ${written.flat().length} comments are stored, ${kept.length} were known as kept`,
  );
  console.log(JSON.stringify(counts));
  for (const device of devices) await device.remove();
  await service.stop();
});

/** Writes a comment; false where the page has no field for it. */
async function writeComment(page: Page, text: string): Promise<boolean> {
  try {
    await commentField(page).fill(text, { timeout: 5000 });
    await page.getByRole("button", { name: "Send" }).click({ timeout: 5000 });
    return true;
  } catch {
    return false;
  }
}

/** Whether the page holds the text no more: this device keeps it, or the server has it. */
const isKept = (page: Page, text: string): Promise<boolean> =>
  page
    .waitForFunction((wanted) => !JSON.stringify({ ...localStorage }).includes(wanted), text, {
      timeout: 10_000,
    })
    .then(
      () => true,
      () => false,
    );

async function comeBack(device: Device, target: Target, path: string): Promise<void> {
  device.mend(target);
  await expect(async () => {
    await device.page.goto(path);
    await expect(commentField(device.page)).toBeVisible({ timeout: 20_000 });
  }).toPass({ timeout: 120_000 });
}

/** Two nodes as processes on one database, behind one public address. One is alive at any time. */
async function startNodes() {
  const database = (await createDatabase())!;
  const data = await temporaryDirectory();
  const secret = randomBytes(32).toString("base64url");
  const own = openDatabase(database.connectionString, { max: 2 });
  const origin = `http://localhost:${await freePort()}`;
  const ports = [await freePort(), await freePort()];
  const start = (port: number) =>
    startServer(
      {
        DATABASE_URL: database.connectionString,
        DATA_DIR: data.path,
        BASE_URL: origin,
        SECRET_KEY: secret,
        PORT: String(port),
      },
      { client: true },
    );
  const nodes: ServerProcess[] = [];
  for (const port of ports) nodes.push(await start(port));
  let current = 0;
  const node = {
    url: `http://127.0.0.1:${ports[0]}`,
    database: () => own,
    signature: async (token: string) => signSession(secret, token),
  } as unknown as RunningNode;
  return {
    node,
    origin,
    target: (): Target => ({ host: "127.0.0.1", port: ports[current]! }),
    /** Kills the node that serves; the other one serves from now on, and the killed one starts again. */
    async killOne(): Promise<void> {
      const killed = current;
      await nodes[killed]!.end("SIGKILL");
      current = 1 - current;
      nodes[killed] = await start(ports[killed]!);
    },
    async stop(): Promise<void> {
      for (const one of nodes) await one.end("SIGTERM");
      await own.close();
      await database.drop();
      await data.remove();
    },
  };
}
