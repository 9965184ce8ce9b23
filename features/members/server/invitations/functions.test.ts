import { randomUUID } from "node:crypto";
import type { SelectQueryNode } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  acceptAs,
  addMember,
  api,
  careTeam,
  createNote,
  createNotebook,
  createPerson,
  invite,
  mailedToken,
  type TestPerson,
} from "../../../../test/people.ts";
import { type Service, startService } from "../../../../test/service.ts";
import { spec } from "../../../../test/spec.ts";
import { getInvitationByToken } from "./functions.ts";

let service: Service;
let team: Awaited<ReturnType<typeof careTeam>>;
beforeAll(async () => {
  service = await startService();
  team = await careTeam(service);
});
afterAll(() => service.close());

const DAY_MS = 24 * 60 * 60 * 1000;
const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;
const address = () => `${randomUUID()}@example.org`;
const refusal = (code: string, message: string) => ({ data: { code, message } });
const DENIED = refusal("access-denied", "Access denied");

const create = (who: TestPerson, args: object) =>
  who.http.mutation(api.invitations.createInvitation, {
    diaryId: team.diaryId,
    email: address(),
    role: "member",
    ...args,
  });
const listInvitations = (who: TestPerson, diaryId = team.diaryId) =>
  who.http.query(api.invitations.listDiaryInvitations, { diaryId });
const mine = (who: TestPerson) => who.http.query(api.invitations.listMyInvitations, {});
const resend = (who: TestPerson, invitationId: string) =>
  who.http.mutation(api.invitations.resendInvitation, { invitationId });
const cancel = (who: TestPerson, invitationId: string) =>
  who.http.mutation(api.invitations.cancelInvitation, { invitationId });
const decline = (who: TestPerson, invitationId: string) =>
  who.http.mutation(api.invitations.declineInvitation, { invitationId });
const byToken = async (token: string, who?: TestPerson) =>
  (who?.http ?? (await service.http())).query(api.invitations.getInvitationByToken, { token });
/** The answer for a link whose invitation is deleted. */
const endedAnswer = (status: "cancelled" | "expired") => ({
  _id: null,
  status,
  isForCaller: null,
  diaryId: null,
  inviter: { name: team.owner.name, isFormer: false },
});
const age = (invitationId: string, by: string) =>
  sql(
    `update invitations set created_at = created_at - $2::interval, expires_at = expires_at - $2::interval,
                            last_sent_at = last_sent_at - $2::interval where id = $1`,
    [invitationId, by],
  );
const events = (invitationId: string) =>
  sql("select event_type, actor_id, diary_id, details from audit_events where target_id = $1 order by id", [
    invitationId,
  ]);

