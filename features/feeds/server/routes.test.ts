import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { rooms } from "../../../registry/rooms.ts";
import { deleteAccount } from "../../../server/auth/account_deletion.ts";
import { beginAt } from "../../../test/moment.ts";
import {
  addMember,
  api,
  careTeam,
  createNote,
  createNotebook,
  noteArguments,
  type TestPerson,
} from "../../../test/people.ts";
import { activateAs } from "../../../test/programs.ts";
import { proofFor } from "../../../test/proofs.ts";
import type { Service } from "../../../test/service.ts";

const startService = beginAt();

const DAY = 86_400_000;
const HOUR = 3_600_000;
const NOT_FOUND = { data: { code: "not-found", message: "This calendar link doesn't exist any more" } };

let service: Service;
let team: Awaited<ReturnType<typeof careTeam>>;
/** Each test fetches from an address of its own, whose links that open nothing are counted. */
let address = "";
let addresses = 0;
beforeAll(async () => {
  service = await startService({ trustProxy: true });
});
afterAll(() => service.close());
beforeEach(async () => {
  team = await careTeam(service);
  address = `198.51.100.${++addresses}`;
});

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;

type Settings = Partial<Parameters<typeof makeFeed>[1]>;
const makeFeed = (
  who: TestPerson,
  feed: {
    diaryId?: string;
    whose?: "mine" | "all";
    detail?: "titles" | "neutral";
    alarmMinutes?: 0 | 15 | 60 | null;
  } = {},
) => who.http.action(api.feeds.createFeed, { ...feed, proof: proofFor(who, "calendar") });
const linkOf = async (who: TestPerson, settings: Settings = {}) =>
  (await makeFeed(who, { diaryId: team.diaryId, whose: "all", ...settings })).link;

const get = (link: string, { method = "GET", ...headers }: Record<string, string> = {}) =>
  fetch(link, { method, headers: { "x-forwarded-for": address, ...headers } });
async function statusOf(link: string) {
  return (await get(link)).status;
}
async function fileOf(link: string) {
  const response = await get(link);
  expect(response.status).toBe(200);
  return response.text();
}

/** The properties of each event by its UID, unfolded. */
async function eventsOf(link: string) {
  const file = (await fileOf(link)).replaceAll("\r\n ", "");
  return file
    .split("BEGIN:VEVENT\r\n")
    .slice(1)
    .map((text) =>
      Object.fromEntries(
        text
          .split("\r\n")
          .filter((line) => line.includes(":"))
          .map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1)]),
      ),
    );
}
const summariesOf = async (link: string) => (await eventsOf(link)).map(({ SUMMARY }) => SUMMARY).sort();

const today = () => new Date().toISOString().slice(0, 10);
const dayFromNow = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
const addTask = (
  who: TestPerson,
  title: string,
  more: Partial<Parameters<typeof who.http.mutation<typeof api.tasks.createTask>>[1]> = {},
) =>
  who.http.mutation(api.tasks.createTask, {
    diaryId: team.diaryId,
    title,
    scheduledDay: today(),
    dateOnly: true,
    ...more,
  });

