import { createHash } from "node:crypto";
import { ConvexHttpClient } from "convex/browser";
import { ConvexError } from "convex/values";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rooms } from "../../../../registry/rooms.ts";
import { deleteAccount } from "../../../../server/auth/account_deletion.ts";
import { composeAccountDeletedLetter } from "../../../../server/auth/letters.ts";
import { eventually } from "../../../../test/conformance/waiting.ts";
import {
  addMember,
  api,
  careTeam,
  createNotebook,
  createPerson,
  makeOpenLink,
  type TestPerson,
} from "../../../../test/people.ts";
import { proofFor } from "../../../../test/proofs.ts";
import { MEETINGS, raceAtInvitation } from "../../../../test/race.ts";
import { LONGER, randomFrom, SEED } from "../../../../test/random.ts";
import { type Service, startService } from "../../../../test/service.ts";
import { endExpiredLinks } from "./jobs.ts";

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
const refusal = (code: string, message: string) => ({ data: { code, message } });
const DENIED = refusal("access-denied", "Access denied");
const NOT_VALID = refusal("conflict", "This invitation link is not valid.");
const USED = refusal("conflict", "This invitation has already been accepted.");

const clientOf = async (who: TestPerson, { url }: Service = service) =>
  new ConvexHttpClient(url, {
    skipConvexDeploymentUrlCheck: true,
    logger: false,
    auth: await service.issuer.tokenFor(who),
  });

type Link = { invitationId: string; token: string };
const ben = () => createPerson(service, "Ben Brown");
const accept = ({ http }: { http: ConvexHttpClient }, { invitationId, token }: Link) =>
  http.mutation(api.invitations.acceptInvitation, { invitationId, token });
const declineLink = ({ http }: TestPerson, { invitationId, token }: Link) =>
  http.mutation(api.invitations.declineInvitation, { invitationId, token });
const ask = ({ http }: { http: ConvexHttpClient }, { token }: Link) =>
  http.mutation(api.invitations.requestToJoin, { token });
const page = async ({ token }: Link, who?: TestPerson) =>
  (who?.http ?? (await service.http())).query(api.invitations.getInvitationByToken, { token });
const cancel = ({ http }: { http: ConvexHttpClient }, { invitationId }: Link) =>
  http.mutation(api.invitations.cancelInvitation, { invitationId });
const waiting = (who: TestPerson, diaryId = team.diaryId) =>
  who.http.query(api.invitations.listJoinRequests, { diaryId });
const requestOf = async (someone: TestPerson, diaryId = team.diaryId) =>
  (await waiting(diaryId === team.diaryId ? team.owner : team.outsider, diaryId)).find(
    ({ user }) => user.email === someone.email,
  )!;
const letIn = ({ http }: { http: ConvexHttpClient }, requestId: string) =>
  http.mutation(api.invitations.acceptJoinRequest, { requestId });
const refuse = ({ http }: TestPerson, requestId: string) =>
  http.mutation(api.invitations.declineJoinRequest, { requestId });
const roleOf = async ({ userId }: TestPerson, diaryId = team.diaryId): Promise<string | undefined> =>
  (await sql("select role from members where user_id = $1 and diary_id = $2", [userId, diaryId]))[0]?.role;
const memberId = async ({ userId }: TestPerson, diaryId = team.diaryId): Promise<string> =>
  (await sql("select id from members where user_id = $1 and diary_id = $2", [userId, diaryId]))[0].id;
const eventsOf = async (...targets: string[]) =>
  (
    await sql("select event_type from audit_events where target_id = any($1::text[]) order by id", [targets])
  ).map((event) => event.event_type);
/** An admin of a notebook of their own, whose rights the tests take away. */
async function newAdmin(diaryId = team.diaryId) {
  const admin = await createPerson(service, "Mia Maker");
  await addMember(service, diaryId, admin, "admin");
  return admin;
}