describe("invitations.createInvitation", () => {
  it("invites an address for 14 days and shows it to owner and admin", async () => {
    const { owner, admin } = await careTeam(service);
    const diaryId = await createNotebook(owner, {
      name: "Mother's notebook",
      description: "After her new hip",
    });
    await addMember(service, diaryId, admin, "admin");
    const email = address();
    const before = Date.now();
    const id = await create(owner, {
      diaryId,
      email: `  ${email.toUpperCase()} `,
      role: "extended",
      personalMessage: " Come in,\r\nplease. ",
    });
    const [invitation, ...others] = await listInvitations(admin, diaryId);
    expect(others, "@CORE-222").toEqual([]);
    const { diaryId: invitedTo, email: invited, role, personalMessage, ...rest } = invitation!;
    expect(
      { diaryId: invitedTo, email: invited, role, personalMessage },
      "@CORE-156 @CORE-157 @CORE-158 @CORE-160 @CORE-186 @CORE-189 @CORE-190 @CORE-223",
    ).toEqual({ diaryId, email, role: "extended", personalMessage: "Come in,\nplease." });
    expect(rest, "@CORE-155 @CORE-161 @CORE-163 @CORE-164 @CORE-165 @CORE-166 @CORE-167 @CORE-168").toEqual({
      _id: id,
      status: "pending",
      expiresAt: expect.any(Number),
      lastSentAt: expect.any(Number),
      withoutLetter: false,
      _creationTime: expect.any(Number),
      diary: { name: "Mother's notebook", description: "After her new hip" },
      inviter: { name: owner.name, email: owner.email },
    });
    expect(invitation!.expiresAt - invitation!._creationTime).toBe(14 * DAY_MS);
    expect(invitation!._creationTime).toBeGreaterThanOrEqual(before);
    expect(await listInvitations(owner, diaryId)).toEqual([invitation]);
    const second = await create(admin, { diaryId });
    expect(
      (await listInvitations(owner, diaryId)).map(({ _id }) => _id),
      "@CORE-194",
    ).toEqual([second, id]);
    expect(await events(id)).toEqual([
      {
        event_type: "invitation.created",
        actor_id: owner.userId,
        diary_id: diaryId,
        details: { role: "extended" },
      },
    ]);
  });

  it.each(["", "anna", "anna.example.org", "@", `${"a".repeat(320)}@example.org`, "a@b\r\nBcc: c@d.org"])(
    "refuses the address %j with the specification's sentence",
    { tags: spec("CORE-187 CORE-188") },
    async (email) => {
      await expect(create(team.owner, { email })).rejects.toMatchObject(
        refusal("invalid", "Please enter a valid email address"),
      );
    },
  );

  it("refuses a message of 361 characters and the role of the owner", {
    tags: spec("CORE-195"),
  }, async () => {
    await expect(create(team.owner, { personalMessage: "x".repeat(361) })).rejects.toMatchObject({
      data: { code: "invalid", message: "A personal message may have at most 360 characters" },
    });
    await expect(create(team.owner, { role: "owner" })).rejects.toMatchObject({
      data: { code: "invalid", message: "The role must be one of the choices offered" },
    });
    await create(team.owner, { personalMessage: "😀".repeat(180) });
  });

  it("refuses a member's address, in capital letters too", async () => {
    const email = team.viewer.email.toUpperCase();
    await expect(create(team.admin, { email })).rejects.toMatchObject(
      refusal("conflict", "This person is already a member of this notebook"),
    );
  });

  it("refuses a second invitation while the first is pending, and replaces an expired one", {
    tags: spec("CORE-202"),
  }, async () => {
    const email = address();
    const first = await create(team.owner, { email });
    const token = await mailedToken(service, email);
    await expect(create(team.admin, { email: email.toUpperCase() })).rejects.toMatchObject(
      refusal("conflict", "There is already a pending invitation for this address"),
    );
    await age(first, "14 days");
    const second = await create(team.admin, { email });
    expect(await sql("select id from invitations where email = $1", [email])).toEqual([{ id: second }]);
    expect(await byToken(token)).toEqual(endedAnswer("expired"));
  });

  it("accepts one of two simultaneous invitations of the same address", async () => {
    // More often than the calls after which PostgreSQL reuses a plan, on several connections.
    for (let i = 0; i < 12; i++) {
      const email = address();
      const outcomes = await Promise.allSettled([
        create(team.owner, { email }),
        create(team.admin, { email }),
      ]);
      expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      const loser = outcomes.find((outcome) => outcome.status === "rejected")!;
      expect(loser.reason).toMatchObject(
        refusal("conflict", "There is already a pending invitation for this address"),
      );
    }
  });

  it("lets owner and admin invite, and nobody else, in their own notebook only", {
    tags: spec("CORE-600"),
  }, async () => {
    const { owner, admin, caregiver, viewer, outsider } = team;
    for (const who of [owner, admin]) await create(who, {});
    for (const who of [caregiver, viewer, outsider]) {
      await expect(create(who, {})).rejects.toMatchObject(DENIED);
      await expect(listInvitations(who)).rejects.toMatchObject(DENIED);
    }
    const elsewhere = await createNotebook(outsider);
    await expect(create(owner, { diaryId: elsewhere })).rejects.toMatchObject(DENIED);
    await expect(listInvitations(owner, elsewhere)).rejects.toMatchObject(DENIED);
  });
});

