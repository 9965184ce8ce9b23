import { isDeepStrictEqual } from "node:util";
import { type Kysely, type Selectable, sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { CareError } from "../../../lib/errors.ts";
import { isFullId, isShortId } from "../../../lib/ids.ts";
import { type NotebookAccess, type Person, readMemberships } from "../../../server/access/gate.ts";
import {
  getPermissions,
  getPermissionsOnOthers,
  may,
  type Role,
} from "../../../server/access/permissions.ts";
import { seesComment, seesItem, toReaderWithRole } from "../../../server/access/visibility.ts";
import type { LimitConfig } from "../../../server/config/door.ts";
import type { Tables } from "../../../server/db/database.ts";
import { getShownName, readNames } from "../../../server/db/names.ts";
import { insertWithShortId } from "../../../server/db/short_ids.ts";
import { readAccountLanguage } from "../../../server/words/of_account.ts";
import { runInLanguage } from "../../../server/words/texts.ts";
import { getPhotoId, getPhotoUrl } from "../../avatars/rules.ts";
import { findUsablePhoto } from "../../avatars/server/public.ts";
import { suggestNotebookName } from "../rules/suggested-name.ts";
import { NOTEBOOK_MESSAGES, type ZoneChangeMode } from "../rules.ts";
import type { NotebookFields, PersonInfo } from "../schema.ts";
import type { OwnNotebooksAccess } from "./access.ts";
import { selectComments } from "./comment_rows.ts";
import { COUNTS, countMembers, countNotes, getNewestChange, getNewestChanges } from "./newest_changes.ts";

const OPENED_AGAIN_MS = 60_000;

type Db = Kysely<Tables>;

/** All notebooks of a user, for the operator. */
export async function listPersonsNotebooks(db: Db, userId: string) {
  const memberships = await readMemberships({ db, identity: null }, userId);
  return listNotebooks(db, { userId, diaryIds: memberships.map(({ diaryId }) => diaryId) }, "");
}

/** Notebooks that a person is a member of, most recently changed first. */
export async function listNotebooks(
  db: Db,
  { userId, diaryIds }: Pick<OwnNotebooksAccess, "userId" | "diaryIds">,
  baseUrl: string,
) {
  if (diaryIds.length === 0) return [];
  const ids = [...diaryIds];
  const rows = await notebookRows(db, ids, userId);
  const names = await readNames(db, rows.flatMap(getPersonIds));
  return rows
    .map((row) => ({ ...toNotebook(row, names, baseUrl), details: { fullName: row.full_name } }))
    .sort((a, b) => b.updatedAt - a.updatedAt);
}

/**
 * One notebook with the person's fields that the role sees, and the role's permissions. `version` counts the changes of
 * the notebook's information.
 */
export async function getNotebook(db: Db, access: NotebookAccess, baseUrl: string) {
  const [row] = await notebookRows(db, [access.diaryId], access.userId);
  if (!row) return null;
  const person = await readPerson(db, access);
  const { fullName, dateOfBirth, emergencyContacts } = person;
  const whole = may(access.role, "notebook.seePersonInfo");
  return {
    ...toNotebook(row, await readNames(db, getPersonIds(row)), baseUrl),
    version: row.version,
    details: { fullName, dateOfBirth, emergencyContacts, ...(whole && person) },
    /** The permissions that include other people's items, such as their comments. */
    permissionsOnOthers: getPermissionsOnOthers(access.role, getSwitches(row)),
    ...getSwitches(row),
  };
}

async function readPerson(db: Db, { diaryId }: NotebookAccess) {
  const row = await db
    .selectFrom("person_infos")
    .selectAll()
    .where("diary_id", "=", diaryId)
    .executeTakeFirstOrThrow();
  return toPerson(row);
}

/**
 * Counts and times of notebooks as one member sees them, in one statement for all of them. Each table has its own
 * alias, so that dependency tracking distinguishes the rows of notebooks.
 */
function notebookRows(db: Db, ids: string[], userId: string) {
  const reader = toReaderWithRole("me.role", userId);
  const since = sql<number>`coalesce(visit.last_opened_at, me.joined_at)`;
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
    .innerJoinLateral(
      (eb) => countMembers(eb).as("team"),
      (join) => join.onTrue(),
    )
    .innerJoinLateral(
      (eb) =>
        countNotes(eb, reader)
          .select(
            sql<number>`count(*) filter (where n.created_at > ${since} and n.created_by <> ${userId})`.as(
              "unread",
            ),
          )
          .as("written"),
      (join) => join.onTrue(),
    )
    .innerJoinLateral(
      (eb) =>
        selectComments(eb, "k")
          .whereRef("kc.diary_id", "=", "d.id")
          .where(sql<boolean>`kc.created_at > ${since}`)
          .where("kc.created_by", "!=", userId)
          .where(seesComment("kc", reader))
          .where(seesItem("kn", reader, "kt"))
          .select(({ fn }) => fn.countAll<number>().as("unread"))
          .as("said"),
      (join) => join.onTrue(),
    )
    .selectAll("d")
    .select((eb) => [
      "me.role",
      "visit.last_opened_at",
      "p.full_name",
      "p.date_of_birth",
      "owner.user_id as owner_id",
      ...COUNTS,
      "written.unread as unread_notes",
      "said.unread as unread_comments",
      ...getNewestChanges(eb, reader),
    ])
    .where("d.id", "in", ids)
    .execute();
}

type NotebookRow = Awaited<ReturnType<typeof notebookRows>>[number];

/** The user ids whose names a notebook's row needs. */
const getPersonIds = (row: NotebookRow): string[] => [row.owner_id, row.created_by];

function toNotebook(row: NotebookRow, names: ReadonlyMap<string, string>, baseUrl: string) {
  return {
    _id: row.id,
    shortId: row.short_id,
    name: row.name,
    description: row.description,
    avatarUrl: row.avatar_id && getPhotoUrl(baseUrl, row.avatar_id),
    region: row.region,
    timeZone: row.time_zone,
    isArchived: row.is_archived,
    isKeptOnDevices: row.is_kept_on_devices,
    userRole: row.role as Role,
    /** The reader's rights here, at least with some items; screens show their buttons accordingly. */
    permissions: getPermissions(row.role as Role, getSwitches(row)),
    dateOfBirth: row.date_of_birth,
    memberCount: row.member_count,
    noteCount: row.note_count,
    /** Notes and comments by others since the last visit or, before the first one, since joining. */
    unreadCount: row.unread_notes + row.unread_comments,
    ownerName: getShownName(names, row.owner_id),
    creator: { name: getShownName(names, row.created_by) },
    updatedAt: getNewestChange(row),
    _creationTime: row.created_at,
  };
}

/** The notebook's permissions beyond the roles. */
const getSwitches = (row: NotebookRow) => ({ caregiversEditPlans: row.caregivers_edit_plans });

/** @throws CareError when the person has made as many notebooks as the operator allows; null for no limit */
export async function refuseTooMany(
  db: Db,
  { userId }: Person,
  { notebooksPerPerson }: Pick<LimitConfig, "notebooksPerPerson">,
): Promise<void> {
  if (notebooksPerPerson === null) return;
  const made = await db
    .selectFrom("diaries")
    .select("id")
    .where("created_by", "=", userId)
    .limit(notebooksPerPerson)
    .execute();
  if (made.length < notebooksPerPerson) return;
  throw new CareError("limit", NOTEBOOK_MESSAGES.tooMany(notebooksPerPerson));
}

type RequestContext = { now: Date; baseUrl: string };

/** Creates a notebook with its subject and its owner; returns its id. */
export async function insertNotebook(
  db: Db,
  person: Person,
  notebook: NotebookFields,
  { now, baseUrl }: RequestContext,
): Promise<string> {
  const { userId } = person;
  const id = uuidv7();
  if (notebook.timeZone) await checkTimeZone(db, notebook.timeZone);
  const avatarId = notebook.avatarUrl
    ? await findUsablePhoto(db, person, getPhotoId(baseUrl, notebook.avatarUrl))
    : null;
  const columns = await getNotebookColumns(db, person, notebook);
  await insertWithShortId((shortId) =>
    db
      .insertInto("diaries")
      .values({
        id,
        short_id: shortId,
        ...columns,
        time_zone: notebook.timeZone ?? "UTC",
        avatar_id: avatarId,
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
    .values({ diary_id: id, ...personColumns(toPersonRow(notebook.personInfo)) })
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

/**
 * Updates a notebook's information; photo and time zone stay when omitted. When the time zone changes, whole days stay,
 * and future tasks with times keep their local time or their moment. Returns the names of the changed fields; writes
 * nothing when there are none.
 * @throws CareError when another user has changed it since the editor read `baseVersion`
 */
export async function updateNotebook(
  db: Db,
  access: NotebookAccess,
  notebook: NotebookFields,
  {
    baseVersion,
    timedTasksKeep,
    now,
    baseUrl,
  }: RequestContext & {
    baseVersion: number | undefined;
    timedTasksKeep: ZoneChangeMode;
  },
): Promise<string[]> {
  const before = await db
    .selectFrom("diaries")
    .select(["name", "description", "region", "time_zone", "avatar_id", "version"])
    .where("id", "=", access.diaryId)
    // Concurrent saves are serialized here.
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (baseVersion !== undefined && baseVersion !== before.version) {
    throw new CareError("conflict", NOTEBOOK_MESSAGES.changedMeanwhile);
  }
  if (notebook.timeZone && notebook.timeZone !== before.time_zone) await checkTimeZone(db, notebook.timeZone);
  const columns = {
    ...(await getNotebookColumns(db, access, notebook)),
    time_zone: notebook.timeZone ?? before.time_zone,
    avatar_id: await photoAfter(db, access, notebook.avatarUrl, before.avatar_id, baseUrl),
  };
  const person = toPersonRow(notebook.personInfo);
  const changed = [
    ...differences(wireNames(before), wireNames(columns)),
    ...differences(await readPerson(db, access), toPerson(person)).map((field) => `personInfo.${field}`),
  ];
  if (changed.length === 0) return [];
  await db
    .updateTable("person_infos")
    .set(personColumns(person))
    .where("diary_id", "=", access.diaryId)
    .execute();
  await db
    .updateTable("diaries")
    .set({ ...columns, version: before.version + 1, updated_at: now })
    .where("id", "=", access.diaryId)
    .execute();
  if (before.time_zone !== columns.time_zone) {
    const { diaryId } = access;
    await (timedTasksKeep === "hour"
      ? sql`select keep_hours_of_tasks(${diaryId}::uuid, ${before.time_zone}, ${now})`
      : sql`select keep_moments_of_series(${diaryId}::uuid, ${before.time_zone})`
    ).execute(db);
  }
  if (before.avatar_id !== columns.avatar_id) await deletePhoto(db, before.avatar_id);
  return changed;
}

const getNotebookColumns = async (
  db: Db,
  { userId }: Pick<Person, "userId">,
  { name, description, region, personInfo }: NotebookFields,
) => ({
  name:
    name ||
    runInLanguage(await readAccountLanguage(db, userId), () => suggestNotebookName(personInfo.fullName)),
  description,
  region,
});

type InfoColumns = Awaited<ReturnType<typeof getNotebookColumns>> & {
  time_zone: string;
  avatar_id: string | null;
};

const wireNames = ({ name, description, region, time_zone, avatar_id }: InfoColumns) => ({
  name,
  description,
  region,
  timeZone: time_zone,
  avatarUrl: avatar_id,
});

function differences<T extends object>(before: T, after: T): string[] {
  return (Object.keys(after) as (keyof T & string)[]).filter(
    (field) => !isDeepStrictEqual(before[field], after[field]),
  );
}

async function photoAfter(
  db: Db,
  access: NotebookAccess,
  url: string | null | undefined,
  before: string | null,
  baseUrl: string,
): Promise<string | null> {
  if (url === undefined) return before;
  if (!url) return null;
  if (before !== null && url === getPhotoUrl(baseUrl, before)) return before;
  return findUsablePhoto(db, access, getPhotoId(baseUrl, url));
}

/** Triggers remove its files, see `avatars_leave_files`. */
async function deletePhoto(db: Db, id: string | null): Promise<void> {
  if (id !== null) await db.deleteFrom("avatars").where("id", "=", id).execute();
}

/** Sets a switch of the notebook; returns whether that changed anything. */
export async function setSwitch(
  db: Db,
  { diaryId }: NotebookAccess,
  name: "is_archived" | "is_kept_on_devices",
  isOn: boolean,
): Promise<boolean> {
  const changed = await db
    .updateTable("diaries")
    .set({ [name]: isOn })
    .where("id", "=", diaryId)
    .where(name, "!=", isOn)
    .returning("id")
    .executeTakeFirst();
  return changed !== undefined;
}

/** Deletes a notebook with everything in it and its photo. */
export async function deleteNotebook(db: Db, access: NotebookAccess): Promise<void> {
  const { avatar_id } = await db
    .deleteFrom("diaries")
    .where("id", "=", access.diaryId)
    .returning("avatar_id")
    .executeTakeFirstOrThrow();
  await deletePhoto(db, avatar_id);
}

/** Records that a member has opened the notebook; at most once a minute while there is nothing new to them. */
export async function markOpened(db: Db, access: NotebookAccess, now: Date): Promise<void> {
  const [row] = await notebookRows(db, [access.diaryId], access.userId);
  if (!row) return;
  const isNew = row.unread_notes + row.unread_comments > 0;
  const lately = row.last_opened_at !== null && now.getTime() - row.last_opened_at < OPENED_AGAIN_MS;
  if (lately && !isNew) return;
  await db
    .insertInto("notebook_visits")
    .values({ diary_id: access.diaryId, user_id: access.userId, last_opened_at: now })
    .onConflict((conflict) => conflict.columns(["diary_id", "user_id"]).doUpdateSet({ last_opened_at: now }))
    .execute();
}

type PersonRow = Omit<Selectable<Tables["person_infos"]>, "diary_id">;

function toPerson(row: PersonRow) {
  return {
    fullName: row.full_name,
    dateOfBirth: row.date_of_birth,
    gender: row.gender as PersonInfo["gender"],
    phoneNumber: row.phone_number,
    emergencyContacts: row.emergency_contacts as NonNullable<PersonInfo["emergencyContacts"]>,
    bloodType: row.blood_type as PersonInfo["bloodType"],
    organDonor: row.organ_donor,
    allergies: row.allergies,
    conditions: row.conditions,
    familyDoctor: row.family_doctor as PersonInfo["familyDoctor"],
    medicalHistory: row.medical_history,
    medicalConsent: row.medical_consent as PersonInfo["medicalConsent"],
    powerOfAttorney: row.power_of_attorney as PersonInfo["powerOfAttorney"],
    advanceDirectives: row.advance_directives as PersonInfo["advanceDirectives"],
    preferences: row.preferences,
    language: row.language,
    govIdInfo: row.gov_id_info,
    medicalInsurance: row.medical_insurance as PersonInfo["medicalInsurance"],
    ambulanceCover: row.ambulance_cover,
  };
}

/** The person's row as it will read after being stored. */
function toPersonRow(info: PersonInfo): PersonRow {
  return {
    full_name: info.fullName,
    date_of_birth: info.dateOfBirth ?? null,
    gender: info.gender ?? null,
    phone_number: info.phoneNumber ?? null,
    emergency_contacts: info.emergencyContacts ?? [],
    blood_type: info.bloodType ?? null,
    organ_donor: info.organDonor ?? null,
    allergies: info.allergies ?? [],
    conditions: info.conditions ?? [],
    family_doctor: info.familyDoctor ?? null,
    medical_history: info.medicalHistory ?? null,
    medical_consent: info.medicalConsent ?? null,
    power_of_attorney: info.powerOfAttorney ?? null,
    advance_directives: info.advanceDirectives ?? null,
    preferences: info.preferences ?? null,
    language: info.language ?? null,
    gov_id_info: info.govIdInfo ?? null,
    medical_insurance: info.medicalInsurance ?? null,
    ambulance_cover: info.ambulanceCover ?? null,
  };
}

const json = (value: unknown) => (value === null ? null : JSON.stringify(value));

function personColumns(row: PersonRow) {
  return {
    ...row,
    emergency_contacts: JSON.stringify(row.emergency_contacts),
    family_doctor: json(row.family_doctor),
    medical_consent: json(row.medical_consent),
    power_of_attorney: json(row.power_of_attorney),
    advance_directives: json(row.advance_directives),
    medical_insurance: json(row.medical_insurance),
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

/** Throws a CareError for a time zone that this PostgreSQL doesn't know: its list may be older than ours. */
async function checkTimeZone(db: Db, timeZone: string): Promise<void> {
  const { rows } = await sql<{ known: boolean }>`select is_time_zone(${timeZone}) as known`.execute(db);
  if (!rows[0]!.known) throw new CareError("invalid", NOTEBOOK_MESSAGES.timeZone, { path: "timeZone" });
}
