import { v7 as uuidv7 } from "uuid";
import { noteArguments } from "../people.ts";
import type { Principal } from "./expected.ts";
import { type Letter, newMember, type World } from "./world.ts";

type Args = Record<string, unknown>;

/** How the sweep calls a function in each case of `expected.ts`, and in which word it says what came back. */
export type CallOf = {
  cases: Record<string, (world: World, principal: Principal) => Args | Promise<Args>>;
  /** The word for the answer of a read; null is always `null`. */
  // biome-ignore lint/suspicious/noExplicitAny: answers have as many shapes as there are functions
  tell?: (result: any, world: World, principal: Principal) => string;
  /** SQL that shows the effect of a write in one row, given the result and the caller's id; `ok` must be true. */
  effect?: string;
  /** Takes back what a write did where that would change other rows of the table. */
  undo?: (world: World, principal: Principal) => Promise<unknown>;
};

const MISSING_SHORT_ID = "222222";
const missing = () => uuidv7();

const letters = (ids: string[], names: Record<string, string>) =>
  ids.length === 0
    ? "none"
    : ids
        .map((id) => names[id] ?? "?")
        .sort()
        .join("");

const noteLetters = ({ notes }: World) =>
  Object.fromEntries(Object.entries(notes).map(([letter, { id }]) => [id, letter]));

const noteCases = {
  "everyone's note": "E",
  "the team's note": "T",
  "the author's private note": "P",
  "the owner's private note": "O",
  "a private note of the removed member": "R",
} as const satisfies Record<string, Letter>;

const forNotes = (args: (note: { id: string; shortId: string }, letter: Letter) => Args) =>
  Object.fromEntries(
    Object.entries(noteCases).map(([name, letter]) => [
      name,
      (world: World) => args(world.notes[letter], letter),
    ]),
  );

const visibilityOf = { E: "extended", T: "team", P: "private", O: "private", R: "private" } as const;

function change(noteId: string, letter: Letter): Args {
  const { diaryId: _, type: __, ...fields } = noteArguments("", { visibility: visibilityOf[letter] });
  return { noteId, ...fields, title: `Changed at ${performance.now()}` };
}

const tellNote: CallOf["tell"] = (note) => (note.canEdit ? "edit" : "read");
const tellNotebook: CallOf["tell"] = ({ details }) => {
  const fields = Object.keys(details).sort().join(" ");
  if (fields === "dateOfBirth emergencyContacts fullName") return "card";
  return "medicalHistory" in details && "govIdInfo" in details && "powerOfAttorney" in details
    ? "full"
    : fields;
};

