import { createHash } from "node:crypto";
import { ConvexHttpClient } from "convex/browser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { functions } from "../../../../registry/functions.ts";
import { DependencyRecorder } from "../../../../server/db/dependencies.ts";
import type { ServerFunction } from "../../../../server/functions/define.ts";
import { eventually } from "../../../../test/conformance/waiting.ts";
import {
  acceptAs,
  addMember,
  api,
  careTeam,
  createNote,
  createNotebook,
  createPerson,
  invite,
  type TestPerson,
} from "../../../../test/people.ts";
import { MEETINGS, raceAtInvitation } from "../../../../test/race.ts";
import { type Service, startService } from "../../../../test/service.ts";
import { spec } from "../../../../test/spec.ts";

let service: Service;
let other: Service;
let team: Awaited<ReturnType<typeof careTeam>>;
beforeAll(async () => {
  service = await startService();
  other = await service.startSecondNode();
  team = await careTeam(service);
});
afterAll(() => service.close());

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;
const DENIED = { data: { code: "access-denied", message: "Access denied" } };
const membershipsOf = ({ userId }: TestPerson, diaryId = team.diaryId) =>
  sql("select role, invited_by from members where user_id = $1 and diary_id = $2", [userId, diaryId]);
const eventTypes = async (diaryId: string) =>
  (await sql("select event_type from audit_events where diary_id = $1 order by id", [diaryId])).map(
    (event) => event.event_type,
  );

/** Another client on a node, because calls of one client wait for one another. */
const clientOf = async (who: TestPerson, { url }: Service = service) =>
  new ConvexHttpClient(url, {
    skipConvexDeploymentUrlCheck: true,
    logger: false,
    auth: await service.issuer.tokenFor(who),
  });

const invited = async (role: "admin" | "member" | "extended" = "member", diaryId = team.diaryId) => {
  const invitee = await createPerson(service, "Ines Invitee");
  return { invitee, ...(await invite(service, team.owner, diaryId, invitee.email, { role })) };
};