describe("the limit on invitations", () => {
  it("is 100 pending ones of a notebook, without expired and answered ones", async () => {
    const owner = await createPerson(service, "Olga Owner");
    const diaryId = await createNotebook(owner);
    await sql(
      `insert into invitations (id, diary_id, email, role, expires_at, invited_by)
       select gen_random_uuid(), $1::uuid, i || '@example.org', 'member',
              now() + interval '1 day', $2 from generate_series(1, 100) i`,
      [diaryId, owner.userId],
    );
    await expect(create(owner, { diaryId })).rejects.toMatchObject(
      refusal("limit", "A notebook can have at most 100 pending invitations"),
    );
    await sql("update invitations set expires_at = now() where diary_id = $1 and email = '1@example.org'", [
      diaryId,
    ]);
    await create(owner, { diaryId });
    await expect(create(owner, { diaryId })).rejects.toMatchObject({ data: { code: "limit" } });
    expect(await listInvitations(owner, diaryId)).toHaveLength(100);
  });

  it("holds when many are sent at the same moment", async () => {
    const owner = await createPerson(service, "Olga Owner");
    const admin = await createPerson(service, "Adam Admin");
    const notebooks = [await createNotebook(owner), await createNotebook(owner), await createNotebook(owner)];
    const [full] = notebooks;
    await addMember(service, full!, admin, "admin");
    await sql(
      `insert into invitations (id, diary_id, email, role, expires_at, invited_by)
       select gen_random_uuid(), $1::uuid, i || '@example.org', 'member',
              now() + interval '1 day', $2 from generate_series(1, 97) i`,
      [full, owner.userId],
    );
    const inParallel = async (calls: Promise<unknown>[]) => {
      const ends = await Promise.allSettled(calls);
      const refusals = ends.flatMap((end) => (end.status === "rejected" ? [end.reason.data.code] : []));
      return { done: ends.length - refusals.length, refusals: new Set(refusals) };
    };
    const into = Array.from({ length: 8 }, (_, i) => create(i % 2 ? owner : admin, { diaryId: full }));
    expect(await inParallel(into)).toEqual({ done: 3, refusals: new Set(["limit"]) });
    expect(await sql("select count(*)::int as n from invitations where diary_id = $1", [full])).toEqual([
      { n: 100 },
    ]);

    await sql(
      `insert into audit_events (id, event_type, actor_id, target_type, target_id)
       select gen_random_uuid(), 'invitation.created', $1, 'invitation', 'x'
         from generate_series(1, 97 - (select count(*) from audit_events where actor_id = $1 and event_type = 'invitation.created'))`,
      [owner.userId],
    );
    const by = Array.from({ length: 8 }, (_, i) => create(owner, { diaryId: notebooks[1 + (i % 2)] }));
    expect(await inParallel(by)).toEqual({ done: 3, refusals: new Set(["limit"]) });
  });

  it("is 100 by one person within 24 hours, in all notebooks, with resent and cancelled ones", async () => {
    const owner = await createPerson(service, "Olga Owner");
    const [diaryId, another] = [await createNotebook(owner), await createNotebook(owner)];
    const { invitationId } = await invite(service, owner, diaryId, address());
    await cancel(owner, (await invite(service, owner, another, address())).invitationId);
    const insertEvents = (count: number, what: string, ago: string) =>
      sql(
        `insert into audit_events (id, event_type, actor_id, target_type, target_id, created_at)
         select gen_random_uuid(), $2, $1, 'invitation', 'x', now() - $3::interval from generate_series(1, ${count})`,
        [owner.userId, what, ago],
      );
    await insertEvents(50, "invitation.created", "23 hours");
    await insertEvents(46, "invitation.resent", "1 hour");
    await insertEvents(50, "invitation.created", "25 hours");
    await insertEvents(50, "invitation.cancelled", "1 hour");
    await age(invitationId, "2 minutes");
    await resend(owner, invitationId);
    await create(owner, { diaryId });
    const many = refusal("limit", "You can send at most 100 invitations in 24 hours");
    await expect(create(owner, { diaryId: another })).rejects.toMatchObject(many);
    await age(invitationId, "2 minutes");
    await expect(resend(owner, invitationId)).rejects.toMatchObject(many);
    const admin = await createPerson(service, "Adam Admin");
    await addMember(service, diaryId, admin, "admin");
    await create(admin, { diaryId });
  });
});