export const CALLS: Record<string, CallOf> = {
  "users.syncUser": {
    cases: {
      "as oneself": (world, principal) => identityOf(world, principal),
      "as somebody else": (world, principal) => ({
        ...identityOf(world, principal),
        clerkUserId: "another-subject",
      }),
      "with somebody else's e-mail": (world, principal) => ({
        ...identityOf(world, principal),
        email: "somebody-else@example.org",
      }),
    },
    effect: "select true as ok from users where id = $1 and ($2::uuid is null or id = $2)",
    undo: ({ service, actors }) =>
      service.database.pool.query("delete from users where clerk_user_id = $1", [
        actors["token without user"].claims!.subject,
      ]),
  },
  "users.getCurrentUser": {
    cases: { "one's own record": () => ({}) },
    tell: (user, { actors }, principal) => (user._id === actors[principal].userId ? "self" : "somebody else"),
  },
  "admin.getAdminStatus": {
    cases: { "one's own status": () => ({}) },
    tell: ({ isAdmin, isSuperAdmin }) => (isSuperAdmin ? "super" : isAdmin ? "admin" : "no"),
  },
  "admin.listAdmins": {
    cases: { "all administrators": () => ({}) },
    tell: (users: { isAdmin: boolean }[]) =>
      users.length > 0 && users.every((user) => user.isAdmin) ? "admins" : "others",
  },
  "adminDb.listUsers": {
    cases: { "the first page": () => ({ paginationOpts: { numItems: 100, cursor: null } }) },
    tell: ({ page }: { page: { _id: string }[] }, { actors }) => {
      const listed = new Set(page.map((user) => user._id));
      return Object.values(actors).every(({ userId }) => !userId || listed.has(userId)) ? "people" : "some";
    },
  },
  "diaries.listMyDiaries": {
    cases: { "one's own notebooks": () => ({}) },
    tell: (list: { _id: string }[], { diaryId, elsewhereId }) =>
      letters(
        list.map((each) => each._id),
        { [diaryId]: "N", [elsewhereId]: "S" },
      ),
  },
  "diaries.getDiary": {
    cases: {
      "the notebook": ({ diaryId }) => ({ diaryId }),
      "a notebook that doesn't exist": () => ({ diaryId: missing() }),
      "something that isn't an id": () => ({ diaryId: "' or true --" }),
    },
    tell: tellNotebook,
  },
  "diaries.getDiaryByShortId": {
    cases: {
      "the notebook": ({ shortId }) => ({ shortId }),
      "a notebook that doesn't exist": () => ({ shortId: MISSING_SHORT_ID }),
    },
    tell: tellNotebook,
  },
  "diaries.createDiaryWithPersonInfo": {
    cases: { "a notebook of one's own": () => ({ region: "AT", personInfo: { fullName: "Karl Kraus" } }) },
    effect: "select true as ok from members where diary_id = $1 and user_id = $2 and role = 'owner'",
  },
  "notes.listNotes": {
    cases: {
      "the notebook": ({ diaryId }) => ({ diaryId }),
      "a notebook that doesn't exist": () => ({ diaryId: missing() }),
      "something that isn't an id": () => ({ diaryId: "x" }),
    },
    tell: (list: { _id: string }[], world) =>
      letters(
        list.map((each) => each._id),
        noteLetters(world),
      ),
  },
  "notes.getNote": {
    cases: {
      ...forNotes(({ id }) => ({ noteId: id })),
      "a note that doesn't exist": () => ({ noteId: missing() }),
      "something that isn't an id": () => ({ noteId: "x" }),
    },
    tell: tellNote,
  },
  "notes.getNoteByShortId": {
    cases: {
      ...forNotes(({ shortId }) => ({ shortId })),
      "a note that doesn't exist": () => ({ shortId: MISSING_SHORT_ID }),
    },
    tell: tellNote,
  },
  "notes.createNote": {
    cases: {
      "in the notebook": ({ diaryId }) => noteArguments(diaryId),
      "a private note in the notebook": ({ diaryId }) => noteArguments(diaryId, { visibility: "private" }),
      "in a notebook that doesn't exist": () => noteArguments(missing()),
    },
    effect: "select true as ok from notes where id = $1 and created_by = $2",
  },
  "notes.updateNote": {
    cases: {
      ...forNotes(({ id }, letter) => change(id, letter)),
      "a note that doesn't exist": () => change(missing(), "T"),
    },
    effect: "select title like 'Changed at%' as ok from notes where id = $1 and updated_by = $2",
  },
  "noteTypes.listActiveNoteTypes": {
    cases: { "the types": () => ({}) },
    tell: (list: { typeId: string }[]) => (list.length === 2 ? "types" : `${list.length} types`),
  },
  "members.listMembers": {
    cases: {
      "the notebook": ({ diaryId }) => ({ diaryId }),
      "a notebook that doesn't exist": () => ({ diaryId: missing() }),
    },
    tell: (list: { user: { name: string }; role: string }[]) =>
      list.map(({ user, role }) => `${user.name}: ${role}`).join(", ") === WHOLE_TEAM ? "team" : "others",
  },
  "members.removeMember": {
    cases: {
      "a caregiver": async (world) => ({ memberId: await newMember(world, "member") }),
      "an admin": async (world) => ({ memberId: await newMember(world, "admin") }),
      "the owner": ({ ownerMemberId }) => ({ memberId: ownerMemberId }),
      "a membership that doesn't exist": () => ({ memberId: missing() }),
    },
    effect: `select $1::text is null and actor_id = $2 as ok from audit_events
              where event_type = 'member.removed' order by id desc limit 1`,
  },
};

const WHOLE_TEAM =
  "Olga Owner: owner, Viktor Viewer: extended, Anna Author: member, Clara Caregiver: member, Adam Admin: admin";

function identityOf({ actors }: World, principal: Principal): Args {
  const claims = actors[principal].claims ?? {
    subject: "nobody",
    email: "nobody@example.org",
    name: "Nobody",
  };
  return { clerkUserId: claims.subject, email: claims.email, name: claims.name };
}
