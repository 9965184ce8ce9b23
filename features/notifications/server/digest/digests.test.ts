import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { DAY, HOUR } from "../../../../lib/dates/time.ts";
import { beginAt } from "../../../../test/moment.ts";
import { type About, newTaskOf, tellOf } from "../../../../test/notifications.ts";
import {
  addMember,
  api,
  careTeam,
  createNote,
  createNotebook,
  createPerson,
  type TestPerson,
} from "../../../../test/people.ts";
import type { Service } from "../../../../test/service.ts";
import { computeNextDigest as digestAfter } from "../../rules/digest-times.ts";
import type { Kind } from "../../rules.ts";
import { planEvents } from "../plan/event_planner.ts";
import { writeDigests } from "./digests.ts";

const startService = beginAt();

let service: Service;
let team: Awaited<ReturnType<typeof careTeam>>;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  for (const table of ["notifications", "mail_outbox", "digests", "notification_settings"])
    await sql(`delete from ${table}`);
  team = await careTeam(service);
  await sql("update members set joined_at = now() - interval '1 hour'");
  // Only people whose clock a test sets get a digest.
  await sql("delete from notification_settings");
  await choose({ timeZone: "Europe/Berlin" });
});

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;
const choose = (settings: object, person = team.caregiver) =>
  person.http.mutation(api.notifications.setSettings, settings);
const tell = (person: TestPerson, kind: Kind, about: About) =>
  tellOf(service, person, kind, { diaryId: team.diaryId, ...about });
const note = () => createNote(team.owner, team.diaryId, { title: "canary title" });
/** A note of some minutes ago, which is in the digests of the others; returns its id. */
const news = async ({
  diaryId = team.diaryId,
  title,
  by = team.owner,
}: {
  diaryId?: string;
  title?: string;
  by?: TestPerson;
} = {}) => {
  const id = await createNote(by, diaryId, { title: title ?? "canary title" });
  await sql(
    "update notes set created_at = created_at - interval '2 minutes', updated_at = updated_at - interval '2 minutes' where id = $1",
    [id],
  );
  return id;
};
const due = (at = new Date(Date.now() - 1000)) =>
  sql("update notification_settings set next_digest_at = $1", [at]);
const write = () => {
  const { database, vault, unsubscribe, url } = service;
  return writeDigests({ database, vault, unsubscribe, baseUrl: url });
};
const letters = () =>
  sql("select to_address, subject, text_body, html_body, unsubscribe_url from mail_outbox order by id");
const waiting = () =>
  sql("select 1 from notification_deliveries where channel = 'digest' and outcome is null");

it("is one letter over all notebooks, counts by notebook and kind, and contains no title, name or notebook", async () => {
  const { owner, caregiver, diaryId } = team;
  const other = await createNotebook(owner, { name: "canary notebook" });
  await addMember(service, other, caregiver, "member");
  await sql("update members set joined_at = joined_at - interval '1 hour' where diary_id = $1", [other]);
  for (const where of [diaryId, diaryId, other]) await news({ diaryId: where });
  await tell(caregiver, "comment", { type: "note", id: await note() });
  expect(await write()).toBe(0);
  await due();
  expect(await write()).toBe(1);
  const [letter, ...more] = await letters();
  expect(more).toEqual([]);
  expect(letter).toMatchObject({ to_address: caregiver.email, subject: "News from your notebooks" });
  expect(letter.text_body).toContain("- A new comment on what you wrote\n- 2 new notes");
  expect(letter.text_body).toContain("- A new note\n");
  const [{ name }] = await sql("select name from diaries where id = $1", [diaryId]);
  for (const word of ["canary", name, "Rosa", "Olga", "Clara"])
    expect(JSON.stringify(letter)).not.toContain(word);
  expect(await waiting()).toEqual([]);
});

it("names notebooks and titles for users who allow it, as far as they see them", async () => {
  await choose({ digestTitles: true });
  for (const title of ["A quiet night", "Breakfast", "Lunch", "Tea", "Supper", "A walk"])
    await news({ title });
  await due();
  await write();
  const [{ text_body }] = await letters();
  expect(text_body).toMatch(/6 new notes: “[^”]+”(, “[^”]+”){4} and 1 more/);
  const [{ name }] = await sql("select name from diaries where id = $1", [team.diaryId]);
  expect(text_body).toContain(name);
});