describe("a link without an address", () => {
  it("works seven days, is listed without its secret, and only the hash of the secret is stored", async () => {
    const link = await makeOpenLink(team.admin, team.diaryId, { role: "extended", forName: " Ben " });
    expect(Buffer.from(link.token, "base64url")).toHaveLength(32);
    const listed = (
      await team.owner.http.query(api.invitations.listOpenLinks, { diaryId: team.diaryId })
    ).find(({ _id }) => _id === link.invitationId)!;
    expect(listed).toEqual({
      _id: link.invitationId,
      diaryId: team.diaryId,
      role: "extended",
      forName: "Ben",
      letsInAtOnce: false,
      inviter: { name: "Adam Admin", email: team.admin.email, userId: team.admin.userId },
      expiresAt: listed._creationTime + 7 * 24 * 60 * 60 * 1000,
      _creationTime: expect.any(Number),
    });
    // The specified list has invitations to addresses only.
    const mailed = await team.owner.http.query(api.invitations.listDiaryInvitations, {
      diaryId: team.diaryId,
    });
    expect(mailed.map(({ _id }) => _id)).not.toContain(link.invitationId);
    const hash = createHash("sha256").update(link.token).digest("hex");
    expect(
      await sql("select token_hash from invitation_links where invitation_id = $1", [link.invitationId]),
    ).toEqual([{ token_hash: hash }]);
    const tables = await sql(
      "select table_name from information_schema.tables where table_schema = 'public'",
    );
    for (const { table_name: table } of tables) {
      const rows = await sql(`select t::text as text from ${table} t`);
      expect(rows.some(({ text }) => text.includes(link.token))).toBe(false);
    }
  });

  it("shows the notebook's name, who invites and as what, and nothing of the person cared for", async () => {
    const link = await makeOpenLink(team.owner, team.diaryId, { forName: "the difficult nephew" });
    const signedOut = await page(link);
    expect(signedOut).toEqual({
      _id: link.invitationId,
      diaryId: team.diaryId,
      status: "pending",
      isForCaller: null,
      role: "member",
      personalMessage: "",
      expiresAt: expect.any(Number),
      _creationTime: expect.any(Number),
      sentTo: null,
      letsInAtOnce: false,
      caller: null,
      email: null,
      diary: { name: expect.any(String) },
      inviter: { name: "Olga Owner", email: team.owner.email, isFormer: false },
      request: null,
    });
    expect(await page(link, team.outsider)).toEqual(signedOut);
    expect(await page(link, team.owner)).toMatchObject({ caller: "inviter" });
    expect(await page(link, team.viewer)).toMatchObject({ caller: "member" });
  });

  it("makes whoever comes by it wait until a member lets them in, and is used up then", async () => {
    const link = await makeOpenLink(team.owner, team.diaryId, { role: "member", forName: "Ben" });
    const [someone, second] = [await ben(), await ben()];
    await expect(accept(someone, link)).rejects.toMatchObject(
      refusal("conflict", "Somebody has to let you in first"),
    );
    await someone.http.mutation(api.invitations.recordLinkOpening, { token: link.token });
    await someone.http.mutation(api.invitations.recordLinkOpening, { token: link.token });
    await ask(someone, link);
    await ask(second, link);
    expect(await roleOf(someone)).toBeUndefined();
    expect(await page(link, someone)).toMatchObject({ status: "pending", request: "waiting" });
    const request = await requestOf(someone);
    expect(request).toMatchObject({
      user: { name: "Ben Brown", email: someone.email, emailVerified: true },
      invitation: { email: null, forName: "Ben", role: "member", inviter: { name: "Olga Owner" } },
    });
    const [mail] = await sql(
      "select subject, text_body from mail_outbox where to_address = $1 order by created_at desc limit 1",
      [team.owner.email],
    );
    expect(mail.subject).toMatch(/^Ben Brown asks to be let in to /);
    expect(mail.text_body).toContain("/members");
    expect(mail.text_body).not.toContain(link.token);
    await letIn(team.admin, request._id);
    expect(await roleOf(someone)).toBe("member");
    expect(await page(link, someone)).toMatchObject({ status: "accepted", diaryId: team.diaryId });
    expect(await page(link, second)).toMatchObject({ status: "accepted", diaryId: null, request: null });
    await expect(ask(second, link)).rejects.toMatchObject(USED);
    expect(await eventsOf(link.invitationId, request._id)).toEqual([
      "invitation.created",
      "invitation.opened",
      "joinRequest.created",
      "joinRequest.accepted",
      "invitation.accepted",
    ]);
  });

  it("lets in at once when its maker chose so, one person only", async () => {
    const link = await makeOpenLink(team.owner, team.diaryId, { role: "extended", letsInAtOnce: true });
    const [someone, second] = [await ben(), await ben()];
    expect(await accept(someone, link)).toEqual({ diaryId: team.diaryId });
    expect(await roleOf(someone)).toBe("extended");
    await expect(accept(second, link)).rejects.toMatchObject(USED);
    expect(await roleOf(second)).toBeUndefined();
  });

  it("opens nothing without its secret, with another link's, or to somebody who isn't signed in", async () => {
    const link = await makeOpenLink(team.owner, team.diaryId, { letsInAtOnce: true });
    const another = await makeOpenLink(team.owner, team.diaryId, { letsInAtOnce: true });
    const someone = await ben();
    for (const token of [undefined, "", "x", another.token, link.token.slice(1)]) {
      const args = { invitationId: link.invitationId, ...(token !== undefined && { token }) };
      for (const call of [api.invitations.acceptInvitation, api.invitations.declineInvitation])
        await expect(someone.http.mutation(call, args)).rejects.toMatchObject(DENIED);
    }
    await expect(accept({ http: await service.http() }, link)).rejects.toMatchObject({
      data: { code: "unauthenticated" },
    });
  });

  it("never changes the role of a member, and stays for whom it is meant", async () => {
    for (const letsInAtOnce of [true, false]) {
      const link = await makeOpenLink(team.owner, team.diaryId, { role: "admin", letsInAtOnce });
      for (const member of [team.viewer, team.caregiver, team.owner]) {
        const before = await roleOf(member);
        for (const answer of [accept, ask, declineLink])
          await expect(answer(member, link)).rejects.toMatchObject(
            refusal("conflict", "You are already a member of this notebook"),
          );
        expect(await roleOf(member)).toBe(before);
      }
      expect(await page(link)).toMatchObject({ status: "pending" });
    }
  });

  it("doesn't ask for somebody who has become a member by another way", async () => {
    const link = await makeOpenLink(team.owner, team.diaryId, { role: "admin" });
    const someone = await ben();
    await ask(someone, link);
    const request = await requestOf(someone);
    await addMember(service, team.diaryId, someone, "extended");
    expect(await requestOf(someone)).toBeUndefined();
    await expect(letIn(team.owner, request._id)).rejects.toMatchObject({ data: { code: "conflict" } });
    expect(await roleOf(someone)).toBe("extended");
  });

  it("ends when whoever came by it is refused, unless somebody else waits by it", async () => {
    const link = await makeOpenLink(team.owner, team.diaryId);
    const [stranger, someone, later] = [await ben(), await ben(), await ben()];
    await ask(stranger, link);
    await ask(someone, link);
    await refuse(team.owner, (await requestOf(stranger))._id);
    expect(await page(link, stranger)).toMatchObject({ request: "declined" });
    expect(await page(link, someone)).toMatchObject({ status: "pending", request: "waiting" });
    await refuse(team.owner, (await requestOf(someone))._id);
    expect(await page(link, someone)).toMatchObject({ status: "declined", request: "declined" });
    await expect(ask(later, link)).rejects.toMatchObject(
      refusal("conflict", "This invitation has been declined."),
    );
  });

  it("is declined by its holder, but not while somebody else waits by it", async () => {
    const link = await makeOpenLink(team.owner, team.diaryId);
    const [someone, second] = [await ben(), await ben()];
    await ask(someone, link);
    await declineLink(second, link);
    expect(await page(link, someone)).toMatchObject({ status: "pending", request: "waiting" });
    await declineLink(someone, link);
    expect(await page(link, someone)).toMatchObject({ status: "declined", request: null });
    expect(await requestOf(someone)).toBeUndefined();
  });

  it("lets five people ask, and no sixth, whatever the answers", async () => {
    const link = await makeOpenLink(team.owner, team.diaryId);
    const people = await Promise.all(Array.from({ length: 6 }, ben));
    for (const someone of people.slice(0, 5)) await ask(someone, link);
    for (const someone of people.slice(0, 3)) await refuse(team.owner, (await requestOf(someone))._id);
    await expect(ask(people[5]!, link)).rejects.toMatchObject({ data: { code: "limit" } });
  });

  it("is shared again by its maker only, with another secret that opens the same", async () => {
    const link = await makeOpenLink(team.admin, team.diaryId, { letsInAtOnce: true });
    const { invitationId } = link;
    await expect(
      team.owner.http.action(api.invitations.createInvitationLink, { invitationId }),
    ).rejects.toMatchObject({ data: { code: "conflict" } });
    await sql("update invitations set expires_at = now() + interval '1 hour' where id = $1", [invitationId]);
    const again = await team.admin.http.action(api.invitations.createInvitationLink, { invitationId });
    const [{ days }] = await sql(
      "select extract(epoch from expires_at - now()) / 86400 as days from invitations where id = $1",
      [invitationId],
    );
    expect(Number(days)).toBeCloseTo(7, 2);
    await accept(await ben(), { invitationId, token: again.link.split("/").at(-2)! });
    await expect(accept(await ben(), link)).rejects.toMatchObject(USED);
    await expect(
      team.admin.http.mutation(api.invitations.resendInvitation, { invitationId }),
    ).rejects.toMatchObject({ data: { code: "conflict" } });
  });

  it("is made by those who may invite, at most ten a person in a notebook", async () => {
    for (const nobody of [team.caregiver, team.viewer, team.outsider])
      await expect(makeOpenLink(nobody, team.diaryId)).rejects.toMatchObject(DENIED);
    const owner = await createPerson(service, "Olga Owner");
    const diaryId = await createNotebook(owner);
    const ends = await Promise.allSettled(
      Array.from({ length: 13 }, async (_, i) =>
        (await clientOf(owner, i % 2 ? other : service)).action(api.invitations.createOpenLink, {
          diaryId,
          role: "member",
          proof: proofFor(owner, "invitation"),
        }),
      ),
    );
    expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
    await expect(makeOpenLink(owner, diaryId, { forName: "x".repeat(81) })).rejects.toMatchObject({
      data: { code: "invalid" },
    });
  });
});

