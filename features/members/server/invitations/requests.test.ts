import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../../../../test/conformance/waiting.ts";
import { acceptAs, api, careTeam, createPerson, invite, type TestPerson } from "../../../../test/people.ts";
import { type Service, startService } from "../../../../test/service.ts";

let service: Service;
let team: Awaited<ReturnType<typeof careTeam>>;
beforeAll(async () => {
  service = await startService();
  team = await careTeam(service);
});
afterAll(() => service.close());

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;
const refusal = (code: string, message: string) => ({ data: { code, message } });
const ask = (who: TestPerson, token: string) => who.http.mutation(api.invitations.requestToJoin, { token });
const listRequests = (who: TestPerson = team.owner) =>
  who.http.query(api.invitations.listJoinRequests, { diaryId: team.diaryId });
const requestOf = async (asker: TestPerson) =>
  (await listRequests()).find(({ user }) => user.email === asker.email)!;
const acceptRequest = (who: TestPerson, requestId: string) =>
  who.http.mutation(api.invitations.acceptJoinRequest, { requestId });
const decline = (who: TestPerson, requestId: string) =>
  who.http.mutation(api.invitations.declineJoinRequest, { requestId });
const byToken = (who: TestPerson, token: string) =>
  who.http.query(api.invitations.getInvitationByToken, { token });
const roleOf = async ({ userId }: TestPerson) =>
  (await sql("select role, invited_by from members where user_id = $1", [userId]))[0];
const invited = () =>
  invite(service, team.owner, team.diaryId, `${randomUUID()}@example.org`, { role: "extended" });

