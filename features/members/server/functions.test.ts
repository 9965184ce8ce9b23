import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addMember, api, careTeam, createPerson } from "../../../test/people.ts";
import { type Service, startService } from "../../../test/service.ts";
import { spec } from "../../../test/spec.ts";

let service: Service;
let team: Awaited<ReturnType<typeof careTeam>>;
beforeAll(async () => {
  service = await startService();
  team = await careTeam(service);
});
afterAll(() => service.close());

const sql = async (text: string, values: unknown[]) => (await service.database.pool.query(text, values)).rows;
const list = (diaryId = team.diaryId) => team.owner.http.query(api.members.listMembers, { diaryId });
const memberIdOf = async (userId: string) => (await list()).find((member) => member.userId === userId)!._id;
const remove = (who: typeof team.owner, memberId: string) =>
  who.http.mutation(api.members.removeMember, { memberId });

describe("members.listMembers", () => {
  it("lists everyone with role, name and e-mail, the earliest first", async () => {
    const { diaryId, owner, admin, caregiver, viewer } = team;
    await sql("update members set invited_by = $1 where user_id = $2", [owner.userId, viewer.userId]);
    const members = await list();
    expect(
      members.map((member) => [member.userId, member.role, member.user]),
      "@CORE-150 @CORE-151 @CORE-153 @CORE-154 @WORK-321 @WORK-322 @WORK-324 @WORK-325",
    ).toEqual(
      (
        [
          [owner, "owner"],
          [admin, "admin"],
          [caregiver, "member"],
          [viewer, "extended"],
        ] as const
      ).map(([{ userId, name, email }, role]) => [userId, role, { name, email }]),
    );
    expect(
      members.map((member) => member.inviter),
      "@WORK-326",
    ).toEqual([null, null, null, { name: "Olga Owner" }]);
    expect(members[0], "@CORE-148 @CORE-149 @CORE-152 @WORK-320 @WORK-323").toEqual({
      _id: expect.any(String),
      diaryId,
      userId: owner.userId,
      role: "owner",
      canBeAssigned: true,
      joinedAt: expect.any(Number),
      user: { name: "Olga Owner", email: owner.email },
      avatarUrl: null,
      inviter: null,
    });
  });
});

describe("members.removeMember", () => {
  it("ends a membership, unassigns the member's tasks and writes an audit event", async () => {
    const { diaryId, owner } = team;
    const someone = await createPerson(service, "Remo Removed");
    await addMember(service, diaryId, someone, "member");
    const taskId = uuidv7();
    await sql(
      "insert into tasks (id, diary_id, title, assigned_to, created_by) values ($1, $2, 'Water the plants', $3, $3)",
      [taskId, diaryId, someone.userId],
    );
    const memberId = await memberIdOf(someone.userId);
    expect(await remove(owner, memberId)).toBeNull();
    expect((await list()).map((member) => member.userId)).not.toContain(someone.userId);
    expect(await sql("select assigned_to, diary_id from tasks where id = $1", [taskId])).toEqual([
      { assigned_to: null, diary_id: diaryId },
    ]);
    expect(
      await sql("select event_type, actor_id, diary_id, details from audit_events where target_id = $1", [
        memberId,
      ]),
    ).toEqual([
      {
        event_type: "member.removed",
        actor_id: owner.userId,
        diary_id: diaryId,
        details: { userId: someone.userId, role: "member" },
      },
    ]);
    await expect(remove(owner, memberId)).rejects.toMatchObject({ data: { message: "Access denied" } });
  });

  it("never removes the owner, whoever asks", { tags: spec("CORE-598") }, async () => {
    const memberId = await memberIdOf(team.owner.userId);
    for (const who of [team.owner, team.admin]) {
      await expect(remove(who, memberId)).rejects.toMatchObject({
        data: { code: "conflict", message: "The owner cannot be removed" },
      });
    }
  });

  it("refuses an admin of another notebook", async () => {
    const other = await careTeam(service);
    const member = (await other.owner.http.query(api.members.listMembers, { diaryId: other.diaryId })).find(
      (each) => each.role === "member",
    )!;
    await expect(remove(team.admin, member._id)).rejects.toMatchObject({
      data: { message: "Access denied" },
    });
    await expect(remove(team.owner, member._id)).rejects.toMatchObject({
      data: { message: "Access denied" },
    });
  });

  it("happens once when two admins remove the same member at the same moment", async () => {
    const { diaryId, owner, admin } = team;
    const someone = await createPerson(service, "Twice Removed");
    await addMember(service, diaryId, someone, "extended");
    const memberId = await memberIdOf(someone.userId);
    const outcomes = await Promise.allSettled([remove(owner, memberId), remove(admin, memberId)]);
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(["fulfilled", "rejected"]);
    const refused = outcomes.find((outcome) => outcome.status === "rejected")!;
    expect(refused.reason).toMatchObject({ data: { message: "Access denied" } });
    expect(await sql("select count(*) from audit_events where target_id = $1", [memberId])).toEqual([
      { count: 1 },
    ]);
  });
});
