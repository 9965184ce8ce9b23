import { type Kysely, sql } from "kysely";
import { dayStart } from "../../../lib/zone-day.ts";
import type { Tables } from "../../../server/db/database.ts";
import { nameOf, namesOf } from "../../../server/db/names.ts";
import type { Vault } from "../../../server/vault/vault.ts";
import type { Visibility } from "../../notes/rules.ts";
import type { NotesAccess, NotesBeforeAccess } from "../../notes/server/public.ts";
import { newerLists, openContent, openerFor, openHead, seesNote } from "../../notes/server/public.ts";
import type { MedicationContent } from "../schema.ts";

type Db = Kysely<Tables>;

/** The newest list of medications that the reader sees, or null; see `newerList` for one that they don't see. */
export async function latestMedications(db: Db, access: NotesAccess, vault: Vault) {
  const latest = await present(db, access, vault, await selectNewest(db, access).executeTakeFirst());
  if (!latest) return null;
  // Shared lists are always visible to the team.
  const newer = access.seesTeam ? null : await newerLists(db, access, [latest._id]);
  return { ...latest, newerList: newer?.get(latest._id) ?? null };
}

/** The list before a note's own, or null: of an earlier day, or of the same day but written earlier. */
export async function formerMedications(db: Db, access: NotesBeforeAccess, vault: Vault) {
  const note = await db
    .selectFrom("notes")
    .select("note_day")
    .where("id", "=", access.noteId)
    .where("diary_id", "=", access.diaryId)
    .executeTakeFirst();
  if (!note) return null;
  const former = await selectNewest(db, access)
    .where(sql<boolean>`(r.note_day, r.id) < (${note.note_day}::date, ${access.noteId}::uuid)`)
    .executeTakeFirst();
  return present(db, access, vault, former);
}

function selectNewest(db: Db, access: NotesAccess) {
  return (
    db
      .selectFrom("notes as r")
      .innerJoin("diaries as d", "d.id", "r.diary_id")
      .select([
        "r.id",
        "r.short_id",
        "r.version",
        "r.title",
        "r.content",
        "r.sealed_head",
        "r.sealed_content",
        "r.note_day",
        "d.time_zone",
        "r.visibility",
        "r.is_encrypted",
        "r.created_by",
        "r.updated_at",
      ])
      .where("r.diary_id", "=", access.diaryId)
      .where("d.id", "=", access.diaryId)
      // A literal, so that PostgreSQL matches the partial index of these lists.
      .where("r.type", "=", sql.lit("current-medications"))
      .where(seesNote("r", access))
      .orderBy("r.note_day", "desc")
      .orderBy("r.id", "desc")
      .limit(1)
  );
}

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof selectNewest>["executeTakeFirst"]>>>;

async function present(db: Db, access: NotesAccess, vault: Vault, row: Row | undefined) {
  if (!row) return null;
  const open = await openerFor(vault, db, access.diaryId, [row]);
  const head = openHead(row, open);
  const content = openContent(row, open) as MedicationContent | null;
  const names = await namesOf(db, [row.created_by]);
  const noteDate = dayStart(row.note_day, row.time_zone);
  return {
    _id: row.id,
    shortId: row.short_id,
    title: head?.title ?? "",
    medications: content?.data.medications ?? [],
    snapshotDate: content?.data.snapshotDate ?? noteDate,
    summary: content?.data.summary ?? "",
    noteDay: row.note_day,
    noteDate,
    visibility: row.visibility as Visibility,
    isEncrypted: row.is_encrypted,
    /** Whether the list is encrypted with a destroyed key. */
    isLost: content === null,
    creatorId: row.created_by,
    creatorName: nameOf(names, row.created_by),
    updatedAt: row.updated_at,
  };
}