describe("invitations.acceptInvitation", () => {
  it.each(["admin", "member", "extended"] as const)(
    "makes the invited person a member as %s and writes an audit event",
    { tags: spec("CORE-161 CORE-200 CORE-226 CORE-227 WORK-257 WORK-258 WORK-314") },
    async (role) => {
      const { invitee, invitationId } = await invited(role);
      expect(await invitee.http.mutation(api.invitations.acceptInvitation, { invitationId })).toEqual({
        diaryId: team.diaryId,
      });
      expect(await membershipsOf(invitee)).toEqual([{ role, invited_by: team.owner.userId }]);
      expect(
        await sql(
          "select status, accepted_by, responded_at is not null as answered from invitations where id = $1",
          [invitationId],
        ),
      ).toEqual([{ status: "accepted", accepted_by: invitee.userId, answered: true }]);
      const [joined] = await sql(
        `select actor_id, target_id, details from audit_events
          where event_type = 'member.joined' and actor_id = $1`,
        [invitee.userId],
      );
      const members = await team.viewer.http.query(api.members.listMembers, { diaryId: team.diaryId });
      const member = members.find(({ userId }) => userId === invitee.userId)!;
      expect(member).toMatchObject({
        role,
        inviter: { name: team.owner.name },
        user: { name: invitee.name },
      });
      expect(joined).toEqual({
        actor_id: invitee.userId,
        target_id: member._id,
        details: { userId: invitee.userId, role },
      });
      const [{ n: accepted }] = await sql(
        "select count(*) as n from audit_events where event_type = 'invitation.accepted' and target_id = $1",
        [invitationId],
      );
      expect(accepted).toBe(1);
    },
  );

  it("leaves a member the role they have", async () => {
    const { invitee, invitationId } = await invited("extended");
    await addMember(service, team.diaryId, invitee, "admin");
    expect(await acceptAs(invitee, invitationId)).toBe(team.diaryId);
    expect(await membershipsOf(invitee)).toEqual([{ role: "admin", invited_by: null }]);
    expect(await sql("select status from invitations where id = $1", [invitationId])).toEqual([
      { status: "accepted" },
    ]);
    expect(await sql("select event_type from audit_events where actor_id = $1", [invitee.userId])).toEqual([
      { event_type: "invitation.accepted" },
    ]);
  });

  it("refuses everybody but the account with the address, with the same answer as for a missing invitation", async () => {
    const { invitee, invitationId } = await invited();
    const unknown = "00000000-0000-7000-8000-000000000000";
    const { owner, admin, caregiver, viewer, outsider } = team;
    for (const who of [owner, admin, caregiver, viewer, outsider]) {
      for (const id of [invitationId, unknown, "x"]) {
        await expect(acceptAs(who, id)).rejects.toMatchObject(DENIED);
        await expect(
          who.http.mutation(api.invitations.declineInvitation, { invitationId: id }),
        ).rejects.toMatchObject(DENIED);
      }
    }
    await expect(acceptAs(invitee, unknown)).rejects.toMatchObject(DENIED);
    expect(await sql("select status from invitations where id = $1", [invitationId])).toEqual([
      { status: "pending" },
    ]);
    expect(await membershipsOf(invitee)).toEqual([]);
  });

  it("uses the token's address, not the one of the account's record", async () => {
    const { invitee, invitationId } = await invited();
    // The account's address changed after the last sync, so the record has the old one.
    const moved = await clientOf({ ...invitee, email: `new-${invitee.email}` });
    await expect(moved.mutation(api.invitations.acceptInvitation, { invitationId })).rejects.toMatchObject(
      DENIED,
    );
    const uppercaseClient = await clientOf({ ...invitee, email: invitee.email.toUpperCase() });
    expect(await uppercaseClient.mutation(api.invitations.acceptInvitation, { invitationId })).toEqual({
      diaryId: team.diaryId,
    });
  });

  it("needs a link when the address isn't verified", async () => {
    const { invitee, invitationId, token } = await invited();
    const elsewhere = await invited();
    const unproven = await clientOf({ ...invitee, emailVerified: false });
    expect(await unproven.query(api.invitations.listMyInvitations, {})).toEqual([]);
    for (const call of [api.invitations.acceptInvitation, api.invitations.declineInvitation]) {
      for (const other of [undefined, "", "x", elsewhere.token]) {
        await expect(unproven.mutation(call, { invitationId, token: other })).rejects.toMatchObject(DENIED);
      }
    }
    expect(await unproven.query(api.invitations.getInvitationByToken, { token })).toMatchObject({
      isForCaller: true,
      email: invitee.email,
      diary: { noteCount: expect.any(Number) },
    });
    expect(await unproven.mutation(api.invitations.acceptInvitation, { invitationId, token })).toEqual({
      diaryId: team.diaryId,
    });
    expect(await membershipsOf(invitee)).toHaveLength(1);
  });

  it("refuses an unverified account with the address, and a link in an account with another address", async () => {
    const { invitee, invitationId, token } = await invited();
    const squatter = await createPerson(service, "Sam Squatter");
    const asInvitee = await clientOf({ ...squatter, email: invitee.email, emailVerified: false });
    await expect(
      asInvitee.mutation(api.invitations.acceptInvitation, { invitationId }),
    ).rejects.toMatchObject(DENIED);
    for (const emailVerified of [true, false]) {
      const withLink = await clientOf({ ...squatter, emailVerified });
      await expect(
        withLink.mutation(api.invitations.acceptInvitation, { invitationId, token }),
      ).rejects.toMatchObject(DENIED);
    }
    expect(await membershipsOf(squatter)).toEqual([]);
  });

  it("works with every link until the invitation is answered, and then each link says that it is", async () => {
    const { invitee, invitationId, token } = await invited();
    const unproven = await clientOf({ ...invitee, emailVerified: false });
    const copy = async (who: TestPerson) => {
      const { link } = await who.http.action(api.invitations.createInvitationLink, { invitationId });
      return link.split("/").at(-2)!;
    };
    const tokens = [token, await copy(team.owner), await copy(team.admin)];
    await unproven.mutation(api.invitations.acceptInvitation, { invitationId, token });
    for (const each of tokens) {
      expect(await unproven.query(api.invitations.getInvitationByToken, { token: each })).toMatchObject({
        status: "accepted",
        diaryId: team.diaryId,
      });
      await expect(
        unproven.mutation(api.invitations.acceptInvitation, { invitationId, token: each }),
      ).rejects.toMatchObject({ data: { message: "This invitation has already been accepted." } });
    }
  });

  it("is no longer possible for somebody who has another address by now, also with a token from before", async () => {
    const { invitee, invitationId } = await invited();
    expect(await invitee.http.query(api.invitations.listMyInvitations, {})).toHaveLength(1);
    await service.database.pool.query("update users set email = $1 where id = $2", [
      `present-${invitee.email}`,
      invitee.userId,
    ]);
    expect(await invitee.http.query(api.invitations.listMyInvitations, {})).toEqual([]);
    await expect(acceptAs(invitee, invitationId)).rejects.toMatchObject({
      data: { message: "Access denied" },
    });
  });

  it("tells another account with the same verified address how the invitation was answered", async () => {
    const { invitee, invitationId } = await invited();
    await acceptAs(invitee, invitationId);
    const twin = await createPerson(service, "Twin");
    const http = await clientOf({ ...twin, email: invitee.email });
    await http.mutation(api.users.syncUser, {
      clerkUserId: twin.subject,
      email: invitee.email,
      name: twin.name,
    });
    await expect(http.mutation(api.invitations.acceptInvitation, { invitationId })).rejects.toMatchObject({
      data: { code: "conflict", message: "This invitation has already been accepted." },
    });
    expect(await membershipsOf(twin)).toEqual([]);
  });
});

