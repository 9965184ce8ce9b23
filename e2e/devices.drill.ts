import { randomBytes } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import { openDatabase } from "../server/db/database.ts";
import { freePort } from "../server/http/free_port.ts";
import { planOf, whenNeeded } from "../test/plans.ts";
import type { Target } from "../test/proxy.ts";
import { SEED, seededRandom } from "../test/random.ts";
import { type ServerProcess, startServer, temporaryDirectory } from "../test/server-process.ts";
import { commentField } from "./support/comments.ts";
import { Device } from "./support/device.ts";
import { doseRow } from "./support/doses.ts";
import { addMember, makeAccount, notebookOf, noteOf } from "./support/people.ts";
import { createDatabase } from "./support/postgres.ts";
import { type RunningNode, signSession } from "./support/running-node.ts";
import { taskOf, taskRow } from "./support/tasks.ts";

const KILLS = Number(process.env.DEVICE_KILLS ?? 6);
/** So many things are done between two kills. */
const BETWEEN_KILLS = 30;
const TASKS = ["Weigh her", "Water the flowers"];
const HOUR = 3_600_000;

/** Of one notebook; those whose names differ in a number alone would count as one medicine. */
const MEDICINES = [
  "ramipril",
  "metformin",
  "aspirin",
  "ibuprofen",
  "simeticone",
  "bisoprolol",
  "torasemide",
  "paracetamol",
  "melatonin",
  "pantoprazole",
];

/** After so many kills devices open another notebook, so that its pages don't grow without end. */
const KILLS_PER_GROUP = MEDICINES.length;

const random = seededRandom();
const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;

/** A comment, note or dose that a device wrote; `isKept` once its page shows that it is kept or stored. */
type Written = { text: string; isKept: boolean };
/** A comment that was changed: its first words, and the number of the change, which grows. */
type Edit = { comment: string; number: number; isKept: boolean };
/** What is written in between: a notebook with a note, and a medicine for each kill. */
type Group = { diaryId: string; care: string; note: string };

