import { randomUUID } from "node:crypto";
import type { ConvexHttpClient } from "convex/browser";
import { v7 as uuidv7 } from "uuid";
import { getPhotoUrl } from "../../features/avatars/rules.ts";
import type { Visibility } from "../../lib/visibility-levels.ts";
import type { Role } from "../../server/access/permissions.ts";
import {
  addMember,
  api,
  createMedicationList,
  createNote,
  createPerson,
  invite,
  noteArguments,
} from "../people.ts";
import type { Service } from "../service.ts";
import type { Claims } from "../tokens.ts";
import { type Comments, makeComments } from "./comment_world.ts";
import type { Principal } from "./expected.ts";

export type Actor = { claims: Claims | null; userId: string | null; http: ConvexHttpClient };

/** A note's letter stands for who may see it; see `expected.ts`. */
export type Letter = "E" | "T" | "P" | "O" | "R";

/** A notebook with one principal of every kind, and secrets in every field that only some may see. */
export type World = {
  service: Service;
  actors: Record<Principal, Actor>;
  diaryId: string;
  shortId: string;
  elsewhereId: string;
  notes: Record<Letter, { id: string; shortId: string }>;
  /** Lists of medications, one for each letter, from the oldest (E) to the newest (R). */
  lists: Record<Letter, { id: string; shortId: string }>;
  /** One attachment per note, by the note's author. */
  attachments: Record<Letter, string>;
  comments: Comments;
  ownerMemberId: string;
  /** A pending invitation to the invitee, as admin, and the token of its link. */
  invitation: { id: string; token: string };
};

/** The text that marks a field as a secret of that letter. */
export const canary = (letter: Letter | "N" | "M" | "V", field: string): string =>
  `canary-${letter}-${field}`;

/** What a note holds that only its readers may see. */
export const secrets = (letter: Letter, visibility: Visibility) => ({
  title: canary(letter, "title"),
  content: `${canary(letter, "preview")} ${"and so on ".repeat(20)} ${canary(letter, "content")}`,
  tags: [canary(letter, "tag")],
  visibility,
});

