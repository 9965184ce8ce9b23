import { afterAll, beforeAll, expect, it } from "vitest";
import { writeMessage } from "../../../../lib/words/message.ts";
import { api, careTeam, createNotebook } from "../../../../test/people.ts";
import { type Service, startService } from "../../../../test/service.ts";
import { INVITATION_MESSAGES } from "../../rules/messages.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;

it("an address that wants no letters is invited without one; whoever invites is told, and gets the link to pass on", async () => {
  const { owner, admin, diaryId } = await careTeam(service);
  const email = "nobody-knows@example.org";
  const invite = (notebook: string) =>
    owner.http.mutation(api.invitations.createInvitation, { diaryId: notebook, email, role: "member" });
  const letters = () =>
    sql("select text_body, unsubscribe_url from mail_outbox where to_address = $1 order by created_at", [
      email,
    ]);
  const listed = async (notebook: string, id: string) =>
    (await owner.http.query(api.invitations.listDiaryInvitations, { diaryId: notebook })).find(
      ({ _id }: { _id: string }) => _id === id,
    )!;

  const first = await invite(diaryId);
  expect((await listed(diaryId, first)).withoutLetter).toBe(false);
  const [letter] = await letters();
  expect(letter.text_body).toContain(`Don't write to me again: ${letter.unsubscribe_url}`);
  // The link holds no address.
  expect(letter.unsubscribe_url).not.toContain("nobody");
  expect(await (await fetch(letter.unsubscribe_url)).text()).toContain(
    "letters to this address with invitations",
  );
  expect(await sql("select 1 from mail_blocks")).toEqual([]);
  expect((await fetch(letter.unsubscribe_url, { method: "POST" })).status).toBe(200);

  const [{ address_hash: hash }] = await sql("select address_hash from mail_blocks");
  expect(hash).toHaveLength(32);
  const other = await createNotebook(owner);
  const second = await invite(other);
  expect(await letters()).toHaveLength(1);
  expect((await listed(other, second)).withoutLetter).toBe(true);
  await sql("update invitations set last_sent_at = now() - interval '1 hour'");
  for (const invitationId of [first, second])
    await expect(owner.http.mutation(api.invitations.resendInvitation, { invitationId })).rejects.toThrow(
      writeMessage(INVITATION_MESSAGES.wantsNoLetters),
    );
  expect(await letters()).toHaveLength(1);
  const { link } = await owner.http.action(api.invitations.createInvitationLink, { invitationId: second });
  expect(link).toContain("/invitations/");

  // The same page begins them again.
  await fetch(letter.unsubscribe_url, { method: "POST", body: new URLSearchParams({ again: "1" }) });
  await admin.http.mutation(api.invitations.resendInvitation, { invitationId: first });
  expect(await letters()).toHaveLength(2);
});
