import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  acceptAs,
  addMember,
  api,
  careTeam,
  createNote,
  createPerson,
  invite,
  type TestPerson,
} from "../../../test/people.ts";
import { type Service, startService } from "../../../test/service.ts";
import { spec } from "../../../test/spec.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

type Role = "admin" | "member" | "extended";
type Team = Awaited<ReturnType<typeof careTeam>>;

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;
const refusal = (code: string, message: string) => ({ data: { code, message } });
const DENIED = refusal("access-denied", "Access denied");

const memberId = async ({ diaryId }: Team, { userId }: TestPerson): Promise<string> =>
  (await sql("select id from members where diary_id = $1 and user_id = $2", [diaryId, userId]))[0].id;
const rolesOf = async ({ diaryId }: Team): Promise<Record<string, string>> => {
  const rows = await sql(
    "select u.name, m.role from members m join users u on u.id = m.user_id where m.diary_id = $1",
    [diaryId],
  );
  return Object.fromEntries(rows.map(({ name, role }) => [name.split(" ")[0], role]));
};
const give = async (team: Team, who: TestPerson, whom: TestPerson, role: Role) =>
  who.http.mutation(api.members.updateRole, { memberId: await memberId(team, whom), role });
const transfer = async (team: Team, who: TestPerson, whom: TestPerson) =>
  who.http.mutation(api.members.transferOwnership, { memberId: await memberId(team, whom) });
const leave = ({ diaryId }: Team, who: TestPerson) => who.http.mutation(api.members.leave, { diaryId });
const remove = async (team: Team, who: TestPerson, whom: TestPerson) =>
  who.http.mutation(api.members.removeMember, { memberId: await memberId(team, whom) });
const eventsOf = ({ diaryId }: Team, type: string) =>
  sql(
    "select actor_id, target_type, target_id, details from audit_events where diary_id = $1 and event_type = $2",
    [diaryId, type],
  );

/** Two admins of a notebook, each by a server of their own. */
async function twoAdmins() {
  const team = await careTeam(service);
  const { owner, admin, caregiver } = team;
  await give(team, owner, caregiver, "admin");
  const ids = [await memberId(team, admin), await memberId(team, caregiver)] as const;
  return { team, admin, other: caregiver, ids };
}

const AS_THEY_WERE = { Olga: "owner", Adam: "admin", Clara: "member", Viktor: "extended" };

describe("members.updateRole", () => {
  it("lets the owner make a member admin, caregiver or viewer", {
    tags: spec("CORE-151"),
  }, async () => {
    const team = await careTeam(service);
    const { owner, admin, caregiver, viewer } = team;
    expect(await give(team, owner, caregiver, "admin")).toBeNull();
    await give(team, owner, viewer, "member");
    await give(team, owner, admin, "extended");
    expect(await rolesOf(team)).toEqual({
      ...AS_THEY_WERE,
      Clara: "admin",
      Viktor: "member",
      Adam: "extended",
    });
    expect(await eventsOf(team, "member.roleChanged")).toContainEqual({
      actor_id: owner.userId,
      target_type: "member",
      target_id: await memberId(team, caregiver),
      details: { userId: caregiver.userId, from: "member", to: "admin" },
    });
  });

  it("lets an admin make others, another admin and themselves caregiver or viewer, and nobody admin", async () => {
    const team = await careTeam(service);
    const { owner, admin, caregiver, viewer } = team;
    const second = await createPerson(service, "Agnes Admin");
    await addMember(service, team.diaryId, second, "admin");
    for (const whom of [caregiver, viewer, second, admin]) {
      await expect(give(team, admin, whom, "admin")).rejects.toMatchObject(DENIED);
    }
    await expect(give(team, admin, owner, "admin")).rejects.toMatchObject(DENIED);
    await give(team, admin, viewer, "member");
    await give(team, admin, caregiver, "extended");
    await give(team, admin, second, "member");
    await give(team, admin, admin, "member");
    expect(await rolesOf(team)).toEqual({
      Olga: "owner",
      Adam: "member",
      Clara: "extended",
      Viktor: "member",
      Agnes: "member",
    });
    await expect(give(team, admin, caregiver, "member")).rejects.toMatchObject(DENIED);
  });

  it("never changes the owner's role", async () => {
    const team = await careTeam(service);
    for (const who of [team.owner, team.admin]) {
      for (const role of ["member", "extended"] as const) {
        await expect(give(team, who, team.owner, role)).rejects.toMatchObject(
          refusal("conflict", "The owner's role cannot be changed"),
        );
      }
    }
    await expect(
      team.owner.http.mutation(api.members.updateRole, {
        memberId: await memberId(team, team.admin),
        role: "owner" as never,
      }),
    ).rejects.toMatchObject({ data: { code: "invalid" } });
    expect(await rolesOf(team)).toEqual(AS_THEY_WERE);
  });

  it("refuses caregivers, viewers and everybody outside, and members of other notebooks", async () => {
    const team = await careTeam(service);
    const { owner, caregiver, viewer, outsider } = team;
    const elsewhere = await careTeam(service);
    for (const who of [caregiver, viewer, outsider, elsewhere.owner]) {
      await expect(give(team, who, viewer, "member")).rejects.toMatchObject(DENIED);
    }
    await expect(
      owner.http.mutation(api.members.updateRole, { memberId: uuidv7(), role: "member" }),
    ).rejects.toMatchObject(DENIED);
    expect(await rolesOf(team)).toEqual(AS_THEY_WERE);
  });

  it("writes nothing when the role is the same", async () => {
    const team = await careTeam(service);
    await give(team, team.owner, team.caregiver, "member");
    expect(await eventsOf(team, "member.roleChanged")).toEqual([]);
  });
});

