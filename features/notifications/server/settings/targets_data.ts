import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../../server/db/database.ts";
import { type Channel, type Detail, MAX_TARGETS } from "../../rules.ts";
import type { TargetAccess } from "../access.ts";

type Db = Kysely<Tables>;

/** Lists a user's devices and other targets, in the order of their addition, without the address of the account. */
export async function listTargets(db: Db, userId: string) {
  const rows = await db
    .selectFrom("notification_targets")
    .select([
      "id",
      "channel",
      "endpoint_hash",
      "label",
      "detail",
      "created_at",
      "last_ok",
      "failures",
      "disabled_at",
    ])
    .where("user_id", "=", userId)
    .where("channel", "!=", "mail")
    .orderBy("created_at")
    .orderBy("id")
    .limit(MAX_TARGETS)
    .execute();
  return rows.map((row) => ({
    _id: row.id,
    channel: row.channel as Channel,
    endpointHash: row.channel === "push" ? row.endpoint_hash.toString("hex") : null,
    label: row.label,
    detail: row.detail as Detail | null,
    lastOk: row.last_ok,
    failures: row.failures,
    disabledAt: row.disabled_at,
    _creationTime: row.created_at,
  }));
}

/** Changes the given fields; writes nothing when nothing has changed. */
export async function changeTarget(
  db: Db,
  { userId, targetId }: TargetAccess,
  { label, detail }: { label?: string | undefined; detail?: Detail | null | undefined },
): Promise<void> {
  const columns = { ...(label !== undefined && { label }), ...(detail !== undefined && { detail }) };
  const entries = Object.entries(columns);
  if (entries.length === 0) return;
  await db
    .updateTable("notification_targets")
    .set(columns)
    .where("id", "=", targetId)
    .where("user_id", "=", userId)
    .where(({ or }) =>
      or(entries.map(([column, value]) => sql<boolean>`${sql.ref(column)} is distinct from ${value}`)),
    )
    .execute();
}

/** Removes a target with its waiting deliveries. */
export async function removeTarget(db: Db, { userId, targetId }: TargetAccess): Promise<void> {
  await db
    .deleteFrom("notification_targets")
    .where("id", "=", targetId)
    .where("user_id", "=", userId)
    .execute();
}

/** Sends nothing to browsers until they subscribe again; returns how many there are. For a new key of the server. */
export async function disablePushDevices(db: Db): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("notification_targets")
    .set({ disabled_at: sql<Date>`now()` })
    .where("channel", "=", "push")
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** The browsers of a person with their sealed subscriptions, those that are disabled too, in the order of being added. */
export async function listPushDevices(db: Db, userId: string) {
  const rows = await db
    .selectFrom("notification_targets")
    .select(["id", "label", "sealed", "disabled_at"])
    .where("user_id", "=", userId)
    .where("channel", "=", "push")
    .orderBy("created_at")
    .orderBy("id")
    .limit(MAX_TARGETS)
    .execute();
  return rows.map(({ id, label, sealed, disabled_at }) => ({
    id,
    label,
    sealed: sealed!,
    disabledAt: disabled_at,
  }));
}

/** How many browsers have subscribed, and to how many of them nothing is sent any more. */
export async function countPushDevices(db: Db): Promise<{ all: number; disabled: number }> {
  return db
    .selectFrom("notification_targets")
    .select([
      sql<number>`count(*)::int`.as("all"),
      sql<number>`count(*) filter (where disabled_at is not null)::int`.as("disabled"),
    ])
    .where("channel", "=", "push")
    .executeTakeFirstOrThrow();
}