describe("the limit on invitations to one address", () => {
  const tooMany = refusal(
    "limit",
    "This address was sent too many invitations today. Please try again tomorrow",
  );

  it("is 10 by one person within 24 hours, for all notebooks, with resent and cancelled ones", async () => {
    const owner = await createPerson(service, "Olga Owner");
    const email = address();
    const { invitationId } = await invite(service, owner, await createNotebook(owner), email);
    await age(invitationId, "2 minutes");
    await resend(owner, invitationId);
    for (let i = 0; i < 8; i++) {
      await cancel(owner, (await invite(service, owner, await createNotebook(owner), email)).invitationId);
    }
    const diaryId = await createNotebook(owner);
    await expect(create(owner, { diaryId, email: email.toUpperCase() })).rejects.toMatchObject(tooMany);
    await create(owner, { diaryId });
    // Others can't use up somebody's limit.
    await create(team.owner, { email });
  });

  it("is 30 by everybody together within 24 hours", async () => {
    const email = address();
    for (let i = 0; i < 30; i++) {
      const owner = await createPerson(service, "Olga Owner");
      await create(owner, { diaryId: await createNotebook(owner), email });
    }
    await expect(create(team.owner, { email })).rejects.toMatchObject(tooMany);
    await sql("update auth.attempts set ends_at = now() where key like 'invited|%'");
    await create(team.owner, { email });
  });
});

