import { afterAll, beforeAll, expect, it } from "vitest";
import { createLog } from "../../../../server/log.ts";
import { beginAt } from "../../../../test/moment.ts";
import { newTaskOf, sendingParts, tellOf } from "../../../../test/notifications.ts";
import { api, careTeam, createNote, type TestPerson } from "../../../../test/people.ts";
import { type PushService, startPushService } from "../../../../test/push_service.ts";
import type { Service } from "../../../../test/service.ts";
import { writeDigests } from "../digest/digests.ts";
import { deliverAll } from "./deliver.ts";
import { queueDueMails } from "./mails.ts";
import { replaceShown } from "./replace_shown.ts";

const startService = beginAt();

let push: PushService;
let service: Service;
let team: Awaited<ReturnType<typeof careTeam>>;
beforeAll(async () => {
  push = await startPushService();
  service = await startService({ outgoing: { pushHosts: [push.host], allow: ["127.0.0.1"] } });
  team = await careTeam(service);
  await speak(team.owner, "de");
  await speak(team.caregiver, "ar");
});
afterAll(async () => {
  await service.close();
  await push.close();
});

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;
const speak = ({ userId }: TestPerson, language: string) =>
  sql("update users set language = $2 where id = $1", [userId, language]);
const mails = async () => {
  const rows = await sql("delete from mail_outbox returning to_address, subject, html_body");
  return new Map(rows.map((row) => [row.to_address, row]));
};
/** Notifies a person of a task that was given to them. */
async function tellTask(person: TestPerson) {
  const { diaryId, owner } = team;
  const id = await newTaskOf(service, diaryId, owner);
  await tellOf(service, person, "assigned", { type: "task", id, diaryId });
}
async function addBrowser({ http }: TestPerson) {
  const { publicKey } = await http.action(api.notifications.getPushKey, {});
  const subscription = push.subscribe(publicKey);
  const { deviceId } = await http.action(api.notifications.addPushDevice, {
    ...subscription,
    label: "phone",
  });
  return { deviceId, endpoint: subscription.endpoint };
}
const shown = () =>
  new Map(
    push.received.splice(0).map(({ endpoint, text }) => [endpoint, JSON.parse(text).notification] as const),
  );
const parts = () => ({ ...sendingParts(service, createLog("silent")), unsubscribe: service.unsubscribe });

it("two members of two languages get the same mail each in their own, in one batch", async () => {
  const { owner, caregiver } = team;
  for (const person of [owner, caregiver]) await tellTask(person);
  await sql("update notification_deliveries set next_attempt_at = now() where channel = 'mail'");
  expect(await queueDueMails(parts())).toBe(2);
  const letters = await mails();
  expect(letters.get(owner.email)).toMatchObject({
    subject: "Sie haben eine Aufgabe bekommen",
    html_body: expect.stringContaining('<html lang="de">'),
  });
  expect(letters.get(caregiver.email)).toMatchObject({
    subject: "مهمة أُسندت إليك",
    html_body: expect.stringContaining('<html lang="ar" dir="rtl">'),
  });
});

it("a mention is in the language of the mentioned person, not of its author", async () => {
  const { owner, caregiver, diaryId } = team;
  const mentions = [caregiver.userId];
  await createNote(owner, diaryId, { mentions });
  expect((await mails()).get(caregiver.email)?.subject).toMatch(/^إشارة إليك من/);
});

it("two devices of two languages show the same in their own, with the words for its buttons", async () => {
  const { owner, caregiver } = team;
  const [german, arabic] = [await addBrowser(owner), await addBrowser(caregiver)];
  for (const person of [owner, caregiver]) await tellTask(person);
  await deliverAll(parts());
  const first = shown();
  expect(first.get(german.endpoint)).toMatchObject({
    ...{ title: "Es gibt Neues", lang: "de" },
    data: { words: { later: "Später (30 Min.)", putOff: "Verschoben bis {time}" } },
  });
  expect(first.get(arabic.endpoint)).toMatchObject({ title: "هناك جديد", lang: "ar", dir: "rtl" });
  await sql("update notifications set seen_at = now(), done_at = now()");
  await sql("update settled_notifications set look_at = now()");
  await replaceShown(parts());
  const second = shown();
  expect(second.get(german.endpoint)?.title).toMatch(/^Nicht mehr offen, \d\d:\d\d/);
  expect(second.get(arabic.endpoint)?.title).toMatch(/^لم يعد قائمًا، /);
  await owner.http.action(api.notifications.sendTest, { deviceId: german.deviceId });
  expect(shown().get(german.endpoint)?.body).toBe("Benachrichtigungen kommen hier an");
});

it("a digest is in its reader's language, neutral titles too", async () => {
  const { owner, caregiver } = team;
  await caregiver.http.mutation(api.notifications.setSettings, {
    timeZone: "Europe/Berlin",
    digestTitles: true,
  });
  await createNote(owner, team.diaryId, { isEncrypted: true });
  await sql(
    "update notes set created_at = created_at - interval '2 minutes', updated_at = updated_at - interval '2 minutes'",
  );
  await sql("update members set joined_at = now() - interval '1 hour'");
  await sql("update notification_settings set next_digest_at = now() where user_id = $1", [caregiver.userId]);
  await mails();
  await writeDigests(parts());
  const letter = (await mails()).get(caregiver.email);
  expect(letter?.subject).toBe("أخبار دفترك");
  expect(letter?.html_body).toContain("ملاحظة مشفّرة");
});

it("the link below a letter shows its page in the account's language, and a stranger theirs", async () => {
  const { owner, diaryId } = team;
  const open = async (url: string, accepted: string) =>
    (await fetch(url, { headers: { "accept-language": accepted } })).text();
  const link = service.unsubscribe.sign({ userId: owner.userId, kind: "comment", diaryId });
  expect(await open(link, "pl")).toContain(
    "Sie bekommen keine E-Mails aus einem Ihrer Notizbücher über Kommentare mehr.",
  );
  const stranger = service.unsubscribe.sign({ addressHash: Buffer.alloc(32) });
  expect(await open(stranger, "pl")).toContain("To wyłącza: e-maile z zaproszeniami na ten adres.");
  expect(await open(`${link}x`, "es-MX")).toContain('<html lang="es">');
});
