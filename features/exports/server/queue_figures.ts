import { randomBytes, randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { ExportFormat } from "../../../lib/export-formats.ts";
import { COUNTED_TO } from "../../../lib/queues.ts";
import type { Database } from "../../../server/db/database.ts";
import type { ExportAudience } from "../../../server/exports.ts";
import { countUpTo, getEpochMs, getSecondsSince, type Queue } from "../../../server/jobs/queue.ts";
import { getFileKeyPlace } from "../../../server/storage/received.ts";
import { FILE_KEY_LENGTH } from "../../../server/storage/sealed_stream.ts";
import type { Vault } from "../../../server/vault/vault.ts";
import type { ExportFailure } from "../rules.ts";

type Db = Pick<Database, "db">;

/** The state of waiting exports. */
export const QUEUE: Queue = {
  name: "exports",
  waiting: countUpTo("from exports where status = 'making'"),
  oldestSeconds: getSecondsSince(
    "select created_at from exports where status = 'making' order by created_at limit 1",
  ),
  failing: `(select count(*) filter (where attempts > 1)
    from (select attempts from exports where status = 'making' order by created_at limit ${COUNTED_TO}) first)::int`,
  failedInDay: countUpTo("from exports where status = 'failed' and created_at > now() - interval '1 day'"),
  lastSuccess: getEpochMs(
    "select generated_at from exports where generated_at is not null order by generated_at desc limit 1",
  ),
};

/** Longer than the largest export takes on a slow machine. */
const CLAIM_MINUTES = 5;
const ATTEMPTS = 3;
/** How long an expired export's row stays after its file is removed. */
const EXPIRED_DAYS = 60;

const claimEnd = sql<Date>`now() + ${sql.lit(CLAIM_MINUTES)} * interval '1 minute'`;

/** An export that this node has claimed. */
export type Claim = {
  exportId: string;
  diaryId: string;
  kind: string;
  subjectId: string;
  makerId: string;
  format: ExportFormat;
  /** As the kind's schema gave them. */
  parameters: unknown;
  /** New for each attempt, so that it identifies the claim. */
  objectName: string;
  attempts: number;
};

/** Whether an export of these kinds waits for a node. */
export const isExportDue = (kinds: readonly string[]) => sql<boolean>`exists (
    select from exports
     where status = 'making' and kind = any(${[...kinds]}) and attempts < ${sql.lit(ATTEMPTS)}
       and coalesce(claimed_until, '-infinity') <= now())`;

/**
 * Claims the oldest queued export of a kind that this node knows, or null. A file of an earlier attempt is queued for
 * removal.
 */
export async function claimExport({ db }: Db, kinds: readonly string[]): Promise<Claim | null> {
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom("exports as e")
      .selectAll("e")
      .where("e.status", "=", "making")
      .where("e.kind", "in", [...kinds])
      .where("e.attempts", "<", ATTEMPTS)
      .where(sql<boolean>`coalesce(e.claimed_until, '-infinity') <= now()`)
      .orderBy("e.created_at")
      .limit(1)
      .forUpdate("e")
      .skipLocked()
      .executeTakeFirst();
    if (!row) return null;
    if (row.object_name) {
      // The previous node may be slow, not dead.
      await sql`insert into file_removals (name, not_before) values (${row.object_name}, ${claimEnd})
                on conflict do nothing`.execute(trx);
    }
    const objectName = `exports/${randomUUID()}`;
    await trx
      .updateTable("exports")
      .set({
        attempts: row.attempts + 1,
        claimed_until: claimEnd,
        object_name: objectName,
        file_key: null,
        progress: 5,
      })
      .where("id", "=", row.id)
      .execute();
    return {
      exportId: row.id,
      kind: row.kind,
      subjectId: row.subject_id,
      makerId: row.generated_by,
      format: row.format as ExportFormat,
      parameters: row.parameters,
      objectName,
      diaryId: row.diary_id,
      attempts: row.attempts + 1,
    };
  });
}

