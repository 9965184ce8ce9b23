import type { ExpressionBuilder, Kysely } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { isFullId, isShortId } from "../../lib/ids.ts";
import type { NotebookAccess, Person } from "../../server/access/gate.ts";
import { grantOf, permissionsOf, type Role, seesTeam } from "../../server/access/rules.ts";
import type { Tables } from "../../server/db/database.ts";
import { newShortId } from "../../server/db/short_ids.ts";
import { defaultNotebookName, type NotebookFields, type PersonInfo } from "./rules.ts";

/** More notebooks than anybody has; keeps the list bounded. */
const LIST_LENGTH = 500;

type Db = Kysely<Tables>;

/** The notebooks that a person is a member of, most recently changed first. */
export async function listNotebooks(db: Db, { userId }: Person) {
  const memberships = await db
    .selectFrom("members")
    .select(["diary_id", "role"])
    .where("user_id", "=", userId)
    .limit(LIST_LENGTH)
    .execute();
  const rows = await Promise.all(
    (["team", "extended"] as const).map((level) => {
      const ids = memberships
        .filter((membership) => seesTeam(membership.role as Role) === (level === "team"))
        .map((membership) => membership.diary_id);
      return ids.length === 0 ? [] : notebookRows(db, ids, userId, level);
    }),
  );
  const roles = new Map(memberships.map(({ diary_id, role }) => [diary_id, role as Role]));
  return rows
    .flat()
    .map((row) => ({ ...toNotebook(row, roles.get(row.id)!), details: { fullName: row.full_name } }))
    .sort((a, b) => b.updatedAt - a.updatedAt);
}

/** One notebook with as much of the person's information as the role sees, and what the role may do. */
export async function getNotebook(db: Db, access: NotebookAccess) {
  const [row] = await notebookRows(
    db,
    [access.diaryId],
    access.userId,
    seesTeam(access.role) ? "team" : "extended",
  );
  if (!row) return null;
  const person = await db
    .selectFrom("person_infos")
    .selectAll()
    .where("diary_id", "=", access.diaryId)
    .executeTakeFirstOrThrow();
  const whole = grantOf(access.role, "notebook.seePersonInfo") === "yes";
  return {
    ...toNotebook(row, access.role),
    details: {
      fullName: person.full_name,
      dateOfBirth: person.date_of_birth,
      emergencyContacts: person.emergency_contacts as PersonInfo["emergencyContacts"],
      ...(whole && {
        gender: person.gender,
        phoneNumber: person.phone_number,
        bloodType: person.blood_type,
        organDonor: person.organ_donor,
        allergies: person.allergies,
        conditions: person.conditions,
        familyDoctor: person.family_doctor,
        medicalHistory: person.medical_history,
        medicalConsent: person.medical_consent,
        powerOfAttorney: person.power_of_attorney,
        advanceDirectives: person.advance_directives,
        preferences: person.preferences,
        govIdInfo: person.gov_id_info,
        medicalInsurance: person.medical_insurance,
        ambulanceCover: person.ambulance_cover,
      }),
    },
    permissions: permissionsOf(access.role),
  };
}

type NotesOf = ExpressionBuilder<Tables & { n: Tables["notes"]; d: Tables["diaries"] }, "n" | "d">;

/** Counts and times of notebooks that one person sees at one level; the subqueries keep to notes they see. */
function notebookRows(db: Db, ids: string[], userId: string, level: "team" | "extended") {
  const seen = (eb: NotesOf) =>
    eb.or([
      eb("n.visibility", "in", level === "team" ? ["extended", "team"] : ["extended"]),
      eb.and([eb("n.visibility", "=", "private"), eb("n.created_by", "=", userId)]),
    ]);
  return db
    .selectFrom("diaries as d")
    .innerJoin("person_infos as p", "p.diary_id", "d.id")
    .innerJoin("members as me", (join) =>
      join.onRef("me.diary_id", "=", "d.id").on("me.user_id", "=", userId),
    )
    .leftJoin("notebook_visits as visit", (join) =>
      join.onRef("visit.diary_id", "=", "d.id").on("visit.user_id", "=", userId),
    )
    .innerJoin("members as owner", (join) =>
      join.onRef("owner.diary_id", "=", "d.id").on("owner.role", "=", "owner"),
    )
    .innerJoin("users as u", "u.id", "owner.user_id")
    .innerJoin("users as c", "c.id", "d.created_by")
    .selectAll("d")
    .select((eb) => [
      "p.full_name",
      "p.date_of_birth",
      "u.name as owner_name",
      "c.name as creator_name",
      eb
        .selectFrom("members as m")
        .whereRef("m.diary_id", "=", "d.id")
        .select((inner) => inner.fn.countAll<number>().as("count"))
        .as("member_count"),
      eb
        .selectFrom("notes as n")
        .whereRef("n.diary_id", "=", "d.id")
        .where(seen)
        .select((inner) => inner.fn.countAll<number>().as("count"))
        .as("note_count"),
      eb
        .selectFrom("notes as n")
        .whereRef("n.diary_id", "=", "d.id")
        .where(seen)
        .where(({ eb: where, fn, ref }) =>
          where("n.created_at", ">", fn.coalesce(ref("visit.last_opened_at"), ref("me.joined_at"))),
        )
        .where("n.created_by", "!=", userId)
        .select((inner) => inner.fn.countAll<number>().as("count"))
        .as("unread_count"),
      eb
        .selectFrom("notes as n")
        .whereRef("n.diary_id", "=", "d.id")
        .where(seen)
        .select((inner) => inner.fn.max("n.updated_at").as("newest"))
        .as("newest_note"),
    ])
    .where("d.id", "in", ids)
    .execute();
}