describe("invitations.resendInvitation", () => {
  it("sends another link for 14 more days, and the old one stays valid", {
    tags: spec("CORE-225 CORE-601"),
  }, async () => {
    const email = address();
    const { invitationId, token } = await invite(service, team.owner, team.diaryId, email);
    await age(invitationId, "5 days");
    const before = Date.now();
    expect(await resend(team.admin, invitationId)).toBeNull();
    const renewed = await mailedToken(service, email);
    expect(renewed).not.toBe(token);
    for (const each of [token, renewed])
      expect(await byToken(each)).toMatchObject({ _id: invitationId, status: "pending" });
    const row = (await listInvitations(team.owner)).find(({ _id }) => _id === invitationId)!;
    expect(row.expiresAt - row.lastSentAt).toBe(14 * DAY_MS);
    expect(row.lastSentAt).toBeGreaterThanOrEqual(before);
    expect((await events(invitationId)).map((event) => event.event_type)).toEqual([
      "invitation.created",
      "invitation.resent",
    ]);
  });

  it("refuses a second time within a minute, and changes nothing", async () => {
    const email = address();
    const { invitationId, token } = await invite(service, team.owner, team.diaryId, email);
    const soon = refusal("limit", "Please wait a minute before sending it again");
    await expect(resend(team.owner, invitationId)).rejects.toMatchObject(soon);
    await age(invitationId, "59 seconds");
    await expect(resend(team.owner, invitationId)).rejects.toMatchObject(soon);
    expect(await byToken(token)).toMatchObject({ _id: invitationId });
    await age(invitationId, "1 second");
    await resend(team.owner, invitationId);
    await expect(resend(team.admin, invitationId)).rejects.toMatchObject(soon);
  });

  it("sends one mail when two members resend at the same moment", async () => {
    const email = address();
    const { invitationId } = await invite(service, team.owner, team.diaryId, email);
    await age(invitationId, "2 minutes");
    const outcomes = await Promise.allSettled([
      resend(team.owner, invitationId),
      resend(team.admin, invitationId),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await sql("select count(*) from mail_outbox where to_address = $1", [email])).toEqual([
      { count: 2 },
    ]);
  });
});

describe("invitations.cancelInvitation", () => {
  it("deletes it from both lists, and its links say who cancelled it", {
    tags: spec("CORE-224 CORE-602"),
  }, async () => {
    const someone = await createPerson(service, "Ines Invitee");
    const { invitationId, token } = await invite(service, team.owner, team.diaryId, someone.email);
    expect(await mine(someone)).toHaveLength(1);
    expect(await cancel(team.admin, invitationId)).toBeNull();
    expect(await mine(someone)).toEqual([]);
    expect((await listInvitations(team.owner)).map(({ _id }) => _id)).not.toContain(invitationId);
    expect(await byToken(token, someone)).toEqual(endedAnswer("cancelled"));
    expect(await sql("select * from invitations where email = $1", [someone.email])).toEqual([]);
    await expect(acceptAs(someone, invitationId)).rejects.toMatchObject(DENIED);
    await expect(cancel(team.owner, invitationId)).rejects.toMatchObject(DENIED);
    expect((await events(invitationId)).map((event) => event.event_type)).toEqual([
      "invitation.created",
      "invitation.cancelled",
    ]);
  });
});

describe("an invitation that is no longer pending", () => {
  const acts: [string, (who: TestPerson, id: string) => Promise<unknown>, "invitee" | "owner"][] = [
    ["accept", acceptAs, "invitee"],
    ["decline", decline, "invitee"],
    ["cancel", cancel, "owner"],
    ["resend", resend, "owner"],
    [
      "createInvitationLink",
      (who, invitationId) => who.http.action(api.invitations.createInvitationLink, { invitationId }),
      "owner",
    ],
  ];
  it.each([
    ["accepted", "This invitation has already been accepted."],
    ["declined", "This invitation has been declined."],
    ["expired", "This invitation has expired."],
  ] as const)(
    "one that was %s is in no list and refuses every action",
    { tags: spec("CORE-162 CORE-202 CORE-203 CORE-204") },
    async (state, message) => {
      const invitee = await createPerson(service, "Ines Invitee");
      const { invitationId } = await invite(service, team.owner, team.diaryId, invitee.email);
      if (state === "accepted") await acceptAs(invitee, invitationId);
      else if (state === "declined") await decline(invitee, invitationId);
      await age(invitationId, state === "expired" ? "14 days" : "1 hour");
      const before = await sql("select * from invitations where id = $1", [invitationId]);
      expect((await listInvitations(team.owner)).map(({ _id }) => _id)).not.toContain(invitationId);
      expect(await mine(invitee)).toEqual([]);
      for (const [name, act, who] of acts) {
        const caller = who === "invitee" ? invitee : team.owner;
        await expect(act(caller, invitationId), name).rejects.toMatchObject(refusal("conflict", message));
      }
      expect(await sql("select * from invitations where id = $1", [invitationId])).toEqual(before);
    },
  );
});

describe("invitations.declineInvitation", () => {
  it("declines the invitation, after which a new one is possible", {
    tags: spec("CORE-161 CORE-201 CORE-228 WORK-257 WORK-259 WORK-314"),
  }, async () => {
    const invitee = await createPerson(service, "Ines Invitee");
    const { invitationId } = await invite(service, team.owner, team.diaryId, invitee.email);
    expect(await decline(invitee, invitationId)).toBeNull();
    expect(
      await sql(
        "select status, accepted_by, responded_at is not null as answered from invitations where id = $1",
        [invitationId],
      ),
    ).toEqual([{ status: "declined", accepted_by: null, answered: true }]);
    expect(await sql("select * from members where user_id = $1", [invitee.userId])).toEqual([]);
    expect((await events(invitationId)).at(-1)).toEqual({
      event_type: "invitation.declined",
      actor_id: invitee.userId,
      diary_id: team.diaryId,
      details: {},
    });
    const again = await invite(service, team.owner, team.diaryId, invitee.email);
    expect(await mine(invitee)).toMatchObject([{ _id: again.invitationId }]);
  });
});

describe("invitations.listMyInvitations", () => {
  it("shows the invited person what the offered role sees of the notebook", async () => {
    const owner = await createPerson(service, "Olga Owner");
    const other = await createPerson(service, "Otto Owner");
    const invitee = await createPerson(service, "Ines Invitee");
    const mothersNotebook = await createNotebook(owner, { name: "Mother", fullName: "Rosa Blum" });
    const fathers = await createNotebook(other, { name: "Father", fullName: "Karl Blum" });
    for (const diaryId of [mothersNotebook, fathers]) {
      const author = diaryId === mothersNotebook ? owner : other;
      await createNote(author, diaryId, { visibility: "private" });
      await createNote(author, diaryId, { visibility: "extended" });
      await createNote(author, diaryId, { visibility: "team" });
    }
    const asViewer = await invite(service, owner, mothersNotebook, invitee.email, {
      role: "extended",
      personalMessage: "Please",
    });
    const asAdmin = await invite(service, other, fathers, invitee.email, { role: "admin" });
    const newest = async (diaryId: string, levels: string[]) =>
      (
        await sql(
          `select (extract(epoch from max(updated_at)) * 1000)::float8 as at from notes
            where diary_id = $1 and visibility = any($2)`,
          [diaryId, levels],
        )
      )[0].at;
    const [first, second, ...others] = await mine(invitee);
    expect(others, "@CORE-221 @WORK-260").toEqual([]);
    const always = { status: "pending", expiresAt: expect.any(Number), _creationTime: expect.any(Number) };
    expect(first, "@WORK-316 @WORK-317 @WORK-318 @WORK-319").toEqual({
      ...always,
      _id: asAdmin.invitationId,
      diaryId: fathers,
      email: invitee.email,
      role: "admin",
      personalMessage: "",
      diary: {
        name: "Father",
        description: "",
        fullName: "Karl Blum",
        memberCount: 1,
        noteCount: 2,
        updatedAt: Math.floor(await newest(fathers, ["extended", "team"])),
      },
      inviter: { name: other.name, email: other.email },
    });
    expect(second, "@WORK-307 @WORK-308 @WORK-310 @WORK-311 @WORK-312 @WORK-313 @WORK-315").toEqual({
      ...always,
      _id: asViewer.invitationId,
      diaryId: mothersNotebook,
      email: invitee.email,
      role: "extended",
      personalMessage: "Please",
      diary: {
        name: "Mother",
        description: "",
        fullName: "Rosa Blum",
        memberCount: 1,
        noteCount: 1,
        updatedAt: Math.floor(await newest(mothersNotebook, ["extended"])),
      },
      inviter: { name: owner.name, email: owner.email },
    });
    expect(await mine(owner)).toEqual([]);
  });
});

describe("the newest change in an invitation's notebook", () => {
  it.each(["comment", "attachment", "task", "task without a note", "member"] as const)(
    "includes a %s only when the offered role sees it",
    async (kind) => {
      const owner = await createPerson(service, "Olga Owner");
      const diaryId = await createNotebook(owner);
      const asViewer = await createPerson(service, "Vera Viewer");
      const asCaregiver = await createPerson(service, "Carl Caregiver");
      await invite(service, owner, diaryId, asViewer.email, { role: "extended" });
      await invite(service, owner, diaryId, asCaregiver.email, { role: "member" });
      const inAnHour = Date.now() + 3_600_000;
      const at = (hours: number) => new Date(inAnHour + hours * 3_600_000);
      const hang = async (noteId: string | null, time: Date) => {
        const id = randomUUID();
        if (kind === "member") {
          await addMember(service, diaryId, await createPerson(service, "Nina New"), "extended");
          await sql("update members set joined_at = $2 where diary_id = $1 and role = 'extended'", [
            diaryId,
            time,
          ]);
        } else if (kind === "comment") {
          await sql(
            `insert into comments (id, diary_id, note_id, content, visibility, created_by, updated_at)
             values ($1, $2, $3, 'C', 'extended', $4, $5)`,
            [id, diaryId, noteId, owner.userId, time],
          );
        } else if (kind === "attachment") {
          await sql(
            `insert into attachments (id, diary_id, note_id, filename, mime_type, size_bytes, uploaded_by, created_at)
             values ($1, $2, $3, 'f', 'text/plain', 1, $4, $5)`,
            [id, diaryId, noteId, owner.userId, time],
          );
        } else {
          await sql(
            `insert into tasks (id, diary_id, note_id, title, created_by, updated_at) values ($1, $2, $3, 'T', $4, $5)`,
            [id, diaryId, noteId, owner.userId, time],
          );
        }
      };
      const updated = async (who: TestPerson) => (await mine(who))[0]!.diary.updatedAt;
      if (kind === "member" || kind === "task without a note") {
        await hang(null, at(1));
        expect([await updated(asViewer), await updated(asCaregiver)]).toEqual([+at(1), +at(1)]);
        return;
      }
      const notes = [];
      for (const visibility of ["extended", "team", "private"] as const)
        notes.push(await createNote(owner, diaryId, { visibility }));
      for (const [i, noteId] of notes.entries()) await hang(noteId, at(i));
      expect([await updated(asViewer), await updated(asCaregiver)]).toEqual([+at(0), +at(1)]);
    },
  );
});

describe("invitations.getInvitationByToken", () => {
  it("shows the whole invitation to the invited person, and others no address", {
    tags: spec("CORE-163 CORE-166 CORE-168 CORE-229"),
  }, async () => {
    const invitee = await createPerson(service, "Ines Invitee");
    const { invitationId, token } = await invite(service, team.owner, team.diaryId, invitee.email, {
      role: "extended",
      personalMessage: "Please",
    });
    const [full] = await mine(invitee);
    const shown = {
      _id: invitationId,
      diaryId: team.diaryId,
      status: "pending",
      role: "extended",
      personalMessage: "Please",
      expiresAt: full!.expiresAt,
      _creationTime: full!._creationTime,
      sentTo: `${invitee.email[0]}•••@example.org`,
      letsInAtOnce: false,
      caller: null,
      inviter: { name: team.owner.name, email: team.owner.email, isFormer: false },
      request: null,
    };
    const less = { email: null, diary: { name: full!.diary.name } };
    expect(await byToken(token, invitee)).toEqual({
      ...shown,
      isForCaller: true,
      email: invitee.email,
      diary: full!.diary,
    });
    expect(await byToken(token)).toEqual({
      ...shown,
      ...less,
      isForCaller: null,
    });
    expect(await byToken(token, team.outsider)).toEqual({
      ...shown,
      ...less,
      isForCaller: false,
    });
  });

  it("shows an answered or expired one only with its state and whom to ask", async () => {
    const invitee = await createPerson(service, "Ines Invitee");
    const { invitationId, token } = await invite(service, team.owner, team.diaryId, invitee.email);
    const inviter = { name: team.owner.name, isFormer: false };
    const accepted = { _id: invitationId, status: "accepted", request: null, inviter };
    await acceptAs(invitee, invitationId);
    expect(await byToken(token)).toEqual({ ...accepted, isForCaller: null, diaryId: null });
    expect(await byToken(token, team.outsider)).toEqual({ ...accepted, isForCaller: false, diaryId: null });
    expect(await byToken(token, invitee)).toEqual({ ...accepted, isForCaller: true, diaryId: team.diaryId });

    const late = await createPerson(service, "Lars Late");
    const other = await invite(service, team.owner, team.diaryId, late.email);
    await age(other.invitationId, "14 days");
    expect(await byToken(other.token, late)).toEqual({
      _id: other.invitationId,
      status: "expired",
      isForCaller: true,
      diaryId: null,
      inviter,
      request: null,
    });
  });

  it("gives one answer for tokens that are unknown, malformed or cut", async () => {
    const { token: living } = await invite(service, team.owner, team.diaryId, address());
    const [{ token_hash: hash }] = await sql("select token_hash from invitation_links limit 1");
    const nothing = ["A".repeat(43), "", "x", "'; --", "🔑", living.slice(0, -1), `${living}A`, hash];
    for (const each of nothing) {
      expect(await byToken(each), each).toBeNull();
      expect(await byToken(each, team.outsider), each).toBeNull();
    }
    expect(await byToken("x".repeat(10_000))).toBeNull();
    const tooLong = "x".repeat(10_001);
    await expect(byToken(tooLong)).rejects.toMatchObject({
      data: { code: "invalid", message: "Invalid arguments" },
    });
    await expect(byToken(tooLong, team.outsider)).rejects.toMatchObject({
      data: { code: "invalid", message: "The invitation link may have at most 10000 characters" },
    });
    expect(await byToken(living)).not.toBeNull();

    // Each is answered with the same one statement, so the time reveals nothing either.
    for (const each of nothing) {
      const tables: unknown[] = [];
      const db = service.database.db.withPlugin({
        transformQuery: ({ node }) => {
          tables.push(JSON.stringify((node as SelectQueryNode).from));
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      const access = { signedIn: false, email: null, userId: null };
      expect(await getInvitationByToken.handler({ db, access } as never, { token: each })).toBeNull();
      expect(tables).toEqual([expect.stringContaining('"invitation_links"')]);
    }
  });
});

describe("invitations.createInvitationLink", () => {
  it("gives owner and admin another link, sends no mail, and keeps the other links valid", async () => {
    const email = address();
    const { invitationId, token } = await invite(service, team.owner, team.diaryId, email);
    const link = (who: TestPerson) => who.http.action(api.invitations.createInvitationLink, { invitationId });
    for (const who of [team.caregiver, team.viewer, team.outsider]) {
      await expect(link(who)).rejects.toMatchObject(DENIED);
    }
    expect(await byToken(token)).not.toBeNull();
    const first = await link(team.owner);
    const second = await link(team.admin);
    const tokens = [first, second].map(
      (each) => /\/invitations\/([A-Za-z0-9_-]{43})\/accept$/.exec(each.link)![1]!,
    );
    expect(first.link).toBe(`${service.url}/invitations/${tokens[0]}/accept`);
    for (const each of [token, ...tokens])
      expect(await byToken(each)).toMatchObject({ _id: invitationId, status: "pending" });
    expect(await sql("select count(*) from mail_outbox where to_address = $1", [email])).toEqual([
      { count: 1 },
    ]);
    expect((await events(invitationId)).map((event) => event.event_type)).toEqual([
      "invitation.created",
      "invitation.linkCreated",
      "invitation.linkCreated",
    ]);
  });

  it("makes at most 50 links for one invitation", async () => {
    const { invitationId } = await invite(service, team.owner, team.diaryId, address());
    await sql(
      `insert into invitation_links (token_hash, diary_id, invitation_id, made_by)
       select md5($1::text || i) || md5(i::text), $2, $1::uuid, $3 from generate_series(1, 48) i`,
      [invitationId, team.diaryId, team.owner.userId],
    );
    const link = () => team.owner.http.action(api.invitations.createInvitationLink, { invitationId });
    await link();
    const many = refusal("limit", "An invitation can have at most 50 links. Cancel it and invite again");
    await expect(link()).rejects.toMatchObject(many);
    await age(invitationId, "2 minutes");
    await expect(resend(team.owner, invitationId)).rejects.toMatchObject(many);
  });
});