describe("a link that has come to its end", () => {
  it("is cancelled at once, also for whoever waits", async () => {
    const link = await makeOpenLink(team.owner, team.diaryId);
    const someone = await ben();
    const pages: { status?: string }[] = [];
    service
      .connect(someone)
      .onUpdate(api.invitations.getInvitationByToken, { token: link.token }, (shown) =>
        pages.push(shown as { status: string }),
      );
    await ask(someone, link);
    await eventually(() => pages.length > 0);
    await cancel(team.admin, link);
    await eventually(() => pages.at(-1)!.status === "cancelled");
    expect(await requestOf(someone)).toBeUndefined();
    await expect(ask(someone, link)).rejects.toMatchObject(DENIED);
    await expect(accept(someone, link)).rejects.toMatchObject(DENIED);
  });

  it("expires after its days, which a job records", async () => {
    const link = await makeOpenLink(team.owner, team.diaryId, { letsInAtOnce: true });
    const someone = await ben();
    await sql("update invitations set expires_at = now() - interval '1 s' where id = $1", [
      link.invitationId,
    ]);
    await expect(accept(someone, link)).rejects.toMatchObject(
      refusal("conflict", "This invitation has expired."),
    );
    expect(await page(link, someone)).toMatchObject({ status: "expired" });
    await endExpiredLinks(service.database);
    expect(await page(link, someone)).toEqual({
      _id: null,
      status: "expired",
      isForCaller: null,
      diaryId: null,
      inviter: { name: "Olga Owner", isFormer: false },
    });
    expect(await eventsOf(link.invitationId)).toEqual(["invitation.created", "invitation.expired"]);
  });

  const endings: [string, (maker: TestPerson) => Promise<unknown>][] = [
    [
      "its maker is removed",
      async (maker) =>
        team.owner.http.mutation(api.members.removeMember, { memberId: await memberId(maker) }),
    ],
    [
      "its maker may not invite any more",
      async (maker) =>
        team.owner.http.mutation(api.members.updateRole, {
          memberId: await memberId(maker),
          role: "member",
        }),
    ],
    ["its maker leaves", (maker) => maker.http.mutation(api.members.leave, { diaryId: team.diaryId })],
    [
      "its maker deletes their account",
      ({ subject, email }) =>
        deleteAccount(service.database, subject, composeAccountDeletedLetter(email), rooms),
    ],
  ];
  it.each(endings)("ends when %s", async (_, end) => {
    const maker = await newAdmin();
    const links = [
      await makeOpenLink(maker, team.diaryId, { letsInAtOnce: true }),
      await makeOpenLink(maker, team.diaryId),
    ];
    const someone = await ben();
    await ask(someone, links[1]!);
    await end(maker);
    for (const link of links) {
      expect(await page(link, someone)).toMatchObject({ status: "cancelled" });
      await expect(accept(someone, link)).rejects.toMatchObject(DENIED);
      await expect(ask(someone, link)).rejects.toMatchObject(DENIED);
      expect(await eventsOf(link.invitationId)).toContain("invitation.cancelled");
    }
    expect(await requestOf(someone)).toBeUndefined();
    expect(await roleOf(someone)).toBeUndefined();
  });

  it("checks its maker's right in the transaction of the acceptance", async () => {
    const maker = await newAdmin();
    const atOnce = await makeOpenLink(maker, team.diaryId, { letsInAtOnce: true });
    const asked = await makeOpenLink(maker, team.diaryId);
    // As if the right had gone by a way that ends no links.
    await sql("update members set role = 'member' where user_id = $1", [maker.userId]);
    const someone = await ben();
    await expect(accept(someone, atOnce)).rejects.toMatchObject(NOT_VALID);
    await expect(ask(someone, asked)).rejects.toMatchObject(NOT_VALID);
    expect(await page(atOnce, someone)).toMatchObject({ _id: null, status: "cancelled" });
    await sql("delete from members where user_id = $1", [maker.userId]);
    await expect(accept(someone, atOnce)).rejects.toMatchObject(NOT_VALID);
  });

  it("rests while its notebook is archived, and is gone with it", async () => {
    const owner = await createPerson(service, "Olga Owner");
    const diaryId = await createNotebook(owner);
    const link = await makeOpenLink(owner, diaryId, { letsInAtOnce: true });
    const someone = await ben();
    await owner.http.mutation(api.diaries.archiveDiary, { diaryId });
    await expect(accept(someone, link)).rejects.toMatchObject(NOT_VALID);
    expect(await page(link, someone)).toMatchObject({ status: "cancelled" });
    await expect(makeOpenLink(owner, diaryId)).rejects.toMatchObject(
      refusal("conflict", "This notebook is archived. Restore it before you share a link"),
    );
    await owner.http.mutation(api.diaries.unarchiveDiary, { diaryId });
    expect(await page(link, someone)).toMatchObject({ status: "pending" });
    await sql("delete from diaries where id = $1", [diaryId]);
    expect(await page(link, someone)).toBeNull();
    await expect(accept(someone, link)).rejects.toMatchObject(DENIED);
  });

  it("forgets a person who waits and deletes their account, and the name that a link had for them", async () => {
    const deleteAccountOf = ({ subject, email }: TestPerson) =>
      deleteAccount(service.database, subject, composeAccountDeletedLetter(email), rooms);
    const [waits, isIn] = [await ben(), await ben()];
    const asked = await makeOpenLink(team.owner, team.diaryId, { forName: "Ben" });
    const used = await makeOpenLink(team.owner, team.diaryId, { forName: "Ben", letsInAtOnce: true });
    await ask(waits, asked);
    await accept(isIn, used);
    await deleteAccountOf(waits);
    await deleteAccountOf(isIn);
    expect(await sql("select 1 from join_requests where user_id = $1", [waits.userId])).toEqual([]);
    expect(await page(asked)).toMatchObject({ status: "pending" });
    expect(
      await sql("select email, for_name, status from invitations where id = $1", [used.invitationId]),
    ).toEqual([{ email: null, for_name: "", status: "accepted" }]);
  });
});