describe("an invitation, at the same moment", () => {
  it("accepted 50 times over two nodes makes one member: one request succeeds, 49 are refused", {
    timeout: 60_000,
  }, async () => {
    const diaryId = await createNotebook(team.owner);
    const { invitee, invitationId } = await invited("member", diaryId);
    const clients = await Promise.all(
      Array.from({ length: 50 }, (_, i) => clientOf(invitee, i % 2 ? other : service)),
    );
    const outcomes = await Promise.allSettled(
      clients.map((client) => client.mutation(api.invitations.acceptInvitation, { invitationId })),
    );
    const refusals = outcomes.filter((outcome) => outcome.status === "rejected");
    expect(refusals).toHaveLength(49);
    for (const { reason } of refusals) {
      expect(reason).toMatchObject({
        data: { code: "conflict", message: "This invitation has already been accepted." },
      });
    }
    expect(await membershipsOf(invitee, diaryId)).toHaveLength(1);
    expect(await eventTypes(diaryId)).toEqual([
      "notebook.created",
      "invitation.created",
      "invitation.accepted",
      "member.joined",
    ]);
  });

  it("accepted and cancelled ends as one of both", async () => {
    const seen = new Set<string>();
    const admin = await clientOf(team.owner, other);
    for (const meeting of MEETINGS) {
      const { invitee, invitationId } = await invited();
      const outcome = await raceAtInvitation(
        service,
        invitationId,
        [
          () => acceptAs(invitee, invitationId),
          () => admin.mutation(api.invitations.cancelInvitation, { invitationId }),
        ],
        meeting,
      );
      seen.add(outcome.join(" / "));
      const isMember = outcome[0] === "done";
      expect(await membershipsOf(invitee)).toHaveLength(isMember ? 1 : 0);
      const remainingRows = await sql("select status from invitations where id = $1", [invitationId]);
      expect(remainingRows).toEqual(isMember ? [{ status: "accepted" }] : []);
    }
    expect([...seen].sort()).toEqual([
      "Access denied / done",
      "done / This invitation has already been accepted.",
    ]);
  });

  it("accepted and declined in two windows ends as one of both", async () => {
    const seen = new Set<string>();
    for (const meeting of MEETINGS) {
      const { invitee, invitationId } = await invited();
      const window = await clientOf(invitee, other);
      const outcome = await raceAtInvitation(
        service,
        invitationId,
        [
          () => acceptAs(invitee, invitationId),
          () => window.mutation(api.invitations.declineInvitation, { invitationId }),
        ],
        meeting,
      );
      seen.add(outcome.join(" / "));
      expect(await membershipsOf(invitee)).toHaveLength(outcome[0] === "done" ? 1 : 0);
    }
    expect([...seen].sort()).toEqual([
      "This invitation has been declined. / done",
      "done / This invitation has already been accepted.",
    ]);
  });

  it("accepted and resent adds the member in any case, and renews no link afterwards", async () => {
    const admin = await clientOf(team.owner, other);
    for (const meeting of MEETINGS) {
      const { invitee, invitationId } = await invited();
      await sql("update invitations set last_sent_at = now() - interval '2 minutes' where id = $1", [
        invitationId,
      ]);
      const [accepted, resent] = await raceAtInvitation(
        service,
        invitationId,
        [
          () => acceptAs(invitee, invitationId),
          () => admin.mutation(api.invitations.resendInvitation, { invitationId }),
        ],
        meeting,
      );
      expect(accepted).toBe("done");
      expect(["done", "This invitation has already been accepted."]).toContain(resent);
      const [{ mails }] = await sql("select count(*) as mails from mail_outbox where to_address = $1", [
        invitee.email,
      ]);
      expect(mails).toBe(resent === "done" ? 2 : 1);
    }
  });

  it("accepted while the notebook is deleted leaves nothing, without a deadlock", async () => {
    for (const meeting of MEETINGS) {
      const owner = await createPerson(service, "Olga Owner");
      const diaryId = await createNotebook(owner);
      const invitee = await createPerson(service, "Ines Invitee");
      const { invitationId } = await invite(service, owner, diaryId, invitee.email);
      const deleting = await clientOf(owner, other);
      const [accepted, deleted] = await raceAtInvitation(
        service,
        invitationId,
        [
          () => acceptAs(invitee, invitationId),
          () => deleting.mutation(api.diaries.deleteDiary, { diaryId }),
        ],
        meeting,
      );
      expect(deleted).toBe("done");
      expect(["done", "Access denied"]).toContain(accepted);
      expect(await sql("select id from members where diary_id = $1", [diaryId])).toEqual([]);
      expect(await invitee.http.query(api.diaries.listMyDiaries, {})).toEqual([]);
    }
  });
});