describe("a request to join with an address other than the invited one", () => {
  it("shows to those who may invite, and once accepted gives the offered role", async () => {
    const { invitationId, token } = await invited();
    const asker = await createPerson(service, "Anton Asker");
    expect(await byToken(asker, token)).toMatchObject({ isForCaller: false, request: null });
    expect(await ask(asker, token)).toBeNull();
    expect(await byToken(asker, token)).toMatchObject({ request: "waiting" });
    const request = await requestOf(asker);
    expect(request).toEqual({
      _id: expect.any(String),
      _creationTime: expect.any(Number),
      user: { name: "Anton Asker", email: asker.email, emailVerified: true },
      invitation: {
        _id: invitationId,
        email: expect.any(String),
        forName: "",
        role: "extended",
        expiresAt: expect.any(Number),
        inviter: { name: "Olga Owner" },
      },
    });
    expect(await acceptRequest(team.admin, request._id)).toBeNull();
    expect(await roleOf(asker)).toEqual({ role: "extended", invited_by: team.admin.userId });
    expect(await requestOf(asker)).toBeUndefined();
    expect(await byToken(asker, token)).toMatchObject({ status: "accepted", diaryId: team.diaryId });
    expect(await byToken(team.outsider, token)).toMatchObject({ status: "accepted", diaryId: null });
    await expect(acceptRequest(team.owner, request._id)).rejects.toMatchObject(
      refusal("access-denied", "Access denied"),
    );
    const events = await sql(
      "select event_type, actor_id from audit_events where target_id = any($1) or actor_id = $2 order by id",
      [[request._id, invitationId], asker.userId],
    );
    expect(events.map((event) => [event.event_type, event.actor_id])).toEqual([
      ["invitation.created", team.owner.userId],
      ["joinRequest.created", asker.userId],
      ["joinRequest.accepted", team.admin.userId],
      ["invitation.accepted", team.admin.userId],
    ]);
  });

  it("shows that the address isn't verified", async () => {
    const { token } = await invited();
    const asker = await createPerson(service, "Anton Asker");
    await sql("update users set email_verified = false where id = $1", [asker.userId]);
    await ask(asker, token);
    expect((await requestOf(asker)).user.emailVerified).toBe(false);
  });

  it("stays declined once it is; the invitation stays open for the invited person", async () => {
    const invitee = await createPerson(service, "Ines Invitee");
    const { invitationId, token } = await invite(service, team.owner, team.diaryId, invitee.email);
    const asker = await createPerson(service, "Anton Asker");
    await ask(asker, token);
    const request = await requestOf(asker);
    await decline(team.owner, request._id);
    expect(await requestOf(asker)).toBeUndefined();
    expect(await byToken(asker, token)).toMatchObject({ status: "pending", request: "declined" });
    await ask(asker, token);
    expect(await requestOf(asker)).toBeUndefined();
    for (const answer of [acceptRequest, decline]) {
      await expect(answer(team.admin, request._id)).rejects.toMatchObject(
        refusal("conflict", "This request has already been answered"),
      );
    }
    expect(await roleOf(asker)).toBeUndefined();
    expect(await acceptAs(invitee, invitationId)).toBe(team.diaryId);
  });

  it("is refused to the invited person, to members, and with a link that opens nothing", async () => {
    const invitee = await createPerson(service, "Ines Invitee");
    const { invitationId, token } = await invite(service, team.owner, team.diaryId, invitee.email);
    await expect(ask(invitee, token)).rejects.toMatchObject(
      refusal("conflict", "This invitation was sent to your own address: you can accept it"),
    );
    for (const member of [team.owner, team.viewer]) {
      await expect(ask(member, token)).rejects.toMatchObject(
        refusal("conflict", "You are already a member of this notebook"),
      );
    }
    await acceptAs(invitee, invitationId);
    await expect(ask(team.outsider, token)).rejects.toMatchObject(
      refusal("conflict", "This invitation has already been accepted."),
    );
    const taken = await invited();
    await team.owner.http.mutation(api.invitations.cancelInvitation, { invitationId: taken.invitationId });
    for (const each of [taken.token, "x", ""]) {
      await expect(ask(team.outsider, each)).rejects.toMatchObject(refusal("access-denied", "Access denied"));
    }
  });

  it("is possible for five people at a time per invitation, also at the same moment", async () => {
    const { token } = await invited();
    const requesters = await Promise.all(
      Array.from({ length: 8 }, (_, i) => createPerson(service, `Asker ${i}`)),
    );
    const ends = await Promise.allSettled(requesters.map((asker) => ask(asker, token)));
    const refusals = ends.flatMap((end) => (end.status === "rejected" ? [end.reason.data.code] : []));
    expect(refusals).toEqual(["limit", "limit", "limit"]);
  });

  it("is deleted with its invitation", async () => {
    const { invitationId, token } = await invited();
    const asker = await createPerson(service, "Anton Asker");
    await ask(asker, token);
    await team.owner.http.mutation(api.invitations.cancelInvitation, { invitationId });
    expect(await sql("select * from join_requests where user_id = $1", [asker.userId])).toEqual([]);
    expect(await byToken(asker, token)).toMatchObject({
      status: "cancelled",
      inviter: { name: "Olga Owner" },
    });
  });

  it("shows on both sides' screens, as does its answer", async () => {
    const { token } = await invited();
    const asker = await createPerson(service, "Anton Asker");
    const latest: { requests?: { user: { email: string } }[]; page?: unknown } = {};
    service
      .connect(team.admin)
      .onUpdate(api.invitations.listJoinRequests, { diaryId: team.diaryId }, (requests) => {
        latest.requests = requests;
      });
    const guest = service.connect(asker);
    guest.onUpdate(api.invitations.getInvitationByToken, { token }, (page) => {
      latest.page = page;
    });
    await eventually(() => latest.requests && latest.page);
    await guest.mutation(api.invitations.requestToJoin, { token });
    await eventually(() => latest.requests!.some(({ user }) => user.email === asker.email));
    await decline(team.owner, (await requestOf(asker))._id);
    await eventually(() => !latest.requests!.some(({ user }) => user.email === asker.email));
    await eventually(() => (latest.page as { request: string }).request === "declined");
  });
});