describe("invitations.recordLinkOpening", () => {
  it("refuses somebody who tries many links that open nothing", async () => {
    const guesser = await ben();
    const tryOne = (i: number) =>
      guesser.http.mutation(api.invitations.recordLinkOpening, { token: `guess-${i}` });
    for (let i = 0; i < 30; i++) expect(await tryOne(i)).toBeNull();
    await expect(tryOne(31)).rejects.toMatchObject({ data: { code: "limit" } });
  });

  it("records nothing of members, of invitations to addresses, and of links that are over", async () => {
    const link = await makeOpenLink(team.owner, team.diaryId);
    const before = await sql("select count(*) from audit_events where event_type = 'invitation.opened'");
    await team.viewer.http.mutation(api.invitations.recordLinkOpening, { token: link.token });
    await cancel(team.owner, link);
    await team.outsider.http.mutation(api.invitations.recordLinkOpening, { token: link.token });
    expect(await sql("select count(*) from audit_events where event_type = 'invitation.opened'")).toEqual(
      before,
    );
  });
});

describe("invitations.listArrivals", () => {
  it("shows live who waits, to those who may let in, and who came in, to who invited them", async () => {
    const owner = await createPerson(service, "Olga Owner");
    const diaryId = await createNotebook(owner);
    const [admin, caregiver] = [await newAdmin(diaryId), await createPerson(service, "Clara Caregiver")];
    await addMember(service, diaryId, caregiver, "member");
    type Shown = { requests: { user: { name: string } }[]; arrivals: { name: string }[] };
    const latest = new Map<TestPerson, Shown>();
    for (const who of [owner, admin, caregiver])
      service
        .connect(who)
        .onUpdate(api.invitations.listArrivals, {}, (shown) => latest.set(who, shown as Shown));
    await eventually(() => latest.size === 3);
    const link = await makeOpenLink(owner, diaryId);
    const someone = await ben();
    await ask(someone, link);
    await eventually(() => latest.get(owner)!.requests.length === 1);
    await eventually(() => latest.get(admin)!.requests.length === 1);
    const [request] = await owner.http.query(api.invitations.listJoinRequests, { diaryId });
    await letIn(admin, request!._id);
    await eventually(() => latest.get(owner)!.arrivals.length === 1);
    await eventually(() => latest.get(admin)!.requests.length === 0);
    expect(latest.get(owner)).toMatchObject({
      requests: [],
      arrivals: [{ name: "Ben Brown", invitationId: link.invitationId, diary: { _id: diaryId } }],
    });
    expect(latest.get(admin)!.arrivals).toEqual([]);
    expect(latest.get(caregiver)).toEqual({ requests: [], arrivals: [] });
  });
});