export async function makeWorld(service: Service): Promise<World> {
  const person = async (
    name: string,
  ): Promise<Actor & { someone: Awaited<ReturnType<typeof createPerson>> }> => {
    const someone = await createPerson(service, name);
    const { subject, email, userId, http } = someone;
    return { someone, claims: { subject, email, name }, userId, http };
  };
  const owner = await person("Olga Owner");
  const diaryId = await owner.http.mutation(api.diaries.createDiaryWithPersonInfo, secretNotebook());
  const actors = {
    anonymous: { claims: null, userId: null, http: await service.http() },
    "token without user": await personWithoutRecord(service),
    outsider: await person("Oskar Outsider"),
    invitee: await person("Ines Invitee"),
    viewer: await person("Viktor Viewer"),
    clinician: await person("Dora Doctor"),
    author: await person("Anna Author"),
    caregiver: await person("Clara Caregiver"),
    admin: await person("Adam Admin"),
    owner,
    "removed member": await person("Remo Removed"),
    "owner elsewhere": await person("Else Where"),
    "platform admin": await person("Petra Platform"),
    "super admin": await person("Susi Super"),
  };
  const join = (
    name: "viewer" | "clinician" | "author" | "caregiver" | "admin" | "removed member",
    role: never,
  ) => addMember(service, diaryId, actors[name].someone, role);
  await join("viewer", "extended" as never);
  await join("clinician", "clinician" as never);
  await join("author", "member" as never);
  await join("caregiver", "member" as never);
  await join("admin", "admin" as never);
  await join("removed member", "member" as never);

  const { pool } = service.database;
  type Writer = keyof typeof actors;
  const someoneOf = (writer: Writer) => (actors[writer] as typeof owner).someone;
  const idsOf = async (id: string) => {
    const { rows } = await pool.query("select short_id from notes where id = $1", [id]);
    return { id, shortId: rows[0].short_id as string };
  };
  /** A note with former versions, which are secrets of the given letters. */
  const note = async (writer: Writer, ...versions: [Letter, Visibility][]) => {
    const [first, ...later] = versions.map((version) => secrets(...version));
    const noteId = await createNote(someoneOf(writer), diaryId, first);
    for (const version of later) {
      const { diaryId: _, type: __, ...fields } = noteArguments("", version);
      await someoneOf(writer).http.mutation(api.notes.updateNote, { noteId, ...fields });
    }
    return idsOf(noteId);
  };
  const notes = {
    E: await note("author", ["P", "private"], ["T", "team"], ["E", "extended"]),
    T: await note("author", ["T", "team"]),
    P: await note("author", ["P", "extended"], ["P", "private"]),
    O: await note("owner", ["O", "private"]),
    R: await note("removed member", ["R", "private"]),
  };
  let day = Date.UTC(2026, 0, 1);
  const list = async (writer: Writer, letter: Letter, visibility: Visibility, isEncrypted = false) => {
    const { content: _, ...fields } = secrets(letter, visibility);
    const row = {
      genericName: canary(letter, "generic"),
      brandName: canary(letter, "brand"),
      dosage: canary(letter, "dosage"),
      timing: canary(letter, "timing"),
      notes: canary(letter, "notes"),
    };
    day += 86_400_000;
    return idsOf(
      await createMedicationList(someoneOf(writer), diaryId, [row], {
        ...fields,
        noteDate: day,
        isEncrypted,
      }),
    );
  };
  const lists = {
    E: await list("author", "E", "extended"),
    T: await list("author", "T", "team", true),
    P: await list("author", "P", "private"),
    O: await list("owner", "O", "private", true),
    R: await list("removed member", "R", "private"),
  };
  const attachment = (letter: Letter, uploader: keyof typeof actors) =>
    newAttachment({ service, diaryId, notes, actors }, letter, uploader, {
      filename: canary(letter, "filename"),
      description: canary(letter, "description"),
    });
  const attachments = {
    E: await attachment("E", "author"),
    T: await attachment("T", "author"),
    P: await attachment("P", "author"),
    O: await attachment("O", "owner"),
    R: await attachment("R", "removed member"),
  };
  const comments = await makeComments({ service, diaryId, notes, lists, actors }, (name) =>
    someoneOf(name as Writer),
  );
  await pool.query("delete from members where diary_id = $1 and user_id = $2", [
    diaryId,
    actors["removed member"].userId,
  ]);
  const { invitationId, token } = await invite(
    service,
    owner.someone,
    diaryId,
    actors.invitee.claims!.email,
    { role: "admin" },
  );
  await pool.query("update users set is_admin = true where id = any($1)", [
    [actors["platform admin"].userId, actors["super admin"].userId],
  ]);
  await pool.query("update users set is_super_admin = true where id = $1", [actors["super admin"].userId]);
  const elsewhereId = await actors["owner elsewhere"].http.mutation(api.diaries.createDiaryWithPersonInfo, {
    region: "CH",
    personInfo: { fullName: "Somebody else" },
  });
  const { rows } = await pool.query(
    `select d.short_id, m.id from diaries d join members m on m.diary_id = d.id and m.role = 'owner' where d.id = $1`,
    [diaryId],
  );
  return {
    service,
    actors,
    diaryId,
    shortId: rows[0].short_id,
    elsewhereId,
    notes,
    lists,
    attachments,
    comments,
    ownerMemberId: rows[0].id,
    invitation: { id: invitationId, token },
  };
}

/** A person with a valid token whose record was never created. */
async function personWithoutRecord(service: Service): Promise<Actor> {
  const subject = `unsynced-${randomUUID()}`;
  const claims = { subject, email: `${subject}@example.org`, name: "Uma Unsynced" };
  return { claims, userId: null, http: await service.http(claims) };
}

/** A notebook with a secret in every field. */
export function secretNotebook() {
  return {
    name: canary("N", "name"),
    description: canary("N", "description"),
    region: "DE",
    personInfo: {
      fullName: canary("N", "subject"),
      dateOfBirth: "1942-03-05",
      emergencyContacts: [{ name: canary("N", "contact"), phone: canary("N", "phone") }],
      phoneNumber: canary("M", "phone"),
      allergies: [canary("M", "allergy")],
      conditions: [canary("M", "condition")],
      familyDoctor: {
        name: canary("M", "doctor"),
        phone: canary("M", "phone"),
        address: canary("M", "address"),
      },
      medicalHistory: canary("M", "history"),
      medicalConsent: { signed: true, signedBy: canary("M", "signer"), signedDate: "2026-01-02" },
      powerOfAttorney: { hasPOA: true, nameAndPhone: canary("M", "attorney") },
      advanceDirectives: { hasDNR: true, notes: canary("M", "directive") },
      preferences: canary("M", "preference"),
      language: "tr",
      govIdInfo: canary("M", "government"),
      medicalInsurance: { fundName: canary("M", "fund"), memberNumber: canary("M", "number") },
    },
  };
}