describe("a live list of invitations", () => {
  const watch = <T>(subscribe: (onValue: (value: T) => unknown) => unknown) => {
    const values: T[] = [];
    subscribe((value) => values.push(value));
    return { latest: () => values.at(-1), values };
  };

  it("shows an invitation and its answer on every node", {
    tags: spec("WORK-257"),
  }, async () => {
    const { owner, viewer, diaryId } = await careTeam(service);
    const invitee = await createPerson(service, "Ines Invitee");
    const [guest, host] = [service.connect(invitee), service.connect(owner, { url: other.url })];
    const member = service.connect(viewer, { url: other.url });
    const received = watch<{ _id: string; diary: { noteCount: number } }[]>((on) =>
      guest.onUpdate(api.invitations.listMyInvitations, {}, on),
    );
    const sent = watch<{ _id: string }[]>((on) =>
      host.onUpdate(api.invitations.listDiaryInvitations, { diaryId }, on),
    );
    const notebooks = watch<{ _id: string; userRole: string }[]>((on) =>
      guest.onUpdate(api.diaries.listMyDiaries, {}, on),
    );
    const people = watch<{ userId: string; role: string }[]>((on) =>
      member.onUpdate(api.members.listMembers, { diaryId }, on),
    );
    await eventually(() => received.latest() && sent.latest() && notebooks.latest() && people.latest());
    expect([received.latest(), sent.latest(), notebooks.latest()]).toEqual([[], [], []]);

    const { invitationId, token } = await invite(service, owner, diaryId, invitee.email, { role: "admin" });
    await eventually(() => received.latest()?.[0]?._id === invitationId);
    await eventually(() => sent.latest()?.[0]?._id === invitationId);
    const page = watch<{ status: string } | null>((on) =>
      service
        .connect(undefined, { url: other.url })
        .onUpdate(api.invitations.getInvitationByToken, { token }, on),
    );
    await eventually(() => page.latest()?.status === "pending");

    await createNote(owner, diaryId, { visibility: "team" });
    await eventually(() => received.latest()?.[0]?.diary.noteCount === 1);
    await createNote(owner, diaryId, { visibility: "private", title: "canary" });
    await createNote(owner, diaryId, { visibility: "extended" });
    await eventually(() => received.latest()?.[0]?.diary.noteCount === 2);
    expect(JSON.stringify(received.values)).not.toMatch(/canary|"title"|"content"|"preview"/);

    await guest.mutation(api.invitations.acceptInvitation, { invitationId });
    await eventually(() => notebooks.latest()?.[0]?._id === diaryId);
    expect(notebooks.latest()![0]!.userRole).toBe("admin");
    await eventually(() => people.latest()?.some(({ userId }) => userId === invitee.userId));
    await eventually(() => received.latest()?.length === 0 && sent.latest()?.length === 0);
    await eventually(() => page.latest()?.status === "accepted");
  });

  it("loses a cancelled one, as does the invited person's page", async () => {
    const { invitee, invitationId, token } = await invited();
    const client = service.connect(invitee, { url: other.url });
    const list = watch<unknown[]>((on) => client.onUpdate(api.invitations.listMyInvitations, {}, on));
    const page = watch<{ status: string } | null>((on) =>
      client.onUpdate(api.invitations.getInvitationByToken, { token }, on),
    );
    await eventually(() => list.latest()?.length === 1 && page.latest());
    await team.admin.http.mutation(api.invitations.cancelInvitation, { invitationId });
    await eventually(() => list.latest()?.length === 0 && page.latest()?.status === "cancelled");
  });

  it("runs again for changes of its own notebooks, addresses and links, and for no others", async () => {
    const { invitee, token } = await invited();
    const { rows } = await service.database.pool.query("select table_name, columns from sync_scopes");
    const tracked = new Map<string, string[][]>();
    for (const { table_name, columns } of rows) {
      tracked.set(table_name, [...(tracked.get(table_name) ?? []), columns]);
    }
    const scopesOf = async (name: string, args: Record<string, unknown>) => {
      const recorder = new DependencyRecorder(tracked);
      const db = service.database.db.withPlugin(recorder);
      const fn = functions.get(name)! as ServerFunction<"query">;
      const who = name.endsWith("listDiaryInvitations") ? team.owner : invitee;
      const identity = { issuer: "", emailVerified: true, expiresAt: Number.MAX_SAFE_INTEGER, ...who };
      const access = await fn.access.resolve({ db, identity }, args);
      await fn.handler({ db, access, baseUrl: "", journal: { read: null, write() {} } } as never, args);
      return [...recorder.scopes];
    };
    const hash = createHash("sha256").update(token).digest("hex");
    const { diaryId } = team;
    for (const [name, args, own] of [
      ["invitations.listDiaryInvitations", { diaryId }, `invitations/diary_id=${diaryId}`],
      ["invitations.listMyInvitations", {}, `invitations/email=${invitee.email}`],
      ["invitations.getInvitationByToken", { token }, `invitation_links/token_hash=${hash}`],
    ] as const) {
      const scopes = await scopesOf(name, args);
      expect(scopes).toContain(own);
      // A scope without a value would be a whole table.
      expect(
        scopes.filter((scope) => !scope.includes("=")),
        name,
      ).toEqual([]);
    }
    // The trigger writes the same scope that the query depends on.
    const written = (await sql("select scope from sync_log")).map(({ scope }) => scope);
    expect(written).toContain(`invitation_links/token_hash=${hash}`);
    expect(written).toContain(`invitations/email=${invitee.email}`);
  });
});