describe("members.removeMember", () => {
  it("lets an admin remove another admin, and nobody the owner", {
    tags: spec("CORE-220 CORE-603 WORK-279 WORK-280 WORK-281"),
  }, async () => {
    const team = await careTeam(service);
    const second = await createPerson(service, "Agnes Admin");
    await addMember(service, team.diaryId, second, "admin");
    await remove(team, team.admin, second);
    for (const who of [team.caregiver, team.viewer, team.outsider]) {
      await expect(remove(team, who, team.viewer)).rejects.toMatchObject(DENIED);
    }
    await expect(remove(team, team.admin, team.owner)).rejects.toMatchObject(
      refusal("conflict", "The owner cannot be removed"),
    );
    expect(await rolesOf(team)).toEqual(AS_THEY_WERE);
  });
});

describe("members.removeMember and invitations", () => {
  it("cancels a pending invitation of the removed member, which would let them in again", async () => {
    const team = await careTeam(service);
    const someone = await createPerson(service, "Ines Invitee");
    const another = await createPerson(service, "Ivo Invitee");
    const { invitationId } = await invite(service, team.owner, team.diaryId, someone.email);
    const otherInvitation = await invite(service, team.owner, team.diaryId, another.email);
    // For example with the operator's command line.
    await addMember(service, team.diaryId, someone, "member");
    await remove(team, team.admin, someone);
    await expect(acceptAs(someone, invitationId)).rejects.toMatchObject(DENIED);
    expect(await someone.http.query(api.invitations.listMyInvitations, {})).toEqual([]);
    expect(await eventsOf(team, "invitation.cancelled")).toMatchObject([
      { actor_id: team.admin.userId, target_id: invitationId },
    ]);
    expect(await acceptAs(another, otherInvitation.invitationId)).toBe(team.diaryId);
  });
});

describe("members.leave", () => {
  it("ends the membership of an admin, a caregiver or a viewer, and refuses the owner", async () => {
    const team = await careTeam(service);
    for (const who of [team.admin, team.caregiver, team.viewer]) expect(await leave(team, who)).toBeNull();
    await expect(leave(team, team.owner)).rejects.toMatchObject(
      refusal("conflict", "Transfer the notebook to somebody else before you leave"),
    );
    for (const who of [team.outsider, team.viewer]) {
      await expect(leave(team, who)).rejects.toMatchObject(DENIED);
    }
    expect(await rolesOf(team)).toEqual({ Olga: "owner" });
    expect(await eventsOf(team, "member.left")).toMatchObject([
      { actor_id: team.admin.userId, details: { userId: team.admin.userId, role: "admin" } },
      { actor_id: team.caregiver.userId, details: { userId: team.caregiver.userId, role: "member" } },
      { actor_id: team.viewer.userId, details: { userId: team.viewer.userId, role: "extended" } },
    ]);
  });
});

describe.each([
  ["leaves", (team: Team) => leave(team, team.caregiver)],
  ["is removed", (team: Team) => remove(team, team.owner, team.caregiver)],
] as const)("a member who %s", (_, end) => {
  it("keeps private notes, which come back with the membership, and loses all assignments", async () => {
    const team = await careTeam(service);
    const { diaryId, owner, caregiver } = team;
    const noteId = await createNote(caregiver, diaryId, { title: "Only mine", visibility: "private" });
    const taskId = uuidv7();
    await sql(
      "insert into tasks (id, diary_id, title, assigned_to, created_by) values ($1, $2, 'Water the plants', $3, $3)",
      [taskId, diaryId, caregiver.userId],
    );
    await end(team);
    await expect(caregiver.http.query(api.notes.listNotes, { diaryId })).rejects.toMatchObject(DENIED);
    expect(await caregiver.http.query(api.notes.getNote, { noteId })).toBeNull();
    expect(await owner.http.query(api.notes.getNote, { noteId })).toBeNull();
    expect(await sql("select title from notes where id = $1", [noteId])).toEqual([{ title: "Only mine" }]);
    expect(await sql("select assigned_to, status from tasks where id = $1", [taskId])).toEqual([
      { assigned_to: null, status: "pending" },
    ]);

    const { invitationId } = await invite(service, owner, diaryId, caregiver.email);
    await acceptAs(caregiver, invitationId);
    const notes = await caregiver.http.query(api.notes.listNotes, { diaryId });
    expect(notes.map(({ _id, title }) => ({ _id, title }))).toEqual([{ _id: noteId, title: "Only mine" }]);
    expect(await owner.http.query(api.notes.listNotes, { diaryId })).toEqual([]);
    expect(await sql("select assigned_to from tasks where id = $1", [taskId])).toEqual([
      { assigned_to: null },
    ]);
  });
});