describe("a link, at the same moment", { timeout: 60_000 }, () => {
  it("accepted by two people over two connections lets exactly one in", async () => {
    for (const meeting of MEETINGS) {
      const link = await makeOpenLink(await newAdmin(), team.diaryId, { letsInAtOnce: true });
      const [one, two] = [await ben(), await ben()];
      const clients = [{ http: await clientOf(one) }, { http: await clientOf(two, other) }] as const;
      const outcome = await raceAtInvitation(
        service,
        link.invitationId,
        [() => accept(clients[0], link), () => accept(clients[1], link)],
        meeting,
      );
      expect(outcome.sort()).toEqual(["This invitation has already been accepted.", "done"]);
      expect([await roleOf(one), await roleOf(two)].filter(Boolean)).toEqual(["member"]);
    }
  });

  it("accepted by twenty people over two nodes lets exactly one in", async () => {
    const link = await makeOpenLink(await newAdmin(), team.diaryId, { letsInAtOnce: true });
    const people = await Promise.all(Array.from({ length: 20 }, ben));
    const clients = await Promise.all(
      people.map(async (someone, i) => ({ http: await clientOf(someone, i % 2 ? other : service) })),
    );
    const ends = await Promise.allSettled(clients.map((client) => accept(client, link)));
    expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const roles = await Promise.all(people.map((someone) => roleOf(someone)));
    expect(roles.filter(Boolean)).toEqual(["member"]);
  });

  it("accepted and cancelled ends as one of both", async () => {
    const seen = new Set<string>();
    for (const meeting of MEETINGS) {
      const maker = await newAdmin();
      const link = await makeOpenLink(maker, team.diaryId, { letsInAtOnce: true });
      const someone = await ben();
      const owner = { http: await clientOf(team.owner, other) };
      const outcome = await raceAtInvitation(
        service,
        link.invitationId,
        [() => accept(someone, link), () => cancel(owner, link)],
        meeting,
      );
      seen.add(outcome.join(" / "));
      expect(await roleOf(someone)).toBe(outcome[0] === "done" ? "member" : undefined);
    }
    expect([...seen].sort()).toEqual([
      "Access denied / done",
      "done / This invitation has already been accepted.",
    ]);
  });

  it("accepted while its maker is removed: in before the removal, or not at all", async () => {
    const seen = new Set<string>();
    for (const meeting of MEETINGS) {
      const maker = await newAdmin();
      const link = await makeOpenLink(maker, team.diaryId, { letsInAtOnce: true });
      const someone = await ben();
      const makerMember = await memberId(maker);
      const owner = await clientOf(team.owner, other);
      const outcome = await raceAtInvitation(
        service,
        link.invitationId,
        [
          () => accept(someone, link),
          () => owner.mutation(api.members.removeMember, { memberId: makerMember }),
        ],
        meeting,
      );
      seen.add(outcome[0] === "done" ? "in" : "out");
      expect(outcome[1]).toBe("done");
      expect(await roleOf(someone)).toBe(outcome[0] === "done" ? "member" : undefined);
      const [{ late }] = await sql(
        `select coalesce((select id from audit_events where event_type = 'invitation.accepted' and target_id = $1)
                  > (select id from audit_events where event_type = 'member.removed' and target_id = $2), false) as late`,
        [link.invitationId, makerMember],
      );
      // An acceptance that began later than the removal must have seen it.
      if (meeting.first === 1 && meeting.how === "ended") expect(late).toBe(false);
    }
    expect(seen.size).toBe(2);
  });

  it("answered by two members lets in and refuses only once", async () => {
    const seen = new Set<string>();
    for (const meeting of MEETINGS) {
      const link = await makeOpenLink(await newAdmin(), team.diaryId);
      const someone = await ben();
      await ask(someone, link);
      const { _id } = await requestOf(someone);
      const owner = { http: await clientOf(team.owner, other) };
      const outcome = await raceAtInvitation(
        service,
        link.invitationId,
        [() => letIn(owner, _id), () => refuse(team.admin, _id)],
        meeting,
      );
      seen.add(outcome.map((each) => each === "done").join());
      expect(outcome.filter((each) => each === "done")).toHaveLength(1);
      expect(await roleOf(someone)).toBe(outcome[0] === "done" ? "member" : undefined);
    }
    expect([...seen].sort()).toEqual(["false,true", "true,false"]);
  });
});