it("isn't sent without content, and repeats nothing seen, done, hidden or in an earlier digest", async () => {
  const { caregiver, owner } = team;
  await due();
  expect(await write()).toBe(0);
  expect(await sql("select 1 from digests")).toEqual([]);
  const commented = await note();
  const seen = await tell(caregiver, "comment", { type: "note", id: commented });
  await caregiver.http.mutation(api.notifications.markSeen, { notificationId: seen });
  const done = await tell(caregiver, "comment", { type: "note", id: commented });
  await sql("update notifications set done_at = now() where id = $1", [done]);
  await news({ by: caregiver });
  const read = await news();
  await caregiver.http.mutation(api.updates.markRead, {
    targetType: "note",
    targetId: read,
    upTo: Date.now(),
  });
  const hidden = await news();
  await sql("update notes set visibility = 'private' where id = $1", [hidden]);
  // Not settled: a transaction of the same minute may still be under way.
  await createNote(owner, team.diaryId);
  await due();
  expect(await write()).toBe(0);
  await news();
  await due();
  expect(await write()).toBe(1);
  expect((await letters())[0].text_body).toContain("- A new note\n");
  await sql("update digests set local_date = local_date - 1");
  await due();
  expect(await write()).toBe(0);
});

it("contains news only of the kinds and notebooks that its user wants by digest", async () => {
  const { caregiver, diaryId } = team;
  const choice = (kind: Kind, mode: string, where?: string) =>
    caregiver.http.mutation(api.notifications.setRule, {
      kind,
      channel: "mail",
      mode,
      ...(where && { diaryId: where }),
    } as never);
  await addMember(service, diaryId, await createPerson(service, "Nora New"), "member");
  await sql(
    "update members set joined_at = now() - interval '5 minutes' where joined_at > now() - interval '1 minute'",
  );
  await news();
  await sql("delete from notification_settings where user_id <> $1", [caregiver.userId]);
  await choice("note", "off", diaryId);
  await due();
  expect(await write()).toBe(0);
  await choice("member-joined", "digest");
  await due();
  expect(await write()).toBe(1);
  const [{ text_body }] = await letters();
  expect(text_body).toContain("Somebody joined");
  expect(text_body).not.toContain("new note");
});

it("names a note once for a person who is also notified of notes at once", async () => {
  const { caregiver } = team;
  await caregiver.http.mutation(api.notifications.setRule, {
    kind: "note",
    channel: "push",
    mode: "now",
  } as never);
  await news();
  expect(await sql("select kind from notifications where user_id = $1", [caregiver.userId])).toEqual([
    { kind: "note" },
  ]);
  await planEvents(service.database);
  await due();
  await write();
  expect((await letters())[0].text_body).toContain("- A new note\n");
});

it("comes once a day of the person's clock, and the next one is set by Temporal's rules", async () => {
  await news();
  await due();
  expect(await write()).toBe(1);
  await news();
  await due();
  expect(await write()).toBe(0);
  const { nextDigestAt } = await team.caregiver.http.query(api.notifications.getSettings, {});
  expect(new Date(nextDigestAt!).toLocaleTimeString("en-GB", { timeZone: "Europe/Berlin" })).toBe("18:00:00");
  expect(nextDigestAt).toBeGreaterThan(Date.now());
  // It is in the next day's.
  await sql("update digests set local_date = local_date - 1, made_at = made_at - interval '90 seconds'");
  await due();
  expect(await write()).toBe(1);
});

it("is written once by two nodes", async () => {
  const people = [team.caregiver, team.owner];
  await choose({ timeZone: "Europe/Berlin" }, team.owner);
  for (const by of people) await news({ by });
  await due();
  const written = await Promise.all([write(), write(), write()]);
  expect(written.reduce((sum, count) => sum + count, 0)).toBe(2);
  expect(await letters()).toHaveLength(2);
});

it("is sent once after three days without a server, and contains the missed reminders", async () => {
  const { caregiver, diaryId } = team;
  for (const ago of [7 * HOUR, 30 * HOUR]) {
    const id = await newTaskOf(service, diaryId, team.owner, ago);
    await sql("update tasks set assigned_to = $2 where id = $1", [id, caregiver.userId]);
    const [{ at }] = await sql("select extract(epoch from remind_at) * 1000 as at from tasks where id = $1", [
      id,
    ]);
    await tell(caregiver, "task-due", { type: "task", id, ago: Date.now() - Number(at) });
  }
  await due(new Date(Date.now() - 3 * DAY));
  expect(await write()).toBe(1);
  expect(await write()).toBe(0);
  const [{ text_body }] = await letters();
  expect(text_body).toContain("2 tasks are due, missed because the server was away");
  expect(text_body).toContain("Reminders can fail. Don't rely on them alone.");
  // Today's own is still to come.
  await sql("update digests set made_at = made_at - interval '90 seconds'");
  await news();
  await due();
  expect(await write()).toBe(1);
});

