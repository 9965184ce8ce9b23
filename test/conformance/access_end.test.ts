import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLoopClock } from "../fake_clock.ts";
import {
  addMember,
  api,
  careTeam,
  createNote,
  createPerson,
  noteArguments,
  type TestPerson,
} from "../people.ts";
import { type Service, startService } from "../service.ts";
import { RawClient } from "./raw_client.ts";
import { eventually } from "./waiting.ts";

let service: Service;
let other: Service;
/** Both nodes look for changes that nobody announced when a second of it has passed. */
const clock = createLoopClock();
beforeAll(async () => {
  service = await startService({ clock });
  other = await service.startSecondNode();
});
afterAll(() => service.close());

// Each is a chance to let something through; a further one takes the same way.
const WRITES = 100;
type AccessEnding = {
  how: string;
  end(diaryId: string, someone: TestPerson, owner: TestPerson): Promise<unknown>;
  seesAfterwards: RegExp;
};

const endings: AccessEnding[] = [
  {
    how: "removed by the owner",
    async end(diaryId, someone, owner) {
      const members = await owner.http.query(api.members.listMembers, { diaryId });
      const { _id } = members.find(({ userId }) => userId === someone.userId)!;
      await owner.http.mutation(api.members.removeMember, { memberId: _id });
    },
    seesAfterwards: /Access denied/,
  },
  {
    how: "removed by hand in SQL",
    end: (diaryId, someone) =>
      service.database.pool.query("delete from members where diary_id = $1 and user_id = $2", [
        diaryId,
        someone.userId,
      ]),
    seesAfterwards: /Access denied/,
  },
  {
    how: "demoted to viewer",
    end: (diaryId, someone) =>
      service.database.pool.query(
        "update members set role = 'extended' where diary_id = $1 and user_id = $2",
        [diaryId, someone.userId],
      ),
    seesAfterwards: /For all/,
  },
];

it.each(endings)(
  "rule 7 shows a member who is $how while others write nothing more after a second, and nothing of 100 further writes",
  async ({ end, seesAfterwards }) => {
    const { diaryId, owner, admin } = await careTeam(service);
    const someone = await createPerson(service, "Erna Ended");
    await addMember(service, diaryId, someone, "member");
    await createNote(owner, diaryId, { title: "For all", visibility: "extended" });
    const note = await createNote(owner, diaryId, { title: "For the team" });
    const watchers = await Promise.all(
      [service, other].map(async ({ url }) => {
        const client = await RawClient.open(url, { token: await service.issuer.tokenFor(someone) });
        client.add(
          { queryId: 0, udfPath: "notes:listNotes", args: { diaryId } },
          { queryId: 1, udfPath: "notes:getNote", args: { noteId: note } },
          { queryId: 2, udfPath: "diaries:listMyDiaries", args: {} },
          { queryId: 3, udfPath: "members:listMembers", args: { diaryId } },
        );
        await client.until(() => client.values.size === 4);
        return client;
      }),
    );
    const writers = [service.connect(owner), service.connect(admin, { url: other.url })];
    let canary = "";
    let writing = true;
    const written = [0, 0];
    const busy = writers.map(async (writer, i) => {
      while (writing) {
        const title = `${canary || "before"} ${randomUUID()}`;
        await writer.mutation(api.notes.createNote, noteArguments(diaryId, { title, content: title }));
        written[i]!++;
      }
    });
    await eventually(() => written.every((count) => count > 2));
    await end(diaryId, someone, owner);
    await clock.advance(1000);
    for (const client of watchers) {
      await client.until(
        () => seesAfterwards.test(JSON.stringify(client.values.get(0))) && client.values.get(1) === null,
      );
    }
    writing = false;
    await Promise.all(busy);

    canary = `canary-${randomUUID()}`;
    const heardBefore = watchers.map(({ messages }) => messages.length);
    await Promise.all(
      Array.from({ length: WRITES }, (_, i) =>
        writers[i % 2]!.mutation(
          api.notes.createNote,
          noteArguments(diaryId, { title: `${canary} ${i}`, content: canary }),
        ),
      ),
    );
    // Of a snapshot after all of them, with all that it changes.
    for (const client of watchers) {
      client.add({ queryId: 4, udfPath: "users:getCurrentUser", args: {} });
      await client.until(() => client.values.has(4));
    }
    watchers.forEach((client, i) => {
      const later = client.messages.slice(heardBefore[i]);
      expect(JSON.stringify(later)).not.toContain(canary);
      expect(client.violations).toEqual([]);
    });
    await Promise.all(watchers.map((client) => client.close()));
    await Promise.all(writers.map((writer) => writer.close()));
  },
  90_000,
);

it("rule 7 removes a note that becomes private from everybody else's view at once, and shows it again when it is shared", async () => {
  const { diaryId, owner, caregiver, viewer } = await careTeam(service);
  const noteId = await createNote(owner, diaryId, { visibility: "extended" });
  const watchers = await Promise.all(
    [owner, caregiver, viewer].map(async (person, i) => {
      const client = await RawClient.open(i % 2 ? other.url : service.url, {
        token: await service.issuer.tokenFor(person),
      });
      client.add(
        { queryId: 0, udfPath: "notes:listNotes", args: { diaryId } },
        { queryId: 1, udfPath: "notes:getNote", args: { noteId } },
        { queryId: 2, udfPath: "diaries:getDiary", args: { diaryId } },
      );
      await client.until(() => client.values.size === 3);
      return client;
    }),
  );
  const { diaryId: _, type: __, ...fields } = noteArguments(diaryId);
  const seenBy = { private: [1, 0, 0], team: [1, 1, 0], extended: [1, 1, 1] };
  for (const visibility of ["private", "extended", "team", "private", "team"] as const) {
    await owner.http.mutation(api.notes.updateNote, {
      ...fields,
      noteId,
      visibility,
      title: `Now ${visibility}`,
    });
    for (const [i, client] of watchers.entries()) {
      const sees = seenBy[visibility][i]!;
      await client.until(() => {
        const [list, note, diary] = [0, 1, 2].map((id) => client.values.get(id)) as [
          { title: string }[],
          { title: string } | null,
          { noteCount: number },
        ];
        const titles = sees ? [`Now ${visibility}`] : [];
        return (
          JSON.stringify(list.map(({ title }) => title)) === JSON.stringify(titles) &&
          (note?.title ?? null) === (titles[0] ?? null) &&
          diary.noteCount === sees
        );
      });
    }
  }
  expect(JSON.stringify(watchers[2]!.messages)).not.toContain("Now team");
  expect(JSON.stringify(watchers[1]!.messages)).not.toContain("Now private");
  await Promise.all(watchers.map((client) => client.close()));
});
