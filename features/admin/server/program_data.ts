import { sql } from "kysely";
import { CareError } from "../../../lib/errors.ts";
import { isFullId } from "../../../lib/ids.ts";
import { getShownName, readNames } from "../../../server/db/names.ts";
import { ADMIN_MESSAGES } from "../rules.ts";
import type { ProgramRow } from "../schema.ts";
import { type Db, getTableList } from "./page_data.ts";

/** Care programs, both the product's and uploaded ones. */
export const listPrograms = getTableList({
  table: "programs",
  columns: [
    "created_at",
    "name",
    "short_id",
    "category",
    "created_by",
    "is_active",
    "is_public",
    "is_official",
    "version",
    "published_at",
  ],
  async present(rows, db): Promise<ProgramRow[]> {
    const names = await readNames(
      db,
      rows.flatMap((row) => row.created_by ?? []),
    );
    return rows.map((row) => ({
      _id: row.id,
      _creationTime: row.created_at,
      name: row.name,
      shortId: row.short_id,
      category: row.category,
      creatorName: getShownName(names, row.created_by),
      isActive: row.is_active,
      isPublic: row.is_public,
      isOfficial: row.is_official,
      version: Number(row.version),
      publishedAt: row.published_at,
    }));
  },
});

/** The fields of a program that an administrator may change. */
export type ProgramEdit = {
  name?: string | undefined;
  version?: number | undefined;
  isPublic?: boolean | undefined;
  isActive?: boolean | undefined;
  isOfficial?: boolean | undefined;
};

/**
 * Updates the given fields that differ; returns the new and the previous values, without names. A program that becomes
 * public for the first time is published now. @throws CareError when the program doesn't exist or would belong to
 * nobody
 */
export async function updateProgram(
  db: Db,
  programId: string,
  edit: ProgramEdit,
  now: Date,
): Promise<{ fields: string[]; details: Record<string, unknown> }> {
  const before = isFullId(programId)
    ? await db
        .selectFrom("programs")
        .select([
          "name",
          "version",
          "is_public",
          "is_active",
          "is_official",
          "diary_id",
          "official_key",
          "published_at",
        ])
        .where("id", "=", programId)
        .forUpdate()
        .executeTakeFirst()
    : undefined;
  if (!before) throw new CareError("not-found", ADMIN_MESSAGES.programMissing);
  const was = {
    name: before.name,
    version: Number(before.version),
    isPublic: before.is_public,
    isActive: before.is_active,
    isOfficial: before.is_official,
  };
  const fields = (Object.keys(was) as (keyof typeof was)[]).filter(
    (field) => edit[field] !== undefined && edit[field] !== was[field],
  );
  if (fields.length === 0) return { fields, details: {} };
  const next = { ...was, ...Object.fromEntries(fields.map((field) => [field, edit[field]])) } as typeof was;
  if (before.official_key !== null && !next.isOfficial)
    throw new CareError("conflict", ADMIN_MESSAGES.ourProgram);
  if (before.diary_id === null && !next.isPublic && !next.isOfficial) {
    throw new CareError("conflict", ADMIN_MESSAGES.libraryProgram);
  }
  await db
    .updateTable("programs")
    .set({
      name: next.name,
      version: next.version,
      is_public: next.isPublic,
      is_active: next.isActive,
      is_official: next.isOfficial,
      ...(next.isPublic && before.published_at === null && { published_at: sql<Date>`${now}` }),
    })
    .where("id", "=", programId)
    .execute();
  const changedFields = fields.filter((field) => field !== "name");
  const details = Object.fromEntries(
    changedFields.map((field) => [field, { from: was[field], to: next[field] }]),
  );
  return { fields, details };
}