/** Creates a key for the claim's file, stored sealed with the notebook's data key. */
export async function keepFileKey(db: Db, vault: Vault, claim: Claim): Promise<Buffer> {
  const fileKey = randomBytes(FILE_KEY_LENGTH);
  await db.db.transaction().execute(async (trx) => {
    const sealed = await vault.seal(trx, claim.diaryId, getFileKeyPlace(claim.objectName), fileKey);
    await ownClaim({ db: trx }, claim).set({ file_key: sealed }).execute();
  });
  return fileKey;
}

/** Matches only this claim's attempt, and only while the export isn't finished. */
const ownClaim = ({ db }: Db, { exportId, objectName }: Claim) =>
  db
    .updateTable("exports")
    .where("id", "=", exportId)
    .where("object_name", "=", objectName)
    .where("status", "=", "making");

/**
 * Stores who may see the composed export, before there is a file: its maker's role may have changed since the request.
 */
export async function keepAudience(db: Db, claim: Claim, audience: ExportAudience): Promise<void> {
  await ownClaim(db, claim).set({ audience, progress: 40 }).execute();
}

/** Stores the progress in percent, for its watchers. */
export async function showProgress(db: Db, claim: Claim, progress: number): Promise<void> {
  await ownClaim(db, claim).set({ progress }).execute();
}

/** Marks the export as ready. Does nothing when it was deleted or claimed by another node; then the file is swept. */
export async function finishExport(db: Db, claim: Claim, sizeBytes: number): Promise<void> {
  await ownClaim(db, claim)
    .set({
      status: "ready",
      progress: 100,
      size_bytes: sizeBytes,
      generated_at: sql`now()`,
      claimed_until: null,
      failure: null,
    })
    .execute();
}

/** Marks the export as failed; with `again` it is queued for another attempt, up to the limit of attempts. */
export async function failExport(
  { db }: Db,
  claim: Claim,
  { failure, again }: { failure: ExportFailure; again: boolean },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const isOver = !again || claim.attempts >= ATTEMPTS;
    const row = await ownClaim({ db: trx }, claim)
      .set(
        isOver
          ? { status: "failed", failure, object_name: null, file_key: null, claimed_until: null }
          : // The next poll takes it some seconds from now.
            { claimed_until: sql`now() + ${claim.attempts} * interval '5 seconds'` },
      )
      .returning("id")
      .executeTakeFirst();
    if (row && isOver) {
      await trx
        .insertInto("file_removals")
        .values({ name: claim.objectName })
        .onConflict((on) => on.doNothing())
        .execute();
    }
  });
}

/** Lets an export wait a minute for the storage, which isn't an attempt; it fails when that takes more than a day. */
export async function postponeExport(db: Db, claim: Claim): Promise<void> {
  const { numUpdatedRows } = await ownClaim(db, claim)
    .set({ attempts: claim.attempts - 1, claimed_until: sql`now() + interval '1 minute'` })
    .where(sql<boolean>`created_at > now() - interval '1 day'`)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) await failExport(db, claim, { failure: "failed", again: false });
}

/** Expires old exports: removes their files, keeps their rows for a while. Fails exports that no node could finish. */
export async function expireExports({ db }: Db): Promise<void> {
  await sql`
    with over as (
      select id, object_name from exports
       where status = 'ready' and expires_at <= now() for update skip locked
    ), noted as (
      insert into file_removals (name) select object_name from over where object_name is not null on conflict do nothing
    )
    update exports e set status = 'expired', object_name = null, file_key = null
      from over where e.id = over.id`.execute(db);
  await sql`
    with lost as (
      select id, object_name from exports
       where status = 'making' and attempts >= ${ATTEMPTS} and claimed_until <= now() for update skip locked
    ), noted as (
      insert into file_removals (name, not_before) select object_name, ${claimEnd} from lost where object_name is not null
      on conflict do nothing
    )
    update exports e
       set status = 'failed', failure = 'failed', object_name = null, file_key = null, claimed_until = null
      from lost where e.id = lost.id`.execute(db);
  await sql`delete from exports where expires_at < now() - ${EXPIRED_DAYS} * interval '1 day'`.execute(db);
}