/**
 * Creates another note of the same author for the same readers; returns the removed member's existing one, who can't
 * write any more.
 */
export async function newNote({ actors, diaryId, notes }: World, letter: Letter): Promise<string> {
  if (letter === "R") return notes.R.id;
  const visibility = ({ E: "extended", T: "team", P: "private", O: "private" } as const)[letter];
  const writer = letter === "O" ? "owner" : "author";
  return actors[writer].http.mutation(api.notes.createNote, noteArguments(diaryId, { visibility }));
}

/** The notebook, archived or not. */
export async function setArchived({ service, diaryId }: World, isArchived: boolean) {
  await service.database.pool.query("update diaries set is_archived = $1 where id = $2", [
    isArchived,
    diaryId,
  ]);
  return { diaryId };
}

/**
 * Creates another notebook of the same owner, with a note, in which the principal has the same role as in the first
 * one.
 */
export async function newNotebook({ service, actors }: World, principal: Principal) {
  const { http } = actors.owner;
  const diaryId = await http.mutation(api.diaries.createDiaryWithPersonInfo, {
    region: "DE",
    personInfo: { fullName: "Rosa Blum" },
  });
  await http.mutation(api.notes.createNote, noteArguments(diaryId));
  await addToNotebook(service, diaryId, actors, principal);
  return { diaryId };
}

/** The address of an uploaded photo that no notebook uses. */
export async function newPhoto({ service, actors }: World, uploader: Principal): Promise<string> {
  const id = uuidv7();
  await service.database.pool.query("insert into avatars (id, uploaded_by) values ($1, $2)", [
    id,
    actors[uploader].userId,
  ]);
  return getPhotoUrl(service.url, id);
}

const ROLES: Partial<Record<Principal, Exclude<Role, "owner">>> = {
  viewer: "extended",
  clinician: "clinician",
  author: "member",
  caregiver: "member",
  admin: "admin",
};

/** The notebook, without a visit of the principal. */
export async function deleteVisit({ service, diaryId, actors }: World, principal: Principal) {
  await service.database.pool.query("delete from notebook_visits where diary_id = $1 and user_id = $2", [
    diaryId,
    actors[principal].userId,
  ]);
  return { diaryId };
}

async function addToNotebook(
  service: Service,
  diaryId: string,
  actors: World["actors"],
  principal: Principal,
) {
  const role = ROLES[principal];
  if (role) await addMember(service, diaryId, { userId: actors[principal].userId! } as never, role);
}

type NoteWorld = Pick<World, "service" | "diaryId" | "notes" | "actors">;

/**
 * Adds an attachment to a note as if the principal had uploaded it (the author for one without a record); returns its
 * id.
 */
export async function newAttachment(
  { service, diaryId, notes, actors }: NoteWorld,
  letter: Letter,
  uploader: Principal,
  { filename, description }: { filename: string; description: string | null } = {
    filename: "x-ray.pdf",
    description: null,
  },
): Promise<string> {
  const id = uuidv7();
  const uploadedBy = actors[uploader].userId ?? actors.author.userId;
  await service.database.pool.query(
    `insert into attachments
       (id, diary_id, note_id, filename, description, mime_type, size_bytes, object_name, uploaded_by)
     values ($1, $2, $3, $4, $5, 'application/pdf', 5, $6, $7)`,
    [id, diaryId, notes[letter].id, filename, description, `attachments/${randomUUID()}`, uploadedBy],
  );
  return id;
}

/** Uploads a file for a note as the principal (the author for one without a record); returns its object's name. */
export async function newUpload(
  { service, diaryId, notes, actors }: NoteWorld,
  letter: Letter,
  uploader: Principal,
): Promise<string> {
  const objectName = `attachments/${randomUUID()}`;
  await service.storage.write(objectName, Buffer.from("hello"));
  const userId = actors[uploader].userId ?? actors.author.userId;
  await service.database.pool.query(
    `insert into upload_grants (id, user_id, diary_id, note_id, object_name, mime_type, is_direct, size_bytes, expires_at)
     values ($1, $2, $3, $4, $5, 'text/plain', false, 5, now() + interval '15 minutes')`,
    [uuidv7(), userId, diaryId, notes[letter].id, objectName],
  );
  return objectName;
}