test("what three browsers write is stored once and in order, whatever is killed or cut, and all show the same", async () => {
  test.setTimeout(KILLS * 120_000 + 300_000);
  console.log(`${KILLS} kills, with SEED=${SEED}`);
  const service = await startNodes();
  const [anna, jonas] = [await makeAccount(service.node, "Anna"), await makeAccount(service.node, "Jonas")];
  const author = { ...anna, context: null as never };
  const groups: Group[] = [];
  for (let first = 0; first < KILLS; first += KILLS_PER_GROUP) {
    const { _id: diaryId, shortId } = await notebookOf(anna);
    await addMember(service.node, diaryId, { ...jonas, context: null as never }, "member");
    const note = await noteOf(author, diaryId, "The drill");
    for (const title of TASKS)
      await taskOf(anna, diaryId, title, { noteId: note._id, assignedTo: anna.userId });
    for (let kill = first; kill < Math.min(KILLS, first + KILLS_PER_GROUP); kill++)
      await planOf(anna, diaryId, MEDICINES[kill - first]!, whenNeeded());
    groups.push({ diaryId, care: `/care/${shortId}`, note: `/care/${shortId}/note/${note.shortId}` });
  }
  let group = groups[0]!;

  const owners = [anna, anna, jonas];
  const devices = await Promise.all(
    owners.map(async ({ cookie }) =>
      Device.create(service.origin, service.target(), { ...cookie, url: service.origin }),
    ),
  );
  const written: Written[][] = devices.map(() => []);
  const [notes, doses]: [Written[], Written[]] = [[], []];
  const edits: Edit[] = [];
  const counts = {
    comments: 0,
    edits: 0,
    notes: 0,
    doses: 0,
    ticks: 0,
    cuts: 0,
    reloads: 0,
    browsers: 0,
    servers: 0,
  };
  for (const device of devices) {
    await device.open(group.note);
    await expect(commentField(device.page)).toBeVisible({ timeout: 60_000 });
    await device.page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  }

  for (let kill = 0; kill < KILLS; kill++) {
    group = groups[Math.floor(kill / KILLS_PER_GROUP)]!;
    for (let step = 0; step < BETWEEN_KILLS; step++) {
      const index = Math.floor(random() * devices.length);
      const device = devices[index]!;
      const what = random();
      if (what < 0.67) {
        const text = `${"ABC"[index]} ${written[index]!.length + 1} of the drill`;
        const one = { text, isKept: false };
        if (!(await writeComment(device.page, text))) await comeBack(device, service.target(), group.note);
        else {
          written[index]!.push(one);
          counts.comments++;
          one.isKept = await isKept(device.page, text);
        }
      } else if (what < 0.75) {
        const edit = await editNewest(device.page, "ABC"[index]!, counts.edits + 1);
        if (edit) {
          edits.push(edit);
          counts.edits++;
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
    notes.push(await writeNote(victim.page, group, `Note ${kill + 1}`));
    counts.notes++;
    doses.push(await giveDose(victim.page, group, MEDICINES[kill % KILLS_PER_GROUP]!));
    counts.doses++;
    await victim.kill();
    counts.browsers++;
    await victim.open(group.note, Math.round((random() - 0.5) * 4 * HOUR));
    if (kill % 10 === 9) console.log(`${kill + 1} kills: ${JSON.stringify(counts)}`);
  }

  for (const device of devices) await comeBack(device, service.target(), group.note);
  const read = async (query: string) =>
    (await service.node.database().pool.query(query)).rows.map(({ text }) => text as string);
  const readContents = () => read("select content as text from comments order by created_at, id");
  const readStored = async () => (await readContents()).map(firstWords);
  const readNotes = () => read("select title as text from notes where title like 'Note %'");
  const readDoses = () =>
    read(
      `select d.diary_id || ' ' || (p.facts ->> 'name') as text from doses d join medication_plans p on p.id = d.plan_id`,
    );
  const kept = written.flat().filter((one) => one.isKept);
  await expect
    .poll(
      async () => {
        const stored = new Set([...(await readStored()), ...(await readNotes()), ...(await readDoses())]);
        return [...kept, ...notes, ...doses].filter((one) => one.isKept && !stored.has(one.text));
      },
      { timeout: 180_000 },
    )
    .toEqual([]);
  const stored = await readStored();
  for (const all of [stored, await readNotes(), await readDoses()])
    expect(all.length, "none is doubled").toBe(new Set(all).size);
  for (const [index, own] of written.entries()) {
    const order = own.map(({ text }) => text).filter((text) => stored.includes(text));
    expect(
      stored.filter((text) => text.startsWith("ABC"[index]!)),
      "the order of a device",
    ).toEqual(order);
  }
  const contents = new Map((await readContents()).map((text) => [firstWords(text), text]));
  for (const { comment } of edits) {
    const all = edits.filter((one) => one.comment === comment).map((one) => one.number);
    const lastKept = Math.max(
      0,
      ...edits.filter((one) => one.comment === comment && one.isKept).map((one) => one.number),
    );
    const found = Number(/, edit (\d+)$/.exec(contents.get(comment)!)?.[1] ?? 0);
    expect([0, ...all], comment).toContain(found);
    expect(found, `the last change of ${comment}`).toBeGreaterThanOrEqual(lastKept);
  }
  const shown = (page: Page) =>
    page.evaluate((titles) => {
      const texts = [...document.querySelectorAll("li")].map(({ textContent }) => textContent);
      const ticks = titles.map((title) => {
        const row = [...document.querySelectorAll("li")].find((each) => each.textContent.includes(title));
        return row?.querySelector<HTMLInputElement>("input[type=checkbox]")?.checked;
      });
      return {
        comments: texts
          .flatMap((text) => text.match(/[ABC] \d+ of the drill(, edit \d+)?/)?.[0] ?? [])
          .sort(),
        ticks,
      };
    }, TASKS);
  for (const { note } of groups) {
    for (const device of devices) await comeBack(device, service.target(), note);
    const first = await shown(devices[0]!.page);
    for (const device of devices)
      await expect.poll(() => shown(device.page), { timeout: 60_000 }).toEqual(first);
  }
  console.log(`${(await readNotes()).length} notes and ${(await readDoses()).length} doses are stored`);
  console.log(`${edits.length} edits, ${edits.filter((one) => one.isKept).length} were known as kept`);
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

/** The words that a comment has from its writing on. */
const firstWords = (text: string): string => /^[ABC] \d+ of the drill/.exec(text)![0];

/** Changes the newest comment of a device; null where its page shows none, or doesn't let it be changed. */
async function editNewest(page: Page, letter: string, number: number): Promise<Edit | null> {
  try {
    const row = page
      .getByRole("listitem")
      .filter({
        hasText: new RegExp(`${letter} \\d+ of the drill`),
        has: page.getByRole("button", { name: "Edit" }),
      })
      .last();
    await row.getByRole("button", { name: "Edit" }).click({ timeout: 5000 });
    const field = page.getByLabel("Change the comment");
    // Of the form, and not of the row: another one may be the newest meanwhile.
    const comment = firstWords(await field.inputValue({ timeout: 5000 }));
    const text = `${comment}, edit ${number}`;
    await field.fill(text, { timeout: 5000 });
    await page.getByRole("button", { name: "Save" }).click({ timeout: 5000 });
    const isClosed = await field.waitFor({ state: "hidden", timeout: 10_000 }).then(
      () => true,
      () => false,
    );
    return { comment, number, isKept: isClosed && (await isKept(page, text)) };
  } catch {
    return null;
  }
}

/** Writes a note; it is kept once its form has closed. */
async function writeNote(page: Page, { care }: Group, title: string): Promise<Written> {
  try {
    await page.goto(`${care}/note/new?type=default`);
    await page.getByLabel("Title").fill(title, { timeout: 5000 });
    await page.getByLabel("Content").fill("Of the drill.");
    await page.getByRole("button", { name: "Save note" }).click({ timeout: 5000 });
    await page.waitForURL((url) => !url.pathname.endsWith("/new"), { timeout: 15_000 });
    return { text: title, isKept: true };
  } catch {
    return { text: title, isKept: false };
  }
}

/** Gives a dose; it is kept once its row shows that. */
async function giveDose(page: Page, { diaryId, care }: Group, name: string): Promise<Written> {
  try {
    await page.goto(`${care}/doses`);
    const row = doseRow(page, name);
    await row.getByRole("button", { name: /^Give\s?:/ }).click({ timeout: 5000 });
    await expect(row).toContainText(/Kept on this phone|Last: 1 tablet/);
    return { text: `${diaryId} ${name}`, isKept: true };
  } catch {
    return { text: `${diaryId} ${name}`, isKept: false };
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