describe("a calendar feed", () => {
  it("is a calendar for everybody who has its link, with the headers of something private", async () => {
    const early = Math.floor(Date.now() / 1000) * 1000 + HOUR;
    const late = early + 2 * HOUR;
    await addTask(team.owner, "Turn her", { dateOnly: false, scheduledDay: undefined, scheduledDate: early });
    await addTask(team.owner, "Walk", {
      dateOnly: false,
      scheduledDay: undefined,
      scheduledDate: early,
      dueDate: late,
    });
    await addTask(team.owner, "Wash her hair");
    const link = await linkOf(team.viewer);
    expect(link).toMatch(new RegExp(`^${service.url}/api/calendars/[\\w-]{43}\\.ics$`));
    const response = await get(link);
    const body = Buffer.from(await response.arrayBuffer());
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/calendar; charset=utf-8",
      "content-length": String(body.byteLength),
      "cache-control": "private, no-cache",
      "x-robots-tag": "noindex",
      "referrer-policy": "no-referrer",
      etag: expect.stringMatching(/^"[\w-]{43}"$/),
      "last-modified": expect.stringMatching(/ GMT$/),
    });
    expect(body.toString()).toContain("\r\nX-WR-CALNAME:Rosa Blum");
    const utc = (at: number) => new Date(at).toISOString().replace(/[-:]|\.\d+/g, "");
    const byTitle = new Map((await eventsOf(link)).map((event) => [event.SUMMARY, event]));
    expect(byTitle.get("Turn her")).toMatchObject({ DTSTART: utc(early), DTEND: utc(early + 15 * 60_000) });
    expect(byTitle.get("Walk")).toMatchObject({ DTSTART: utc(early), DTEND: utc(late) });
    expect(byTitle.get("Wash her hair")).toMatchObject({
      "DTSTART;VALUE=DATE": today().replaceAll("-", ""),
      "DTEND;VALUE=DATE": dayFromNow(1).replaceAll("-", ""),
      TRANSP: "TRANSPARENT",
    });
  });

  it("answers that it is unchanged, and with the same bytes, until a task changes", async () => {
    const taskId = await addTask(team.owner, "Turn her");
    const link = await linkOf(team.owner);
    const first = await get(link);
    const etag = first.headers.get("etag")!;
    const body = await first.text();
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const again = await get(link, { "if-none-match": tag });
      expect([again.status, await again.text()]).toEqual([304, ""]);
      expect(again.headers.get("etag")).toBe(etag);
      expect(again.headers.get("last-modified")).toBe(first.headers.get("last-modified"));
    }
    expect(await fileOf(link)).toBe(body);
    const head = await get(link, { method: "HEAD" });
    expect([head.status, head.headers.get("etag"), await head.text()]).toEqual([200, etag, ""]);
    expect(head.headers.get("content-length")).toBe(String(Buffer.byteLength(body)));
    await team.owner.http.mutation(api.tasks.updateTask, { taskId, status: "completed" });
    const changed = await get(link, { "if-none-match": etag });
    expect(changed.status).toBe(200);
    expect(changed.headers.get("etag")).not.toBe(etag);
    expect(await changed.text()).toContain("SUMMARY:✓ Turn her");
  });

  it("raises the sequence of the changed event alone, and of all when its settings change", async () => {
    const ids = await Promise.all(["One", "Two", "Three"].map((title) => addTask(team.owner, title)));
    // Created a while ago: a sequence counts seconds.
    await sql(
      "update tasks set created_at = now() - interval '1 hour', updated_at = now() - interval '1 hour' where diary_id = $1",
      [team.diaryId],
    );
    const { feedId, link } = await makeFeed(team.owner, { diaryId: team.diaryId, whose: "all" });
    // From the tasks' own time: another now() may be a second later.
    await sql(
      "update calendar_feeds set changed_at = (select min(created_at) + interval '30 minutes' from tasks where diary_id = $2) where id = $1",
      [feedId, team.diaryId],
    );
    const sequences = async () =>
      new Map((await eventsOf(link)).map(({ UID, SEQUENCE }) => [UID!, Number(SEQUENCE)]));
    const before = await sequences();
    expect([...before.values()]).toEqual([1800, 1800, 1800]);
    await team.owner.http.mutation(api.tasks.updateTask, { taskId: ids[1]!, title: "Two and a half" });
    const changed = [...(await sequences())].filter(([uid, sequence]) => sequence !== before.get(uid));
    expect(changed.map(([uid]) => uid)).toEqual([`task-${ids[1]}@carediary`]);
    expect(changed[0]![1]).toBeGreaterThan(1800);
    await team.owner.http.mutation(api.feeds.changeFeed, { feedId, detail: "neutral" });
    for (const [uid, sequence] of await sequences()) expect(sequence).toBeGreaterThan(before.get(uid)!);
    expect(await summariesOf(link)).toEqual(["Care task", "Care task", "Care task"]);
    expect(await fileOf(link)).toContain("X-WR-CALNAME:CareDiary");
    await team.owner.http.mutation(api.users.updateSettings, { language: "de" });
    expect(await summariesOf(link)).toEqual(["Pflegeaufgabe", "Pflegeaufgabe", "Pflegeaufgabe"]);
  });

  it("has the tasks that the person sees in their lists: theirs and nobody's, or all", async () => {
    const { owner, caregiver } = team;
    await addTask(owner, "Of Clara", { assignedTo: caregiver.userId });
    await addTask(owner, "Of nobody");
    await addTask(owner, "Of Olga", { assignedTo: owner.userId });
    await addTask(owner, "Without a day", { scheduledDay: undefined, dateOnly: undefined });
    const cancelled = await addTask(owner, "Cancelled");
    await owner.http.mutation(api.tasks.updateTask, { taskId: cancelled, status: "cancelled" });
    for (const [title, days] of [
      ["Long ago", -31],
      ["A month ago", -30],
      ["In three months", 90],
      ["Later", 91],
    ] as const)
      await addTask(owner, title, { scheduledDay: dayFromNow(days) });
    const inWindow = ["A month ago", "In three months"];
    expect(await summariesOf(await linkOf(caregiver, { whose: "mine" }))).toEqual(
      [...inWindow, "Of Clara", "Of nobody"].sort(),
    );
    expect(await summariesOf(await linkOf(owner, { whose: "mine" }))).toEqual(
      [...inWindow, "Of Olga", "Of nobody"].sort(),
    );
    expect(await summariesOf(await linkOf(team.admin, { whose: "all" }))).toEqual(
      [...inWindow, "Of Clara", "Of Olga", "Of nobody"].sort(),
    );
  });

  it("leaves out the open tasks of a paused program until it goes on", async () => {
    const diaryProgramId = await activateAs(team.owner, team.diaryId);
    const link = await linkOf(team.owner);
    const before = await summariesOf(link);
    expect(before.length).toBeGreaterThan(3);
    const [{ id: taskId }] = await sql("select id from tasks where diary_id = $1 limit 1", [team.diaryId]);
    await team.owner.http.mutation(api.tasks.updateTask, { taskId, status: "completed" });
    await team.owner.http.mutation(api.programs.pauseDiaryProgram, { diaryProgramId });
    expect(await summariesOf(link)).toEqual([expect.stringMatching(/^✓ /)]);
    await team.owner.http.mutation(api.programs.resumeDiaryProgram, { diaryProgramId });
    expect(await summariesOf(link)).toHaveLength(before.length);
  });

  it("never names a task of a private or an encrypted note, and shows no task of a hidden one", async () => {
    const { owner, viewer, diaryId } = team;
    const note = (more: object) => createNote(owner, diaryId, { visibility: "extended", ...more });
    const open = await note({});
    await addTask(owner, "On everyone's note", { noteId: open });
    await addTask(owner, "On an encrypted note", { noteId: await note({ isEncrypted: true }) });
    await addTask(owner, "On a private note", { noteId: await note({ visibility: "private" }) });
    const [own, others] = [await linkOf(owner), await linkOf(viewer)];
    expect(await summariesOf(own)).toEqual(["Care task", "Care task", "On everyone's note"]);
    expect(await summariesOf(others)).toEqual(["Care task", "On everyone's note"]);
    const [event] = (await eventsOf(own)).filter(({ SUMMARY }) => SUMMARY === "Care task");
    expect(event!.DESCRIPTION).toMatch(new RegExp(`^${service.url}/tasks\\?task=[\\w-]+$`));
    // Made a while ago: a sequence counts seconds.
    await sql(
      "update tasks set created_at = now() - interval '1 hour', updated_at = now() - interval '1 hour' where diary_id = $1",
      [diaryId],
    );
    await sql("update notes set updated_at = now() - interval '1 hour' where diary_id = $1", [diaryId]);
    await sql("update calendar_feeds set changed_at = now() - interval '1 hour' where diary_id = $1", [
      diaryId,
    ]);
    const sequences = async () => (await eventsOf(own)).map(({ SEQUENCE }) => Number(SEQUENCE) > 3000).sort();
    expect(await sequences()).toEqual([false, false, false]);
    const { diaryId: _, type: __, ...hidden } = noteArguments(diaryId, { visibility: "private" });
    await owner.http.mutation(api.notes.updateNote, { noteId: open, ...hidden });
    expect(await summariesOf(others)).toEqual(["Care task"]);
    expect(await summariesOf(own)).toEqual(["Care task", "Care task", "Care task"]);
    // The title that has gone is a change of the event.
    expect(await sequences()).toEqual([false, false, true]);
  });

  it("follows a role that falls", async () => {
    const { owner, caregiver, diaryId } = team;
    const noteId = await createNote(owner, diaryId, { visibility: "team" });
    await addTask(owner, "Of the team", { noteId });
    const link = await linkOf(caregiver);
    expect(await summariesOf(link)).toEqual(["Of the team"]);
    const [member] = (await owner.http.query(api.members.listMembers, { diaryId })).filter(
      ({ userId }) => userId === caregiver.userId,
    );
    await owner.http.mutation(api.members.updateRole, { memberId: member!._id, role: "extended" });
    expect(await summariesOf(link)).toEqual([]);
  });

  it("of all notebooks names the notebook of each task, and leaves archived ones out", async () => {
    const other = await createNotebook(team.owner, { fullName: "Karl Blum", name: "Karl's notebook" });
    await addTask(team.owner, "For Rosa");
    await addTask(team.owner, "For Karl", { diaryId: other });
    const { link } = await makeFeed(team.owner);
    const described = async () =>
      (await eventsOf(link)).map(({ SUMMARY, DESCRIPTION }) => [SUMMARY, DESCRIPTION!.split("\\n")[0]]);
    expect((await described()).sort()).toEqual([
      ["For Karl", "Karl's notebook"],
      ["For Rosa", "Rosa Blum's Care Notebook"],
    ]);
    await team.owner.http.mutation(api.diaries.archiveDiary, { diaryId: other });
    expect((await described()).map(([title]) => title)).toEqual(["For Rosa"]);
    const { link: single } = await makeFeed(team.owner, { diaryId: other });
    expect((await eventsOf(single)).map(({ SUMMARY }) => SUMMARY)).toEqual(["For Karl"]);
  });

  it("shows its last fetch and the program that made it", async () => {
    const link = await linkOf(team.owner);
    const list = () => team.owner.http.query(api.feeds.listFeeds, {});
    expect((await list())[0]!.lastFetch).toBeNull();
    await get(link, { "user-agent": "Google-Calendar-Importer" });
    const [feed] = await list();
    expect(feed).toMatchObject({
      diaryId: team.diaryId,
      diaryName: "Rosa Blum's Care Notebook",
      whose: "all",
      detail: "titles",
      alarmMinutes: null,
      lastFetch: { program: "Google Calendar" },
    });
    expect(Math.abs(feed!.lastFetch!.at - Date.now())).toBeLessThan(60_000);
    expect(JSON.stringify(await list())).not.toContain(link.split("/").at(-1)!.slice(0, 43));
    await get(link, { "user-agent": `Caf\u00e9 ${"x".repeat(400)}` });
    expect((await list())[0]!.lastFetch!.program.length).toBeLessThan(60);
  });
});

