import type { ExpressionBuilder, Kysely } from "kysely";
import { listLevelsSeen } from "../../../../lib/visibility.ts";
import type { Tables } from "../../../../server/db/database.ts";
import { getNamedPeople, getShownName, readNames } from "../../../../server/db/names.ts";
import type { Vault } from "../../../../server/vault/vault.ts";
import type { NotePart, NoteType } from "../../rules.ts";
import type { VersionsAccess } from "../public.ts";
import { createOpener, openWhole, presentFacts } from "../public.ts";

/** How many former versions a history lists: the newest ones. */
const VERSIONS_LISTED = 200;

type Db = Kysely<Tables>;

/**
 * The versions of a note that the reader may see, newest first, including the current one. Each has its author, its
 * time (epoch ms) and its changes.
 */
export async function listVersions(db: Db, access: VersionsAccess) {
  const present = await selectPresent(db, access).executeTakeFirst();
  if (!present) return [];
  const former = await db
    .selectFrom("note_versions as v")
    .select(["v.version", "v.written_by", "v.written_at", "v.changed", "v.visibility"])
    .where("v.note_id", "=", access.noteId)
    .where("v.diary_id", "=", access.diaryId)
    .where((eb) => visibleVersions(eb, access))
    .orderBy("v.version", "desc")
    // One more than shown, to compare the last one with.
    .limit(VERSIONS_LISTED + 1)
    .execute();
  const rows = [present, ...former];
  const names = await readNames(
    db,
    rows.map((row) => row.written_by),
  );
  return rows.slice(0, VERSIONS_LISTED + 1).map((row, i) => ({
    version: row.version,
    writerId: row.written_by,
    writerName: getShownName(names, row.written_by),
    writtenAt: row.written_at,
    changed: changedSince(row, rows[i + 1]),
    isPresent: row === present,
  }));
}

/** After versions that the reader may not see, they only learn that the note became visible. */
function changedSince(row: { version: number; changed: string[] }, before: { version: number } | undefined) {
  const followsHidden = row.version > 1 && before?.version !== row.version - 1;
  return (followsHidden ? ["visibility"] : row.changed) as NotePart[];
}

/** One whole version, or null when there is none that the reader may see. */
export async function getVersion(db: Db, access: VersionsAccess, vault: Vault, version: number) {
  const present = await selectPresent(db, access).executeTakeFirst();
  if (!present) return null;
  const former =
    version === present.version
      ? present
      : await db
          .selectFrom("note_versions as v")
          .selectAll()
          .where("v.note_id", "=", access.noteId)
          .where("v.diary_id", "=", access.diaryId)
          .where("v.version", "=", version)
          .where((eb) => visibleVersions(eb, access))
          .executeTakeFirst();
  if (!former) return null;
  const stored = { ...former, id: access.noteId, type: present.type };
  const open = await createOpener(vault, db, access.diaryId, [stored]);
  const { title, content } = openWhole(stored, open);
  const names = await readNames(db, [former.written_by, ...former.mentions]);
  return {
    version,
    type: present.type as NoteType,
    ...presentFacts({ ...former, time_zone: present.time_zone }, title),
    isLost: title === undefined,
    content,
    mentioned: getNamedPeople(names, former.mentions),
    writerId: former.written_by,
    writerName: getShownName(names, former.written_by),
    writtenAt: former.written_at,
    isPresent: former === present,
  };
}

/** The note itself as its newest version. */
function selectPresent(db: Db, access: VersionsAccess) {
  return db
    .selectFrom("notes as r")
    .innerJoin("diaries as d", "d.id", "r.diary_id")
    .select([
      "r.type",
      "r.version",
      "r.title",
      "r.content",
      "r.sealed_head",
      "r.sealed_content",
      "r.changed",
      "r.note_day",
      "r.note_time",
      "r.mentions",
      "d.time_zone",
      "r.visibility",
      "r.tags",
      "r.updated_by as written_by",
      "r.updated_at as written_at",
    ])
    .where("r.id", "=", access.noteId)
    .where("r.diary_id", "=", access.diaryId)
    .where("d.id", "=", access.diaryId);
}

/**
 * A user who sees the note now also sees its versions whose visibility included their role; private versions stay
 * visible only to their author. See docs/how/versions-and-search.md.
 */
function visibleVersions(
  eb: ExpressionBuilder<Tables & { v: Tables["note_versions"] }, "v">,
  { seesTeam, isAuthor }: VersionsAccess,
) {
  return eb("v.visibility", "in", listLevelsSeen(seesTeam, isAuthor));
}
