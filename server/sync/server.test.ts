import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { api, careTeam, createNote, createNotebook, createPerson, noteArguments } from "../../test/people.ts";
import { type Service, startService } from "../../test/service.ts";
import { spec } from "../../test/spec.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** Subscribes and waits until a result fits. */
function firstValue<T>(
  subscribe: (callback: (value: T) => void) => unknown,
  fits: (value: T) => boolean,
): Promise<T> {
  return new Promise((resolve) => {
    subscribe((value) => {
      if (fits(value)) resolve(value);
    });
  });
}

describe("live queries", () => {
  it("show another member's note without a reload", {
    tags: spec("CORE-630 WORK-478"),
  }, async () => {
    const { diaryId, owner, caregiver } = await careTeam(service);
    const watching = service.connect(caregiver);
    const seen = firstValue<{ title: string }[]>(
      (callback) => watching.onUpdate(api.notes.listNotes, { diaryId }, callback),
      (notes) => notes.some((note) => note.title === "Slept through"),
    );
    const writing = service.connect(owner);
    await writing.mutation(api.notes.createNote, noteArguments(diaryId, { title: "Slept through" }));
    expect((await seen)[0]).toMatchObject({ title: "Slept through", creatorName: "Olga Owner" });
  });

  it("show a mutation's effect to its author before the mutation resolves", async () => {
    const owner = await createPerson(service, "Rita Reader");
    const diaryId = await createNotebook(owner);
    const client = service.connect(owner);
    let latest: { _id: string }[] = [];
    await firstValue<{ _id: string }[]>(
      (callback) =>
        client.onUpdate(api.notes.listNotes, { diaryId }, (notes) => {
          latest = notes;
          callback(notes);
        }),
      () => true,
    );
    for (let i = 0; i < 20; i++) {
      const id = await client.mutation(api.notes.createNote, noteArguments(diaryId, { title: `Note ${i}` }));
      expect(latest.map((note) => note._id)).toContain(id);
    }
  });

  it("let a mutation resolve for a client without subscriptions", async () => {
    const owner = await createPerson(service, "Nora Nothing");
    const diaryId = await createNotebook(owner);
    const client = service.connect(owner);
    const id = await client.mutation(api.notes.createNote, noteArguments(diaryId));
    expect(await owner.http.query(api.notes.getNote, { noteId: id })).toMatchObject({ _id: id });
  });

  it("end at once for a member who is removed", async () => {
    const { diaryId, owner, caregiver } = await careTeam(service);
    await createNote(owner, diaryId);
    const client = service.connect(caregiver);
    let received = 0;
    const ended = new Promise<Error>((resolve) => {
      client.onUpdate(api.notes.listNotes, { diaryId }, () => received++, resolve);
    });
    const members = await owner.http.query(api.members.listMembers, { diaryId });
    const member = members.find((each) => each.userId === caregiver.userId)!;
    await owner.http.mutation(api.members.removeMember, { memberId: member._id });
    expect(await ended).toMatchObject({ data: { code: "access-denied", message: "Access denied" } });
    const before = received;
    for (let i = 0; i < 5; i++) await createNote(owner, diaryId);
    expect(received).toBe(before);
  });

  it("see changes from another node and from plain SQL", async () => {
    const other = await service.startSecondNode();
    const { diaryId, owner, caregiver } = await careTeam(service);
    const noteId = await createNote(owner, diaryId);
    const client = service.connect(caregiver, { url: other.url });
    const titles: string[] = [];
    const titleChange = (title: string) =>
      firstValue<{ title: string } | null>(
        (callback) =>
          client.onUpdate(api.notes.getNote, { noteId }, (note) => {
            titles.push(note!.title);
            callback(note);
          }),
        (note) => note?.title === title,
      );
    await titleChange("A quiet morning");
    const fromNode = titleChange("Changed on the first node");
    await owner.http.mutation(api.notes.updateNote, {
      ...updateArguments(noteId),
      title: "Changed on the first node",
    });
    await fromNode;
    const byHand = titleChange("Changed by hand");
    await service.database.pool.query("update notes set title = 'Changed by hand' where id = $1", [noteId]);
    await byHand;
  });
});

const updateArguments = (noteId: string) => {
  const { diaryId: _, type: __, ...fields } = noteArguments("");
  return { ...fields, noteId };
};