describe("whatever happens to a link, in any order", { timeout: 120_000 }, () => {
  it("at most one person comes in by it, only with its role, and nobody after its end", async () => {
    for (let seed = SEED; seed < SEED + 10 * LONGER; seed++) {
      const random = randomFrom(seed);
      const pick = (below: number) => Math.floor(random() * below);
      const owner = await createPerson(service, "Olga Owner");
      const diaryId = await createNotebook(owner);
      const maker = await newAdmin(diaryId);
      const people = await Promise.all(Array.from({ length: 3 }, ben));
      const letsInAtOnce = pick(2) === 0;
      const link = await makeOpenLink(maker, diaryId, { role: "extended", letsInAtOnce });
      const done: string[] = [];
      let isOver = false;
      for (let step = 0; step < 8; step++) {
        const someone = people[pick(people.length)]!;
        const requests = () => owner.http.query(api.invitations.listJoinRequests, { diaryId });
        const steps: [string, () => Promise<unknown>][] = [
          ["accept", () => accept(someone, link)],
          ["ask", () => ask(someone, link)],
          ["ask", () => ask(someone, link)],
          ["decline", () => declineLink(someone, link)],
          [
            "letIn",
            async () => {
              const [first] = await requests();
              if (first) await letIn(owner, first._id);
            },
          ],
          [
            "refuse",
            async () => {
              const [first] = await requests();
              if (first) await refuse(owner, first._id);
            },
          ],
          ["cancel", () => cancel(maker, link)],
          [
            "demote",
            async () =>
              owner.http.mutation(api.members.updateRole, {
                memberId: await memberId(maker, diaryId),
                role: "member",
              }),
          ],
        ];
        const membersBefore = await sql("select user_id from members where diary_id = $1", [diaryId]);
        const [name, run] = steps[pick(steps.length)]!;
        const failure = await run().then(
          () => null,
          (error) => error,
        );
        if (failure !== null && !(failure instanceof ConvexError)) throw failure;
        done.push(`${name}${failure ? "!" : ""}`);
        const members = await sql("select user_id, role from members where diary_id = $1", [diaryId]);
        const context = `seed ${seed}: ${done.join(" ")}`;
        if (isOver) expect(members.length, context).toBe(membersBefore.length);
        isOver ||= (await page(link))?.status !== "pending";
        const newcomers = members.filter(({ user_id }) => people.some(({ userId }) => userId === user_id));
        expect(newcomers.length, context).toBeLessThanOrEqual(1);
        for (const { role } of newcomers) expect(role, context).toBe("extended");
        if (newcomers.length > 0 && !letsInAtOnce) expect(done, context).toContain("letIn");
      }
    }
  });
});