describe("the link of a feed", () => {
  const answerOf = async (link: string) => {
    const response = await get(link);
    const { date: _, "x-request-id": __, ...headers } = Object.fromEntries(response.headers);
    return { status: response.status, headers, body: await response.text() };
  };

  it("that is stopped, replaced, unknown or no link at all gives the same answer", async () => {
    const base = `${service.url}/api/calendars/`;
    const unknown = await answerOf(`${base}${randomBytes(32).toString("base64url")}.ics`);
    expect(unknown).toMatchObject({ status: 404, body: JSON.stringify({ error: "Not found" }) });
    const { feedId, link } = await makeFeed(team.owner, { diaryId: team.diaryId });
    expect(await statusOf(link)).toBe(200);
    const { link: newLink } = await team.owner.http.action(api.feeds.replaceLink, {
      proof: proofFor(team.owner, "calendar"),
      feedId,
    });
    expect(await answerOf(link)).toEqual(unknown);
    expect(await statusOf(newLink)).toBe(200);
    await team.owner.http.mutation(api.feeds.stopFeed, { feedId });
    expect(await answerOf(newLink)).toEqual(unknown);
    for (const name of ["short.ics", `${"a".repeat(43)}`, `${"a".repeat(44)}.ics`, "%2e%2e.ics"])
      expect(await answerOf(base + name)).toEqual(unknown);
  });

  it("ends on all nodes at once", async () => {
    const other = await service.startSecondNode();
    const { feedId, link } = await makeFeed(team.owner, { diaryId: team.diaryId });
    const there = link.replace(service.url, other.url);
    expect(await statusOf(there)).toBe(200);
    await team.owner.http.mutation(api.feeds.stopFeed, { feedId });
    expect(await statusOf(there)).toBe(404);
  });

  it("of a removed member opens nothing, also after they came back", async () => {
    const { owner, caregiver, diaryId } = team;
    await addTask(owner, "Turn her");
    const link = await linkOf(caregiver);
    const { link: ofAll } = await makeFeed(caregiver);
    expect([await summariesOf(link), await summariesOf(ofAll)]).toEqual([["Turn her"], ["Turn her"]]);
    const [member] = (await owner.http.query(api.members.listMembers, { diaryId })).filter(
      ({ userId }) => userId === caregiver.userId,
    );
    await owner.http.mutation(api.members.removeMember, { memberId: member!._id });
    expect(await statusOf(link)).toBe(404);
    expect(await summariesOf(ofAll)).toEqual([]);
    await addMember(service, diaryId, caregiver, "member");
    expect(await statusOf(link)).toBe(404);
    expect((await caregiver.http.query(api.feeds.listFeeds, {})).map((feed) => feed.diaryId)).toEqual([null]);
  });

  it("ends with leaving, with the notebook and with the account", async () => {
    const { owner, viewer, admin, diaryId } = team;
    const [ofViewer, ofAdmin, ofOwner] = [await linkOf(viewer), await linkOf(admin), await linkOf(owner)];
    const { link: allOfAdmin } = await makeFeed(admin);
    await viewer.http.mutation(api.members.leave, { diaryId });
    expect([await statusOf(ofViewer), await statusOf(ofAdmin)]).toEqual([404, 200]);
    const farewell = { to: admin.email, subject: "Deleted", text: "Deleted", html: "Deleted" };
    await deleteAccount(service.database, admin.subject, farewell as never, rooms);
    expect([await statusOf(ofAdmin), await statusOf(allOfAdmin)]).toEqual([404, 404]);
    expect(await sql("select from calendar_feeds where user_id = $1", [admin.userId])).toEqual([]);
    expect(await statusOf(ofOwner)).toBe(200);
    await owner.http.mutation(api.diaries.deleteDiary, { diaryId });
    expect(await statusOf(ofOwner)).toBe(404);
  });

  it("is stored nowhere, only its hash", async () => {
    const { link } = await makeFeed(team.owner);
    await get(link);
    const token = /([\w-]{43})\.ics/.exec(link)![1]!;
    const tables = await sql(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
        where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
    );
    expect(tables.length).toBeGreaterThan(40);
    for (const { name } of tables)
      expect([name, await sql(`select from ${name} x where strpos(x::text, $1) > 0`, [token])]).toEqual([
        name,
        [],
      ]);
    const [{ bytes }] = await sql(
      "select octet_length(token_hash) as bytes from calendar_feeds where user_id = $1",
      [team.owner.userId],
    );
    expect([Buffer.from(token, "base64url").byteLength, bytes]).toEqual([32, 32]);
  });

  it("is made once for a notebook and once for all, also by two presses at once", async () => {
    const made = await Promise.allSettled([1, 2].map(() => makeFeed(team.owner, { diaryId: team.diaryId })));
    const refused = made.filter((one) => one.status === "rejected");
    expect(refused.map(({ reason }) => reason.data.code)).toEqual(["conflict"]);
    await makeFeed(team.owner);
    await expect(makeFeed(team.owner)).rejects.toMatchObject({ data: { code: "conflict" } });
    await expect(makeFeed(team.outsider, { diaryId: team.diaryId })).rejects.toMatchObject({
      data: { code: "access-denied" },
    });
  });

  it("is changed, replaced and stopped by its person alone", async () => {
    const { feedId, link } = await makeFeed(team.owner, { diaryId: team.diaryId });
    const { http } = team.admin;
    await expect(http.mutation(api.feeds.changeFeed, { feedId, whose: "all" })).rejects.toMatchObject(
      NOT_FOUND,
    );
    await expect(
      http.action(api.feeds.replaceLink, { feedId, proof: proofFor(team.admin, "calendar") }),
    ).rejects.toMatchObject(NOT_FOUND);
    await expect(http.mutation(api.feeds.stopFeed, { feedId })).rejects.toMatchObject(NOT_FOUND);
    expect(await statusOf(link)).toBe(200);
    const events = await sql("select event_type, diary_id from audit_events where target_id = $1", [feedId]);
    expect(events).toEqual([{ event_type: "calendarFeed.created", diary_id: team.diaryId }]);
  });
});

describe("the limits", () => {
  it("let one link be fetched sixty times an hour, and don't touch others", async () => {
    const { feedId, link } = await makeFeed(team.owner, { diaryId: team.diaryId });
    for (let i = 0; i < 60; i++) expect(await statusOf(link)).toBe(200);
    const refused = await get(link);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3000);
    // A new link is the same feed.
    const { link: newLink } = await team.owner.http.action(api.feeds.replaceLink, {
      proof: proofFor(team.owner, "calendar"),
      feedId,
    });
    expect(await statusOf(newLink)).toBe(429);
    expect(await statusOf(await linkOf(team.admin))).toBe(200);
  });

  it("refuse an address that tries links after ten a minute, but no link that opens something", async () => {
    const link = await linkOf(team.owner);
    const guess = () => statusOf(`${service.url}/api/calendars/${randomBytes(32).toString("base64url")}.ics`);
    for (let i = 0; i < 10; i++) expect(await guess()).toBe(404);
    expect(await guess()).toBe(429);
    expect(await statusOf(link)).toBe(200);
    address = "203.0.113.200";
    expect(await guess()).toBe(404);
  });
});
