import { randomBytes, randomUUID } from "node:crypto";
import type { ConvexHttpClient } from "convex/browser";
import { anyApi } from "convex/server";
import { v7 as uuidv7 } from "uuid";
import type { InvitationRole } from "../features/members/rules/invitations.ts";
import { insertMember } from "../features/members/server/data.ts";
import { SHORT_ID_ALPHABET, SHORT_ID_LENGTH } from "../lib/ids.ts";
import type { Api } from "../registry/functions.ts";
import type { Role } from "../server/access/permissions.ts";
import { proofFor } from "./proofs.ts";
import type { Service } from "./service.ts";
import type { Claims } from "./tokens.ts";

/** The functions of the product with their types, as the browser's `app/api.ts` has them. */
export const api = anyApi as unknown as Api;

/** A person with an account: token claims, the id of their record and their HTTP client. */
export type TestPerson = Claims & { userId: string; http: ConvexHttpClient };

/** Creates a person with a record, as sign-in does. */
export async function createPerson(service: Service, name: string): Promise<TestPerson> {
  const subject = `${name.toLowerCase().replace(/\W+/g, "-")}-${randomUUID()}`;
  const claims = { subject, email: `${subject}@example.org`, name };
  const http = await service.http(claims);
  const userId = await http.mutation(api.users.syncUser, { clerkUserId: subject, email: claims.email, name });
  return { ...claims, userId, http };
}

/** Creates a notebook about somebody; returns its id. */
export function createNotebook(
  owner: TestPerson,
  overrides: { name?: string; description?: string; fullName?: string; timeZone?: string } = {},
): Promise<string> {
  const { fullName = "Rosa Blum", ...rest } = overrides;
  return owner.http.mutation(api.diaries.createDiaryWithPersonInfo, {
    region: "DE",
    personInfo: { fullName },
    ...rest,
  });
}

/** Creates a note of a day; returns its id. */
export function createNote(
  author: TestPerson,
  diaryId: string,
  overrides: Partial<Parameters<typeof noteArguments>[1]> = {},
): Promise<string> {
  return author.http.mutation(api.notes.createNote, noteArguments(diaryId, overrides));
}

export function noteArguments(
  diaryId: string,
  overrides: {
    title?: string;
    content?: string;
    noteDate?: number | undefined;
    noteDay?: string;
    noteTime?: string | null;
    mentions?: string[];
    visibility?: "private" | "team" | "extended";
    tags?: string[];
    isEncrypted?: boolean;
  } = {},
) {
  return {
    diaryId,
    type: "default" as const,
    title: "A quiet morning",
    content: "Ate half a slice of toast, drank well, walked to the window and back.",
    noteDate: Date.UTC(2026, 10, 20),
    visibility: "team" as const,
    tags: [],
    ...overrides,
  };
}

/** Creates a comment, on a note by default; returns its id. */
export function createComment(
  author: TestPerson,
  diaryId: string,
  targetId: string,
  overrides: {
    targetType?: "note" | "task" | "program";
    content?: string;
    mentions?: string[];
    visibility?: "private" | "team" | "extended";
  } = {},
): Promise<string> {
  return author.http.mutation(api.comments.createComment, {
    diaryId,
    targetType: "note",
    targetId,
    content: "She slept well after that.",
    mentions: [],
    ...overrides,
  });
}

/** Inserts a task directly; returns its id. */
export async function insertTask(
  { database }: Service,
  diaryId: string,
  createdBy: string,
  { noteId = null, assignedTo = null }: { noteId?: string | null; assignedTo?: string | null } = {},
): Promise<string> {
  const id = uuidv7();
  await database.pool.query(
    "insert into tasks (id, diary_id, note_id, title, assigned_to, created_by) values ($1, $2, $3, 'Wash her hair', $4, $5)",
    [id, diaryId, noteId, assignedTo, createdBy],
  );
  return id;
}

const shortId = () =>
  Array.from(randomBytes(SHORT_ID_LENGTH), (byte) => SHORT_ID_ALPHABET[byte % SHORT_ID_ALPHABET.length]).join(
    "",
  );

