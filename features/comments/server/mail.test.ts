import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type MailServer, startMailServer } from "../../../e2e/support/mail-server.ts";
import { loadConfig } from "../../../server/config.ts";
import { createLog } from "../../../server/log.ts";
import { createDelivery } from "../../../server/mail/delivery.ts";
import { type Postman, startPostman } from "../../../server/mail/postman.ts";
import { eventually } from "../../../test/conformance/waiting.ts";
import {
  addMember,
  api,
  createComment,
  createNote,
  createNotebook,
  createPerson,
  type TestPerson,
} from "../../../test/people.ts";
import { type Service, startService } from "../../../test/service.ts";
import { spec } from "../../../test/spec.ts";

let service: Service;
let mails: MailServer;
let postman: Postman;
let directory: string;
let owner: TestPerson;
beforeAll(async () => {
  service = await startService();
  mails = await startMailServer();
  directory = await mkdtemp(join(tmpdir(), "carediary-mentions-"));
  const config = { ...loadConfig({ DATA_DIR: directory }), smtpUrl: mails.url };
  postman = startPostman({
    database: service.database,
    delivery: createDelivery(config),
    log: createLog("silent"),
  });
  owner = await createPerson(service, "Olga Owner");
});
afterAll(async () => {
  await postman.stop();
  await mails.stop();
  await rm(directory, { recursive: true, force: true });
  await service.close();
});

const lettersTo = ({ email }: TestPerson) =>
  eventually(async () => {
    const letters = await mails.letters(email);
    return letters.length > 0 && letters;
  }, 15_000);

it("a mention sends a mail with author, place and a link, and without the comment's text", {
  tags: spec("WORK-136"),
  timeout: 30_000,
}, async () => {
  const diaryId = await createNotebook(owner, { name: "Mother's notebook" });
  const carla = await createPerson(service, "Carla Caregiver");
  await addMember(service, diaryId, carla, "member");
  const noteId = await createNote(owner, diaryId, { title: "The diagnosis", content: "It is benign." });
  const content = "@Carla Caregiver did she take the warfarin?";
  const commentId = await createComment(owner, diaryId, noteId, { content, mentions: [carla.userId] });
  const [mail, ...more] = await lettersTo(carla);
  expect(more).toEqual([]);
  expect(mail!.subject).toBe("Olga Owner mentioned you in Mother's notebook");
  const note = (await carla.http.query(api.notes.getNote, { noteId }))!;
  const link = `${service.url}/care/${note.diaryShortId}/note/${note.shortId}#comment-${commentId}`;
  expect(mail!.text).toContain(link);
  expect(mail!.html).toContain(`href="${link}"`);
  for (const form of [mail!.text!, mail!.html!]) {
    expect(form).toContain(`${service.url}/account`);
    expect(form).not.toMatch(/warfarin|diagnosis|benign/);
  }
});

it("hostile names are escaped in header, text and HTML", async () => {
  const eve = await createPerson(service, `Eve\r\nBcc: eve@example.org\u202e<img src=x onerror=alert(1)>`);
  const diaryId = await createNotebook(eve, { name: "<script>alert(2)</script>\nX-Evil: yes" });
  const victim = await createPerson(service, "Vera Victim");
  await addMember(service, diaryId, victim, "member");
  await createComment(eve, diaryId, await createNote(eve, diaryId), { mentions: [victim.userId] });
  const [mail] = await lettersTo(victim);
  expect(mail!.headers.map(({ key }) => key)).not.toContain("x-evil");
  expect(mail!.bcc ?? []).toEqual([]);
  expect(mail!.subject).not.toMatch(/[\r\n\u202e]/);
  expect(mail!.html).not.toMatch(/<script|<img/);
}, 30_000);

it("a person gets at most 5 mails in an hour and 20 in a day, from all notebooks together", async () => {
  const busy = await createPerson(service, "Bea Busy");
  const unaffectedMember = await createPerson(service, "Carl Calm");
  const notes: { diaryId: string; noteId: string }[] = [];
  for (let i = 0; i < 2; i++) {
    const diaryId = await createNotebook(owner);
    for (const person of [busy, unaffectedMember]) await addMember(service, diaryId, person, "member");
    notes.push({ diaryId, noteId: await createNote(owner, diaryId) });
  }
  const mention = async (count: number, ...people: TestPerson[]) => {
    for (let i = 0; i < count; i++) {
      const { diaryId, noteId } = notes[i % 2]!;
      await createComment(owner, diaryId, noteId, { mentions: people.map(({ userId }) => userId) });
    }
  };
  const mailCountOf = async ({ userId }: TestPerson) => {
    const { rows } = await service.database.pool.query(
      "select count(*)::int as told from comments where $1 = any(told)",
      [userId],
    );
    return rows[0].told as number;
  };
  const hoursLater = (hours: number) =>
    service.database.pool.query("update mention_mails set sent_at = sent_at - $1 * interval '1 hour'", [
      hours,
    ]);
  await mention(7, busy);
  await mention(1, busy, unaffectedMember);
  expect([await mailCountOf(busy), await mailCountOf(unaffectedMember)]).toEqual([5, 1]);
  // Mentioning a person again in an edit doesn't get around the limit.
  const { diaryId, noteId } = notes[0]!;
  const commentId = await createComment(owner, diaryId, noteId, { content: "and now" });
  await owner.http.mutation(api.comments.updateComment, {
    commentId,
    content: "@Bea Busy",
    mentions: [busy.userId],
  });
  expect(await mailCountOf(busy)).toBe(5);
  for (const expected of [10, 15, 20, 20]) {
    await hoursLater(1.1);
    await mention(6, busy);
    expect(await mailCountOf(busy)).toBe(expected);
  }
  await hoursLater(24);
  await mention(1, busy);
  expect(await mailCountOf(busy)).toBe(21);
  await eventually(async () => (await mails.letters(busy.email)).length === 21, 15_000);
  expect(await mails.letters(unaffectedMember.email)).toHaveLength(1);
}, 60_000);