it("ends with its link, and comes again when its person chooses it in the settings", async () => {
  await news();
  await due();
  await write();
  const [{ unsubscribe_url }] = await letters();
  await fetch(unsubscribe_url, { method: "POST" });
  await sql("delete from digests");
  await news();
  await due();
  expect(await write()).toBe(0);
  await team.caregiver.http.mutation(api.notifications.setRule, {
    kind: "digest",
    channel: "mail",
    mode: "now",
  });
  await news();
  await due();
  expect(await write()).toBe(1);
});

it("holds at most 500 subjects; the others are in the next one", async () => {
  const { caregiver, diaryId } = team;
  const noteId = await note();
  await sql(
    `with made as (
       insert into notifications (id, dedupe, user_id, diary_id, kind, subject_kind, subject_id, group_key, due_at)
       select gen_random_uuid(), 'many ' || n, $1, $2, 'comment', 'note', $3, 'note', now() - n * interval '1 second'
         from generate_series(1, 600) n returning id)
     insert into notification_deliveries (id, notification_id, target_id, channel, due_at, next_attempt_at)
     select gen_random_uuid(), m.id, t.id, 'digest', now(), 'infinity'
       from made m, notification_targets t where t.user_id = $1`,
    [caregiver.userId, diaryId, noteId],
  );
  await due();
  await write();
  expect((await letters())[0].text_body).toContain("500 new comments");
  expect(await waiting()).toHaveLength(100);
});

it("follows the chosen minute and days; a due one isn't lost by another setting", async () => {
  const anna = await createPerson(service, "Anna");
  const next = async () => (await anna.http.query(api.notifications.getSettings, {})).nextDigestAt;
  await choose({ timeZone: "America/New_York", digestMinute: 7 * 60 + 30, digestDays: [6, 7, 6] }, anna);
  expect(await anna.http.query(api.notifications.getSettings, {})).toMatchObject({
    digestMinute: 450,
    digestDays: [6, 7],
    digestTitles: false,
  });
  const local = new Date((await next())!).toLocaleString("en-GB", {
    timeZone: "America/New_York",
    weekday: "short",
    timeStyle: undefined,
    hour: "2-digit",
    minute: "2-digit",
  });
  expect(local).toMatch(/^(Sat|Sun),? 07:30$/);
  await sql("update notification_settings set next_digest_at = now() where user_id = $1", [anna.userId]);
  const dueAt = await next();
  await choose({ lockScreen: "who" }, anna);
  expect(await next()).toBe(dueAt);
  await choose({ digestDays: [] }, anna);
  expect(await next()).toBeNull();
  await expect(choose({ digestDays: [8] }, anna)).rejects.toThrow("Please choose days of the week");
});

it("passes over a zone that this version doesn't know: the others get theirs", async () => {
  await choose({ timeZone: "Europe/Berlin" }, team.owner);
  await news({ by: team.admin });
  await sql("update notification_settings set time_zone = 'Mars/Olympus' where user_id = $1", [
    team.caregiver.userId,
  ]);
  await due();
  expect(await write()).toBe(1);
  expect((await letters())[0].to_address).toBe(team.owner.email);
});

it("follows the notebook's clock until a device has sent the user's, whose zone stays open", async () => {
  const { admin, diaryId } = team;
  await sql("update diaries set time_zone = 'America/New_York' where id = $1", [diaryId]);
  await sql("delete from notification_settings");
  await sql("insert into notification_settings (user_id, next_digest_at) values ($1, now())", [admin.userId]);
  expect(await write()).toBe(0);
  await news();
  const settings = () => admin.http.query(api.notifications.getSettings, {});
  const { timeZone, nextDigestAt } = await settings();
  expect(timeZone).toBeNull();
  expect(nextDigestAt).toBe(
    digestAfter(
      { timeZone: "America/New_York", digestMinute: 1080, digestDays: [1, 2, 3, 4, 5, 6, 7] },
      Date.now(),
    ),
  );
  await due();
  expect(await write()).toBe(1);
  expect((await letters()).map(({ to_address }) => to_address)).toEqual([admin.email]);
  // The next one is a day later by the same clock, and a device that says another changes it.
  expect((await settings()).nextDigestAt).toBe(nextDigestAt);
  await choose({ timeZone: "Asia/Tokyo" }, admin);
  const { nextDigestAt: inTokyo } = await settings();
  expect(new Date(inTokyo!).toLocaleTimeString("en-GB", { timeZone: "Asia/Tokyo" })).toBe("18:00:00");
});