/** Inserts an activated program of a notebook directly; returns its diary program id. */
export async function insertDiaryProgram(
  { database }: Service,
  diaryId: string,
  activatedBy: string,
  noteId: string | null = null,
): Promise<string> {
  const [programId, id] = [uuidv7(), uuidv7()];
  await database.pool.query(
    `insert into programs (id, short_id, name, content, diary_id)
     values ($1, $2, 'After a stroke', '{"baselineEvent": null, "phases": []}', $3)`,
    [programId, shortId(), diaryId],
  );
  await database.pool.query(
    `insert into diary_programs (id, diary_id, program_id, note_id, baseline_date, status, activated_by)
     values ($1, $2, $3, $4, now(), 'active', $5)`,
    [id, diaryId, programId, noteId, activatedBy],
  );
  return id;
}

/** Creates a list of medications; returns the note's id. */
export function createMedicationList(
  author: TestPerson,
  diaryId: string,
  medications: MedicationRow[],
  overrides: Parameters<typeof medicationArguments>[2] = {},
): Promise<string> {
  return author.http.mutation(api.notes.createNote, medicationArguments(diaryId, medications, overrides));
}

type MedicationRow = Partial<Record<"genericName" | "brandName" | "dosage" | "timing" | "notes", string>>;

export function medicationArguments(
  diaryId: string,
  medications: MedicationRow[],
  overrides: Omit<NonNullable<Parameters<typeof noteArguments>[1]>, "content"> & {
    isEncrypted?: boolean;
  } = {},
) {
  const type = "current-medications" as const;
  return {
    ...noteArguments(diaryId, { title: "Current Medications - November 20, 2026" }),
    ...overrides,
    type,
    content: { type, data: { medications } },
  };
}

export async function addMember(
  service: Service,
  diaryId: string,
  someone: TestPerson,
  role: Exclude<Role, "owner">,
): Promise<void> {
  await insertMember(service.database.db, { diaryId, userId: someone.userId, role });
}

/** Invites an address by mail; returns the invitation's id and the token of the link in the mail. */
export async function invite(
  service: Service,
  inviter: TestPerson,
  diaryId: string,
  email: string,
  overrides: { role?: InvitationRole; personalMessage?: string } = {},
): Promise<{ invitationId: string; token: string }> {
  const invitationId = await inviter.http.mutation(api.invitations.createInvitation, {
    diaryId,
    email,
    role: "member",
    ...overrides,
  });
  return { invitationId, token: await mailedToken(service, email) };
}

/** The token of the link in the newest unsent mail to an address. */
export async function mailedToken(service: Service, email: string): Promise<string> {
  const { rows } = await service.database.pool.query(
    "select text_body from mail_outbox where to_address = $1 order by created_at desc, id desc limit 1",
    [email.trim().toLowerCase()],
  );
  const token = /\/invitations\/([\w-]+)\/accept/.exec(rows[0]?.text_body)?.[1];
  if (!token) throw new Error(`No mail with a link for ${email}`);
  return token;
}

/** Accepts an invitation; returns the notebook's id. */
export async function acceptAs(someone: TestPerson, invitationId: string): Promise<string> {
  return (await someone.http.mutation(api.invitations.acceptInvitation, { invitationId })).diaryId;
}

/** A notebook with one person of each role, and an outsider. */
export async function careTeam(service: Service) {
  const [owner, admin, caregiver, viewer, outsider] = await Promise.all(
    ["Olga Owner", "Adam Admin", "Clara Caregiver", "Viktor Viewer", "Oskar Outsider"].map((name) =>
      createPerson(service, name),
    ),
  );
  const diaryId = await createNotebook(owner!);
  await addMember(service, diaryId, admin!, "admin");
  await addMember(service, diaryId, caregiver!, "member");
  await addMember(service, diaryId, viewer!, "extended");
  return {
    diaryId,
    owner: owner!,
    admin: admin!,
    caregiver: caregiver!,
    viewer: viewer!,
    outsider: outsider!,
  };
}

/** Makes a link without an address; returns the invitation's id and the link's token. */
export async function makeOpenLink(
  maker: TestPerson,
  diaryId: string,
  overrides: { role?: InvitationRole; forName?: string; letsInAtOnce?: boolean } = {},
): Promise<{ invitationId: string; token: string }> {
  const { invitationId, link } = await maker.http.action(api.invitations.createOpenLink, {
    proof: proofFor(maker, "invitation"),
    diaryId,
    role: "member",
    ...overrides,
  });
  return { invitationId, token: link.split("/").at(-2)! };
}