describe("members.transferOwnership", () => {
  it.each(["admin", "caregiver", "viewer"] as const)(
    "makes an %s the owner, and the owner an admin, who may leave then",
    async (whom) => {
      const team = await careTeam(service);
      const next = team[whom];
      expect(await transfer(team, team.owner, next)).toBeNull();
      expect(await rolesOf(team)).toEqual({
        ...AS_THEY_WERE,
        Olga: "admin",
        [next.name.split(" ")[0]!]: "owner",
      });
      expect(await eventsOf(team, "notebook.ownershipTransferred")).toEqual([
        {
          actor_id: team.owner.userId,
          target_type: "notebook",
          target_id: team.diaryId,
          details: { from: team.owner.userId, to: next.userId },
        },
      ]);
      await expect(transfer(team, team.owner, team.owner)).rejects.toMatchObject(DENIED);
      await expect(give(team, team.owner, next, "member")).rejects.toMatchObject(
        refusal("conflict", "The owner's role cannot be changed"),
      );
      await leave(team, team.owner);
      const [notebook] = await next.http.query(api.diaries.listMyDiaries, {});
      expect(notebook).toMatchObject({ userRole: "owner", ownerName: next.name });
    },
  );

  it("is allowed to the owner, and only to a member of the same notebook", async () => {
    const team = await careTeam(service);
    const elsewhere = await careTeam(service);
    for (const who of [team.admin, team.caregiver, team.viewer, team.outsider, elsewhere.owner]) {
      await expect(transfer(team, who, team.caregiver)).rejects.toMatchObject(DENIED);
    }
    await expect(transfer(elsewhere, team.owner, elsewhere.caregiver)).rejects.toMatchObject(DENIED);
    await expect(transfer(team, team.owner, team.owner)).rejects.toMatchObject(
      refusal("conflict", "You own this notebook already"),
    );
    expect(await rolesOf(team)).toEqual(AS_THEY_WERE);
  });

  it("leaves exactly one owner, whatever happens at the same moment", async () => {
    for (let i = 0; i < 16; i++) {
      const team = await careTeam(service);
      const { diaryId, owner, admin, caregiver } = team;
      const window = await service.http(owner);
      const [toCaregiver, toAdmin] = [
        { memberId: await memberId(team, caregiver) },
        { memberId: await memberId(team, admin) },
      ];
      const [transferred, other] = await Promise.allSettled([
        owner.http.mutation(api.members.transferOwnership, toCaregiver),
        [
          () => window.mutation(api.members.transferOwnership, toAdmin),
          () => caregiver.http.mutation(api.members.leave, { diaryId }),
          () => admin.http.mutation(api.members.removeMember, toCaregiver),
          () => admin.http.mutation(api.members.updateRole, { ...toCaregiver, role: "extended" }),
        ][i % 4]!(),
      ]);
      for (const outcome of [transferred, other]) {
        if (outcome.status === "rejected")
          expect(outcome.reason.data.code).toMatch(/^(access-denied|conflict)$/);
      }
      const roles = await rolesOf(team);
      const owners = Object.keys(roles).filter((name) => roles[name] === "owner");
      expect(owners).toHaveLength(1);
      if (i % 4 === 0) {
        // One of two transfers: the former owner has nothing to transfer afterwards.
        expect([transferred.status, other.status].sort()).toEqual(["fulfilled", "rejected"]);
      } else {
        // A person who got the answer that the notebook is theirs is its owner.
        expect(owners[0]).toBe(transferred.status === "fulfilled" ? "Clara" : "Olga");
      }
    }
  });
});

describe("two admins who take each other's rights at once", () => {
  it("don't both succeed: the second is refused", async () => {
    for (let round = 0; round < 12; round++) {
      const { team, admin, other, ids } = await twoAdmins();
      const act = (who: TestPerson, member: string) =>
        round % 2 === 0
          ? who.http.mutation(api.members.updateRole, { memberId: member, role: "member" })
          : who.http.mutation(api.members.removeMember, { memberId: member });
      const outcomes = await Promise.allSettled([act(admin, ids[1]), act(other, ids[0])]);
      expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      const admins = await sql(
        "select count(*)::integer as n from members where diary_id = $1 and role = 'admin'",
        [team.diaryId],
      );
      expect(admins).toEqual([{ n: 1 }]);
    }
  });
});
