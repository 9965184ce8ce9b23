import { type Kysely, sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { CareError } from "../../../lib/errors.ts";
import { isFullId } from "../../../lib/ids.ts";
import type { Message } from "../../../lib/words/message.ts";
import type { NotebookAccess } from "../../../server/access/gate.ts";
import type { Role } from "../../../server/access/permissions.ts";
import type { Tables } from "../../../server/db/database.ts";
import { getShownName, readNames } from "../../../server/db/names.ts";
import { runPipelined } from "../../../server/db/pipelined.ts";
import { ESCALATED_KINDS, ESCALATION_MESSAGES, type EscalatedKind, type EscalationSetup } from "../rules.ts";
import { isLeading, mayBeNotified } from "./roles.ts";

type Db = Kysely<Tables>;

/** Bounds the list of people; no notebook has more members. */
const MAX_MEMBERS = 1000;

/**
 * Returns a notebook's setup of each kind, the members who can be in it, and whether it breaks the caller's quiet
 * hours.
 */
export async function getEscalation(db: Db, { diaryId, userId }: NotebookAccess) {
  const [plans, members, exception, settings] = await runPipelined(
    db
      .selectFrom("escalation_plans")
      .select(["kind", "setup", "version", "changed_by", "changed_at"])
      .where("diary_id", "=", diaryId)
      .execute(),
    db
      .selectFrom("members")
      .select(["user_id", "role"])
      .where("diary_id", "=", diaryId)
      .orderBy("joined_at")
      .orderBy("id")
      .limit(MAX_MEMBERS)
      .execute(),
    db
      .selectFrom("quiet_exceptions")
      .select("diary_id")
      .where("user_id", "=", userId)
      .where("diary_id", "=", diaryId)
      .executeTakeFirst(),
    db
      .selectFrom("notification_settings")
      .select(["quiet_from", "urgent_breaks_quiet"])
      .where("user_id", "=", userId)
      .executeTakeFirst(),
  );
  const names = await readNames(db, [
    ...members.map(({ user_id }) => user_id),
    ...plans.map(({ changed_by }) => changed_by),
  ]);
  const roles = new Map(members.map(({ user_id, role }) => [user_id, role as Role]));
  return {
    plans: ESCALATED_KINDS.map((kind) => {
      const plan = plans.find((row) => row.kind === kind);
      const setup = (plan?.setup ?? null) as EscalationSetup | null;
      return {
        kind,
        setup: setup && {
          ...setup,
          people: setup.people.map(({ userId: id, waitMinutes }) => {
            const role = roles.get(id);
            return {
              userId: id,
              waitMinutes,
              name: role ? getShownName(names, id) : null,
              isTold: role !== undefined && mayBeNotified(role, kind),
            };
          }),
        },
        version: plan?.version ?? 0,
        changedBy: getShownName(names, plan?.changed_by ?? null),
        changedAt: plan?.changed_at ?? null,
      };
    }),
    people: members
      .filter(
        ({ role }) => mayBeNotified(role as Role, "task-due") || mayBeNotified(role as Role, "dose-due"),
      )
      .map(({ user_id, role }) => ({
        userId: user_id,
        name: getShownName(names, user_id),
        leads: isLeading(role as Role),
      })),
    breaksQuiet: exception !== undefined,
    breaksQuietEverywhere: settings?.urgent_breaks_quiet ?? false,
    hasQuietHours: (settings?.quiet_from ?? null) !== null,
  };
}

type Change = { kind: EscalatedKind; setup: EscalationSetup | null; version: number };

/**
 * Stores the setup of a kind, or turns it off. Running escalations go on under the new setup: members whose time has
 * passed are notified at once, none twice; turned off, runs end. Returns the plan's id, null when nothing has changed.
 * @throws CareError when the setup has changed since that version, or a member in it can't be notified
 */
export async function setEscalation(
  db: Db,
  { diaryId, userId }: NotebookAccess,
  { kind, setup, version }: Change,
  now: Date,
): Promise<string | null> {
  if (setup) await checkPeople(db, diaryId, kind, setup);
  const before = await db
    .selectFrom("escalation_plans")
    .select(["id", "setup", "version"])
    .where("diary_id", "=", diaryId)
    .where("kind", "=", kind)
    .forUpdate()
    .executeTakeFirst();
  if ((before?.version ?? 0) !== version) throw createConflict();
  const isSame =
    before === undefined ? setup === null : isSameSetup(before.setup as EscalationSetup | null, setup);
  if (isSame) return null;
  const values = {
    setup: setup && JSON.stringify(setup),
    version: version + 1,
    changed_by: userId,
    changed_at: now,
  };
  if (!before) {
    const id = uuidv7();
    const { numInsertedOrUpdatedRows } = await db
      .insertInto("escalation_plans")
      .values({ id, diary_id: diaryId, kind, ...values })
      // Of two who set it up at once the second is told.
      .onConflict((conflict) => conflict.columns(["diary_id", "kind"]).doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 0n) throw createConflict();
    return id;
  }
  await db.updateTable("escalation_plans").set(values).where("id", "=", before.id).execute();
  const running = db
    .updateTable("escalation_runs")
    .where("plan_id", "=", before.id)
    .where("state", "=", "open");
  await (setup
    ? running.set({ next_at: sql`now()`, done_minutes: 0 })
    : running.set({ state: "off", next_at: null, closed_at: sql`now()`, closed_by: userId })
  ).execute();
  return before.id;
}

const createConflict = () => new CareError("conflict", ESCALATION_MESSAGES.changed, { path: "version" });

const isSameSetup = (one: EscalationSetup | null, other: EscalationSetup | null): boolean =>
  JSON.stringify(toCanonical(one)) === JSON.stringify(toCanonical(other));

/** In one order of its fields: PostgreSQL has its own. */
const toCanonical = (setup: EscalationSetup | null) =>
  setup && [
    setup.again.everyMinutes,
    setup.again.times,
    setup.people.map(({ userId, waitMinutes }) => [userId, waitMinutes]),
    setup.leadersWaitMinutes,
  ];

/** Locks the memberships of those in the list, so that none of them leaves or changes their role meanwhile. */
async function checkPeople(
  db: Db,
  diaryId: string,
  kind: EscalatedKind,
  { people }: EscalationSetup,
): Promise<void> {
  if (people.length === 0) return;
  const ids = people.map(({ userId }) => userId);
  const createRefusal = (message: Message) => new CareError("invalid", message, { path: "setup.people" });
  if (!ids.every(isFullId)) throw createRefusal(ESCALATION_MESSAGES.member);
  const members = await db
    .selectFrom("members")
    .select(["user_id", "role"])
    .where("diary_id", "=", diaryId)
    .where("user_id", "in", ids)
    .forShare()
    .execute();
  if (members.length < ids.length) throw createRefusal(ESCALATION_MESSAGES.member);
  if (!members.every(({ role }) => mayBeNotified(role as Role, kind)))
    throw createRefusal(kind === "task-due" ? ESCALATION_MESSAGES.task : ESCALATION_MESSAGES.dose);
}

/**
 * Sets whether urgent notifications of a notebook break a member's quiet hours. Writes nothing when nothing has
 * changed.
 */
export async function setBreaksQuiet(
  db: Db,
  { diaryId, userId }: NotebookAccess,
  breaksQuiet: boolean,
): Promise<void> {
  if (breaksQuiet)
    await db
      .insertInto("quiet_exceptions")
      .values({ user_id: userId, diary_id: diaryId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  else
    await db
      .deleteFrom("quiet_exceptions")
      .where("user_id", "=", userId)
      .where("diary_id", "=", diaryId)
      .execute();
}
