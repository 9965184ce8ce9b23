import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../../../test/conformance/waiting.ts";
import {
  acceptAs,
  addMember,
  api,
  careTeam,
  createNote,
  createNotebook,
  createPerson,
  invite,
  noteArguments,
  type TestPerson,
} from "../../../test/people.ts";
import { type Service, startService } from "../../../test/service.ts";
import { spec } from "../../../test/spec.ts";

let service: Service;
let other: Service;
beforeAll(async () => {
  service = await startService();
  other = await service.startSecondNode();
});
afterAll(() => service.close());

const FURTHER_WRITES = 30;

type Ending = (someone: TestPerson, owner: TestPerson, diaryId: string) => Promise<unknown>;
const memberId = async (owner: TestPerson, diaryId: string, { userId }: TestPerson) =>
  (await owner.http.query(api.members.listMembers, { diaryId })).find((each) => each.userId === userId)!._id;

const endings: [how: string, becomes: "nobody" | "viewer", Ending][] = [
  ["leaves", "nobody", (someone, _, diaryId) => someone.http.mutation(api.members.leave, { diaryId })],
  [
    "is removed",
    "nobody",
    async (someone, owner, diaryId) =>
      owner.http.mutation(api.members.removeMember, { memberId: await memberId(owner, diaryId, someone) }),
  ],
  [
    "is made a viewer",
    "viewer",
    async (someone, owner, diaryId) =>
      owner.http.mutation(api.members.updateRole, {
        memberId: await memberId(owner, diaryId, someone),
        role: "extended",
      }),
  ],
];

/** The latest value or error of each live query of a client, and all that it received. */
function watchAll(someone: TestPerson, node: Service, diaryId: string, noteId: string) {
  const client = service.connect(someone, { url: node.url });
  const received: unknown[] = [];
  const latest: Record<string, unknown> = {};
  const on = (name: string) =>
    [
      (value: unknown) => {
        received.push(value);
        latest[name] = value;
      },
      (error: Error) => {
        received.push(String(error));
        latest[name] = error;
      },
    ] as const;
  client.onUpdate(api.notes.listNotes, { diaryId }, ...on("notes"));
  client.onUpdate(api.notes.getNote, { noteId }, ...on("note"));
  client.onUpdate(api.diaries.getDiary, { diaryId }, ...on("notebook"));
  client.onUpdate(api.diaries.listMyDiaries, {}, ...on("notebooks"));
  client.onUpdate(api.members.listMembers, { diaryId }, ...on("members"));
  client.onUpdate(api.invitations.listDiaryInvitations, { diaryId }, ...on("invitations"));
  return { latest, received, isReady: () => Object.keys(latest).length === 6 };
}

describe.each(endings)("a member who %s", (_, becomes, end) => {
  it("sees nothing more on every node, and gets none of 30 further writes", async () => {
    const { diaryId, owner } = await careTeam(service);
    const someone = await createPerson(service, "Erna Ended");
    await addMember(service, diaryId, someone, "admin");
    const noteId = await createNote(owner, diaryId, { title: "For the team" });
    const screens = [service, other].map((node) => watchAll(someone, node, diaryId, noteId));
    const witness = watchAll(owner, other, diaryId, noteId);
    await eventually(() => [witness, ...screens].every(({ isReady }) => isReady()));
    for (const { latest } of screens) {
      expect(latest).toMatchObject({ notes: [{ _id: noteId }], note: { _id: noteId }, invitations: [] });
    }

    await end(someone, owner, diaryId);
    const seesNothing = ({ latest }: (typeof screens)[number]) => {
      const hasLostAccess = latest.note === null && /Access denied/.test(String(latest.invitations));
      if (becomes === "viewer") {
        const { userRole } = (latest.notebook ?? {}) as { userRole?: string };
        return hasLostAccess && JSON.stringify(latest.notes) === "[]" && userRole === "extended";
      }
      return (
        hasLostAccess &&
        latest.notebook === null &&
        JSON.stringify(latest.notebooks) === "[]" &&
        [latest.notes, latest.members].every((each) => /Access denied/.test(String(each)))
      );
    };
    await eventually(
      () => screens.every(seesNothing),
      undefined,
      () => JSON.stringify(screens[0]!.latest),
    );

    const canary = `canary-${randomUUID()}`;
    const receivedBefore = screens.map(({ received }) => received.length);
    const writer = service.connect(owner, { url: other.url });
    await Promise.all(
      Array.from({ length: FURTHER_WRITES }, (_each, i) =>
        writer.mutation(
          api.notes.createNote,
          noteArguments(diaryId, { title: `${canary} ${i}`, content: canary }),
        ),
      ),
    );
    await writer.mutation(api.invitations.createInvitation, {
      diaryId,
      email: `${canary}@example.org`,
      role: "member",
      personalMessage: canary,
    });
    // What comes later on the same connections.
    const own = await createNotebook(someone);
    const isOwn = (value: unknown) => JSON.stringify(value).includes(own);
    await eventually(() => screens.every(({ latest }) => isOwn(latest.notebooks)));
    await eventually(() => JSON.stringify(witness.received).includes("canary"));
    screens.forEach(({ received }, i) => {
      const later = received.slice(receivedBefore[i], received.findIndex(isOwn));
      expect(JSON.stringify(later)).not.toContain("canary");
      if (becomes === "nobody") expect(later).toEqual([]);
    });
  }, 60_000);
});

describe("a change of members", () => {
  it("shows everybody a new member, role or owner", {
    tags: spec("CORE-219 WORK-268"),
    timeout: 30_000,
  }, async () => {
    const { diaryId, owner, caregiver, viewer } = await careTeam(service);
    const newcomer = await createPerson(service, "Nina New");
    const screens = [
      watchAll(viewer, other, diaryId, diaryId),
      watchAll(owner, service, diaryId, diaryId),
      watchAll(caregiver, other, diaryId, diaryId),
    ] as const;
    await eventually(() => screens.every(({ isReady }) => isReady()));
    const expectRolesOnAllScreens = (people: Record<string, string>) =>
      eventually(
        () =>
          screens.every(({ latest }) => {
            const members = latest.members as { userId: string; role: string }[];
            return Object.entries(people).every(([userId, role]) =>
              members.some((member) => member.userId === userId && member.role === role),
            );
          }),
        undefined,
        () => JSON.stringify(screens[0]!.latest.members),
      );
    const { invitationId } = await invite(service, owner, diaryId, newcomer.email);
    await acceptAs(newcomer, invitationId);
    await expectRolesOnAllScreens({ [newcomer.userId]: "member" });
    await owner.http.mutation(api.members.updateRole, {
      memberId: await memberId(owner, diaryId, newcomer),
      role: "admin",
    });
    await expectRolesOnAllScreens({ [newcomer.userId]: "admin" });
    await owner.http.mutation(api.members.transferOwnership, {
      memberId: await memberId(owner, diaryId, caregiver),
    });
    await expectRolesOnAllScreens({ [owner.userId]: "admin", [caregiver.userId]: "owner" });
    const [, former, next] = screens;
    await eventually(() => {
      const roles = [former, next].map(({ latest }) => (latest.notebook as { userRole: string }).userRole);
      return roles.join() === "admin,owner";
    });
    const mayDelete = [former, next].map(({ latest }) =>
      (latest.notebook as { permissions: string[] }).permissions.includes("notebook.delete"),
    );
    expect(mayDelete).toEqual([false, true]);
  });
});
