import { type Kysely, type RawBuilder, sql } from "kysely";
import { CareError } from "../../../../lib/errors.ts";
import type { Tables } from "../../../../server/db/database.ts";
import { NOTIFICATION_MESSAGES } from "../../rules/messages.ts";
import {
  type Channel,
  type ChosenRule,
  getMode,
  KINDS_WITHOUT_NOTEBOOK,
  type Kind,
  listModes,
  type Mode,
} from "../../rules.ts";
import type { RuleAccess } from "../access.ts";

type Db = Kysely<Tables>;

/** More than anybody chooses: each kind on each channel in a hundred notebooks. */
const MAX_RULES = 5000;

type RuleRow = { diary_id: string | null; kind: string; channel: string; mode: string };

const toRule = (row: RuleRow): ChosenRule => ({
  diaryId: row.diary_id,
  kind: row.kind as Kind,
  channel: row.channel as Channel,
  mode: row.mode as Mode,
});

/** What a person has chosen, in a fixed order. */
export async function listRules(db: Db, userId: string): Promise<ChosenRule[]> {
  const rows = await db
    .selectFrom("notification_rules")
    .select(["diary_id", "kind", "channel", "mode"])
    .where("user_id", "=", userId)
    .orderBy(sql`diary_id nulls first`)
    .orderBy("kind")
    .orderBy("channel")
    .limit(MAX_RULES)
    .execute();
  return rows.map(toRule);
}

/** The choices of several people, by person. */
export async function readRules(db: Db, userIds: readonly string[]): Promise<Map<string, ChosenRule[]>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("notification_rules")
    .select(["user_id", "diary_id", "kind", "channel", "mode"])
    .where("user_id", "in", [...new Set(userIds)])
    .execute();
  const rules = new Map<string, ChosenRule[]>();
  for (const [userId, ofPerson] of Map.groupBy(rows, (row) => row.user_id))
    rules.set(userId, ofPerson.map(toRule));
  return rules;
}

/**
 * Whether a member `m` has chosen, for the notebook or for all without a choice of their own, to be notified of a kind at
 * once on any channel: as {@link getMode} for kinds that nobody is notified of at once without a choice. The two are compared
 * in rules_data.test.ts.
 */
export const hasImmediateRule = (
  m: RawBuilder<unknown>,
  kind: Kind,
): RawBuilder<boolean> => sql<boolean>`exists (
    select from notification_rules r
     where r.user_id = ${m}.user_id and r.kind = ${sql.lit(kind)} and r.mode = 'now'
       and (r.diary_id = ${m}.diary_id
            or (r.diary_id is null and not exists (
                 select from notification_rules own
                  where own.user_id = r.user_id and own.diary_id = ${m}.diary_id
                    and own.kind = r.kind and own.channel = r.channel))))`;

/** Filters the users who want mails of a kind in a notebook at once. */
export async function filterMailRecipients(
  db: Db,
  userIds: readonly string[],
  place: { diaryId: string | null; kind: Kind },
): Promise<string[]> {
  const rules = await readRules(db, userIds);
  return userIds.filter((id) => getMode(rules.get(id) ?? [], { ...place, channel: "mail" }) === "now");
}

/** Whether a user is a member of a notebook. */
export async function isMember(
  db: Db,
  { diaryId, userId }: { diaryId: string; userId: string },
): Promise<boolean> {
  const found = await db
    .selectFrom("members")
    .select("id")
    .where("diary_id", "=", diaryId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Stores a choice, or none where it is what holds anyway; null takes a choice back.
 * @throws CareError for a choice that isn't offered
 */
export async function setRule(
  db: Db,
  { userId }: RuleAccess,
  { diaryId, kind, channel, mode }: Omit<ChosenRule, "mode"> & { mode: Mode | null },
): Promise<void> {
  const offered = listModes(kind, channel);
  if (mode !== null && kind === "security")
    throw new CareError("invalid", NOTIFICATION_MESSAGES.fixed, { path: "kind" });
  if (mode !== null && !offered.includes(mode))
    throw new CareError("invalid", NOTIFICATION_MESSAGES.mode, { path: "mode" });
  if (diaryId !== null && KINDS_WITHOUT_NOTEBOOK.includes(kind))
    throw new CareError("invalid", NOTIFICATION_MESSAGES.noNotebook, { path: "diaryId" });
  const place = { diaryId, kind, channel };
  const rules = await listRules(db, userId);
  const others = rules.filter(
    (rule) => !(rule.diaryId === diaryId && rule.kind === kind && rule.channel === channel),
  );
  const present = rules.find((rule) => !others.includes(rule))?.mode ?? null;
  const wanted = mode === null || mode === getMode(others, place) ? null : mode;
  if (wanted === present) return;
  if (wanted === null) {
    await db
      .deleteFrom("notification_rules")
      .where("user_id", "=", userId)
      .where(sql<boolean>`diary_id is not distinct from ${diaryId}::uuid`)
      .where("kind", "=", kind)
      .where("channel", "=", channel)
      .execute();
    return;
  }
  await db
    .insertInto("notification_rules")
    .values({ user_id: userId, diary_id: diaryId, kind, channel, mode: wanted })
    .onConflict((conflict) =>
      conflict.columns(["user_id", "diary_id", "kind", "channel"]).doUpdateSet({ mode: wanted }),
    )
    .execute();
}
