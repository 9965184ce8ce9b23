import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OwnsSharedNotebooks } from "../../features/notebooks/server/deletion.ts";
import { rooms } from "../../registry/rooms.ts";
import { eventually } from "../../test/conformance/waiting.ts";
import {
  acceptAs,
  addMember,
  api,
  careTeam,
  createComment,
  createNote,
  createNotebook,
  createPerson,
  insertTask,
  invite,
  noteArguments,
  type TestPerson,
} from "../../test/people.ts";
import { type Service, startService } from "../../test/service.ts";
import { startSignInServer, Visitor, waitingMails } from "../../test/sign-in-server.ts";
import { attachAs } from "../../test/uploads.ts";
import { deleteAccount } from "./account_deletion.ts";
import { composeAccountDeletedLetter } from "./letters.ts";

describe("deleting an account", () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());

  const sql = async (text: string, values: unknown[] = []) =>
    (await service.database.pool.query(text, values)).rows;
  const deleteAccountOf = ({ subject, email }: TestPerson) =>
    deleteAccount(service.database, subject, composeAccountDeletedLetter(email), rooms);
  const memberId = async (someone: TestPerson, diaryId: string) =>
    (await sql("select id from members where diary_id = $1 and user_id = $2", [diaryId, someone.userId]))[0]
      .id;

  it("removes what only its person could read, and keeps what they wrote for others without their name", async () => {
    const team = await careTeam(service);
    const { owner, diaryId } = team;
    const leaver = await createPerson(service, "Lotte Leaver");
    const { invitationId } = await invite(service, owner, diaryId, leaver.email);
    await acceptAs(leaver, invitationId);
    const shared = await createNote(leaver, diaryId, { visibility: "private", title: "Once hers alone" });
    await leaver.http.mutation(api.notes.updateNote, {
      noteId: shared,
      ...noteArguments(diaryId, { title: "For the team" }),
      visibility: "team",
      diaryId: undefined,
      type: undefined,
    } as never);
    const secret = await createNote(leaver, diaryId, { visibility: "private", title: "Hers" });
    await attachAs(leaver, { diaryId, noteId: secret });
    await createComment(leaver, diaryId, shared, { content: "Only for me", visibility: "private" });
    await createComment(leaver, diaryId, shared, { content: "For all of us", visibility: "team" });
    await insertTask(service, diaryId, owner.userId, { assignedTo: leaver.userId });
    const ownNotebook = await createNotebook(leaver, { name: "Only hers" });
    await createNote(leaver, ownNotebook);
    const elsewhere = await createNotebook(team.outsider);
    await invite(service, team.outsider, elsewhere, leaver.email);
    expect(await sql("select visibility from note_versions where note_id = $1", [shared])).toEqual([
      { visibility: "private" },
    ]);
    const client = service.connect(leaver);
    const heard: unknown[] = [];
    client.onUpdate(
      api.diaries.listMyDiaries,
      {},
      (list) => heard.push(list),
      (error) => heard.push(error),
    );
    await eventually(() => heard.length === 1);

    await deleteAccountOf(leaver);

    await eventually(() => String(heard.at(-1)).includes("User not found"), 1000);
    const members = await owner.http.query(api.members.listMembers, { diaryId });
    expect(members.map(({ userId }) => userId)).not.toContain(leaver.userId);
    const note = await owner.http.query(api.notes.getNote, { noteId: shared });
    expect(note).toMatchObject({ title: "For the team", creatorName: "Former member" });
    const comments = await owner.http.query(api.comments.listComments, {
      targetType: "note",
      targetId: shared,
    });
    expect(comments).toMatchObject([{ content: "For all of us", creatorName: "Former member" }]);
    expect(await sql("select visibility from note_versions where note_id = $1", [shared])).toEqual([]);
    expect(await sql("select id from notes where id = $1", [secret])).toEqual([]);
    expect(await sql("select id from comments where content = 'Only for me'")).toEqual([]);
    expect(await sql("select count(*)::int as n from file_removals")).toEqual([{ n: 1 }]);
    expect(await sql("select assigned_to from tasks where diary_id = $1", [diaryId])).toEqual([
      { assigned_to: null },
    ]);
    expect(await sql("select id from diaries where id = $1", [ownNotebook])).toEqual([]);
    expect(
      await sql("select status from invitations where email like $1 order by status", [`${leaver.userId}@%`]),
    ).toEqual([{ status: "accepted" }, { status: "declined" }]);
    const events = await sql(
      "select event_type from audit_events where actor_id = $1 and created_at > now() - interval '1 minute' order by event_type",
      [leaver.userId],
    );
    expect(events.map(({ event_type }) => event_type)).toEqual(
      expect.arrayContaining(["account.deleted", "invitation.declined", "member.left", "notebook.deleted"]),
    );
    // No table keeps the name or the address; the letter that says goodbye goes with its sending.
    const tables = await sql(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname in ('public', 'auth') and tablename !~ '^sync_'`,
    );
    for (const { name } of tables) {
      const [{ n }] = await sql(`select count(*)::int as n from ${name} t where t::text ~* $1`, [
        `Lotte Leaver|${leaver.email.replace(/[.]/g, "[.]")}`,
      ]);
      expect(n, name).toBe(name === "public.mail_outbox" ? 1 : 0);
    }
    await client.close();
  });

  it("lets no token that is still valid create the account again", async () => {
    const someone = await createPerson(service, "Nina Newcomer");
    const args = { clerkUserId: someone.subject, email: someone.email, name: someone.name };
    await deleteAccountOf(someone);
    await expect(someone.http.mutation(api.users.syncUser, args)).rejects.toThrow("User not found");
    expect(await someone.http.query(api.users.getCurrentUser, {})).toBeNull();
    await expect(someone.http.query(api.diaries.listMyDiaries, {})).rejects.toThrow("User not found");
    // Twice, as from two windows.
    await deleteAccountOf(someone);
    expect(await sql("select 1 from mail_outbox where to_address = $1", [someone.email])).toHaveLength(1);
  });

  it("is refused while others use a notebook that the person owns, and the error names it", async () => {
    const { owner, diaryId } = await careTeam(service);
    const alone = await createNotebook(owner, { name: "Only hers" });
    const note = await createNote(owner, diaryId, { visibility: "private" });
    await expect(deleteAccountOf(owner)).rejects.toThrow(
      new OwnsSharedNotebooks(["Rosa Blum's Care Notebook"]).message,
    );
    expect(await owner.http.query(api.notes.getNote, { noteId: note })).not.toBeNull();
    expect(await owner.http.query(api.diaries.getDiary, { diaryId: alone })).not.toBeNull();
    expect(
      await sql("select 1 from audit_events where event_type = 'account.deleted' and actor_id = $1", [
        owner.userId,
      ]),
    ).toEqual([]);
  });

  it("leaves invitations to an unverified address to its real owner", async () => {
    const { owner, diaryId } = await careTeam(service);
    const someone = await createPerson(service, "Squat Squatter");
    await sql("update users set email_verified = false where id = $1", [someone.userId]);
    await invite(service, owner, diaryId, someone.email);
    await deleteAccountOf(someone);
    expect(await sql("select status from invitations where email = $1", [someone.email])).toEqual([
      { status: "pending" },
    ]);
  });

  it("leaves no notebook without an owner when somebody joins or hands over at the same moment", async () => {
    for (let round = 0; round < 12; round++) {
      const owner = await createPerson(service, `Olga Owner ${round}`);
      const other = await createPerson(service, `Otto Other ${round}`);
      const diaryId = await createNotebook(owner);
      const joins = round % 2 === 0;
      if (!joins) await addMember(service, diaryId, other, "admin");
      const invitation = joins ? await invite(service, owner, diaryId, other.email) : null;
      const id = joins ? "" : await memberId(other, diaryId);
      const leaving = joins ? owner : other;
      const [deleted, changed] = await Promise.allSettled([
        deleteAccountOf(leaving),
        invitation
          ? acceptAs(other, invitation.invitationId)
          : owner.http.mutation(api.members.transferOwnership, { memberId: id }),
      ]);
      const [{ n: owners }] = await sql(
        "select count(*)::int as n from members where diary_id = $1 and role = 'owner'",
        [diaryId],
      );
      const [{ n: notebooks }] = await sql("select count(*)::int as n from diaries where id = $1", [diaryId]);
      expect(owners, `round ${round}`).toBe(notebooks);
      if (deleted.status === "rejected") {
        expect(deleted.reason).toBeInstanceOf(OwnsSharedNotebooks);
        expect(changed.status).toBe("fulfilled");
      } else if (changed.status === "rejected") {
        expect(String(changed.reason)).toContain("Access denied");
      }
    }
  });
});

describe("deleting an account with the embedded sign-in", () => {
  it("asks for the password, ends every session, and mails the owner", async () => {
    const server = await startSignInServer();
    const email = `maria-${randomUUID()}@example.org`;
    const maria = new Visitor(server.url);
    const elsewhere = new Visitor(server.url);
    await maria.signUp(email);
    await elsewhere.signIn(email);
    for (const [body, code] of [
      [{}, "INVALID_PASSWORD"],
      [{ password: "not the password" }, "INVALID_PASSWORD"],
      [{ password: "correct horse", token: "anything" }, "INVALID_TOKEN"],
    ] as const) {
      expect(await maria.post("/api/auth/delete-user", body)).toMatchObject({ status: 400, body: { code } });
    }
    expect(
      await new Visitor(server.url).post("/api/auth/delete-user", { password: "correct horse" }),
    ).toMatchObject({
      status: 401,
    });
    expect(await maria.get("/api/auth/delete-user/callback?token=x")).toMatchObject({ status: 404 });
    expect(await maria.token()).not.toBeNull();

    expect(await maria.post("/api/auth/delete-user", { password: "correct horse" })).toMatchObject({
      status: 200,
    });
    expect(maria.cookies.size).toBe(0);
    expect(await maria.token()).toBeNull();
    expect(await elsewhere.token()).toBeNull();
    expect((await elsewhere.signIn(email)).status).toBe(401);
    for (const table of ['"user"', "session", "account"]) {
      expect((await server.database.pool.query(`select 1 from auth.${table}`)).rows, table).toEqual([]);
    }
    expect(await waitingMails(server.database)).toMatchObject([
      { to: email, subject: "New sign-in (CareDiary)" },
      { to: email, subject: "Your account on CareDiary was deleted" },
    ]);
    // The address is free again.
    expect((await new Visitor(server.url).signUp(email)).status).toBe(200);
    await server.close();
  });
});