function toNotebook(row: Awaited<ReturnType<typeof notebookRows>>[number], role: Role) {
  return {
    _id: row.id,
    shortId: row.short_id,
    name: row.name,
    description: row.description,
    avatarUrl: null as string | null,
    region: row.region,
    timeZone: row.time_zone,
    isArchived: row.is_archived,
    userRole: role,
    dateOfBirth: row.date_of_birth,
    memberCount: row.member_count ?? 0,
    noteCount: row.note_count ?? 0,
    unreadCount: row.unread_count ?? 0,
    ownerName: row.owner_name,
    creator: { name: row.creator_name },
    updatedAt: Math.max(row.updated_at, (row.newest_note as number | null) ?? 0),
    _creationTime: row.created_at,
  };
}

/** Makes a notebook with its subject and its owner; returns its id. */
export async function insertNotebook(
  db: Db,
  { userId }: Person,
  notebook: NotebookFields,
  now: Date,
): Promise<string> {
  const id = uuidv7();
  await newShortId((shortId) =>
    db
      .insertInto("diaries")
      .values({
        id,
        short_id: shortId,
        name: notebook.name || defaultNotebookName(notebook.personInfo.fullName),
        description: notebook.description,
        region: notebook.region,
        time_zone: notebook.timeZone ?? "UTC",
        created_by: userId,
        created_at: now,
        updated_at: now,
      })
      .onConflict((conflict) => conflict.column("short_id").doNothing())
      .returning("id")
      .executeTakeFirst(),
  );
  await db
    .insertInto("person_infos")
    .values({ diary_id: id, ...personColumns(notebook.personInfo) })
    .execute();
  await db
    .insertInto("members")
    .values({
      id: uuidv7(),
      diary_id: id,
      user_id: userId,
      role: "owner",
      joined_at: now,
    })
    .execute();
  return id;
}

const json = (value: unknown) => (value == null ? null : JSON.stringify(value));

function personColumns(info: PersonInfo) {
  return {
    full_name: info.fullName,
    date_of_birth: info.dateOfBirth ?? null,
    gender: info.gender ?? null,
    phone_number: info.phoneNumber ?? null,
    emergency_contacts: JSON.stringify(info.emergencyContacts ?? []),
    blood_type: info.bloodType ?? null,
    organ_donor: info.organDonor ?? null,
    allergies: info.allergies ?? [],
    conditions: info.conditions ?? [],
    family_doctor: json(info.familyDoctor),
    medical_history: info.medicalHistory ?? null,
    medical_consent: json(info.medicalConsent),
    power_of_attorney: json(info.powerOfAttorney),
    advance_directives: json(info.advanceDirectives),
    preferences: info.preferences ?? null,
    gov_id_info: info.govIdInfo ?? null,
    medical_insurance: json(info.medicalInsurance),
    ambulance_cover: info.ambulanceCover ?? null,
  };
}

/** The id of a notebook by either of its ids, for the operator's command line; null when there is none. */
export async function findNotebookId(db: Db, anyId: string): Promise<string | null> {
  if (!isShortId(anyId) && !isFullId(anyId)) return null;
  const row = await db
    .selectFrom("diaries")
    .select("id")
    .where(isShortId(anyId) ? "short_id" : "id", "=", anyId)
    .executeTakeFirst();
  return row?.id ?? null;
}
