import type { Kysely } from "kysely";
import { DAY, MINUTE } from "../../../lib/dates/time.ts";
import type { Database, Tables } from "../../../server/db/database.ts";
import { Pace } from "../../../server/pace.ts";
import { STALE_AFTER } from "../../notifications/rules/escalation-words.ts";
import { SENT_ALONE } from "../../notifications/rules/lateness.ts";
import {
  getVisibleSubject,
  markSnoozedSeen,
  planDeliveries,
  readSubjects,
  runPlanner,
  setShortLockTimeout,
} from "../../notifications/server/public.ts";
import { findDueSteps, findNextStep } from "../rules/due-steps.ts";
import { listSteps, type Step } from "../rules.ts";
import { listContacts } from "./contacts.ts";
import { isStillDue } from "./is_still_due.ts";
import { isLeading, mayBeNotified } from "./roles.ts";
import {
  closeRun,
  listMembers,
  listNotifiedBefore,
  lockDueRun,
  markFormerAsSeen,
  moveRun,
  type NewNotification,
  notifyOfRun,
  type Recipient,
  type Run,
} from "./run_data.ts";

type Db = Kysely<Tables>;

/**
 * Takes the step of one run whose moment has come: locked for this node, so that no other takes it too; its notifications,
 * their deliveries and the time of the next step are written in one transaction. Returns the run's id, null when none is
 * due. An error names the run in `onError`, and the others go on.
 */
export async function escalateNextRun(
  database: Pick<Database, "db">,
  except: readonly string[],
  onRun: (id: string) => void = () => {},
): Promise<string | null> {
  return runPlanner(database, async (trx) => {
    await setShortLockTimeout(trx);
    const run = await lockDueRun(trx, except);
    if (!run) return null;
    onRun(run.id);
    await escalateRun(trx, run);
    return run.id;
  });
}

/** Takes the steps of all runs that are due. A run that fails is left for the next round. */
export async function escalateDueRuns(
  database: Pick<Database, "db">,
  {
    isStopped = () => false,
    pace = new Pace(),
    onError,
  }: { isStopped?: () => boolean; pace?: Pace; onError: (error: unknown) => void },
): Promise<void> {
  const failed: string[] = [];
  while (!isStopped()) {
    let id: string | undefined;
    try {
      const step = () => escalateNextRun(database, failed, (run) => (id = run));
      if ((await pace.run("urgent", step)) === null) return;
    } catch (error) {
      onError(error);
      // Not one of the runs: the database.
      if (id === undefined) return;
      failed.push(id);
    }
  }
}

/** The subject of a run and the members who may be notified of it. */
type RunContext = {
  members: readonly Recipient[];
  /** Whether a member sees the subject. */
  sees(member: Recipient): boolean;
  assignee: string | null;
  first: ReadonlySet<string>;
  since: ReadonlySet<string>;
};

async function escalateRun(trx: Db, run: Run): Promise<void> {
  if (run.setup === null) return closeRun(trx, run, "off");
  const context = await readContext(trx, run);
  if (context === null || run.isArchived) return closeRun(trx, run, "done");
  if (run.now - run.openedAt >= STALE_AFTER) {
    await notifyOfStale(trx, run, context);
    return closeRun(trx, run, "stale");
  }
  const steps = listSteps(run.setup);
  const end = run.openedAt + STALE_AFTER;
  if (run.takenUntil !== null && run.takenUntil > run.now) {
    if (run.takenBy !== run.notifiedTakenBy) await notifyOfTaker(trx, run, context);
    const next = findNextStep(steps, run.doneMinutes);
    const nextAt = next ? Math.max(run.takenUntil, run.countsFrom + next.after * MINUTE) : end;
    return moveRun(trx, run, { nextAt: Math.min(nextAt, end), notifiedTakenBy: run.takenBy });
  }
  // After the server was away the steps go on at their distances, from now: nobody gets several at once.
  const late = run.now - run.nextAt;
  let countsFrom = run.countsFrom + (late > SENT_ALONE ? late : 0);
  let doneMinutes = run.doneMinutes;
  let taken = findDueSteps(steps, { countsFrom, doneMinutes }, run.now);
  const notified: NewNotification[] = [];
  let reached = 0;
  let count = 0;
  while (taken.length > 0) {
    for (const step of taken) {
      const people = listRecipients(step, run, context);
      reached += people.length;
      count++;
      doneMinutes = Math.max(doneMinutes, step.after);
      notified.push(...(await buildNotifications(trx, step, people, context)));
    }
    // A step that reaches no member costs no time.
    const next = reached === 0 ? findNextStep(steps, doneMinutes) : undefined;
    taken = next ? [next] : [];
    if (next) countsFrom = run.now - next.after * MINUTE;
  }
  await notifyAll(trx, run, notified);
  const next = findNextStep(steps, doneMinutes);
  const nextAt = next ? Math.min(countsFrom + next.after * MINUTE, end) : end;
  const notifiedNow = notified.filter(({ step }) => step !== "again").map(({ userId }) => userId);
  await moveRun(trx, run, {
    nextAt,
    countsFrom,
    doneMinutes,
    notifiedTakenBy: null,
    steps: count,
    ...(notifiedNow.length > 0 && { notified: notifiedNow }),
  });
}

/** Null when the subject is settled, deleted, or no longer due at that time. */
async function readContext(trx: Db, run: Run): Promise<RunContext | null> {
  const { diaryId, subjectKind, subjectId, slot } = run;
  const key = { diaryId, subjectKind, subjectId, slot };
  const subjects = await readSubjects(trx, [key]);
  if (!(await isStillDue(trx, subjects, run))) return null;
  const members = await listMembers(trx, diaryId);
  return {
    members,
    sees: (member) => getVisibleSubject(subjects, key, member) !== null,
    assignee: subjects.tasks.get(subjectId)?.assigned_to ?? null,
    ...(await listNotifiedBefore(trx, run)),
  };
}

/** Lists the members whom a step reaches, of those who see the subject and may do it. */
function listRecipients(step: Step, run: Run, context: RunContext): Recipient[] {
  const { members, assignee, first } = context;
  switch (step.recipient) {
    case "again": {
      const whose = members.filter(
        (member) =>
          (assignee === null ? first.has(member.userId) : member.userId === assignee) && context.sees(member),
      );
      // An unassigned subject was first notified to all; repetitions go to one member at a time.
      return whose.length === 0 ? [] : [whose[computeRotation(run, step) % whose.length]!];
    }
    case "next":
      return members.filter(
        (member) =>
          member.userId === step.userId &&
          // Who has the task knows of it.
          member.userId !== assignee &&
          mayBeNotified(member.role, run.kind) &&
          context.sees(member),
      );
    case "leaders":
      return members.filter((member) => isLeading(member.role) && context.sees(member));
  }
}

/**
 * Whose turn a repetition is. Doses of one time are one person's, and each time and each day begins with another one, or
 * the same person would always be first.
 */
const computeRotation = ({ occurrence, setup }: Run, { after }: Step): number =>
  Math.floor(occurrence / MINUTE) +
  Math.floor(occurrence / DAY) +
  Math.round(after / setup!.again.everyMinutes);

async function buildNotifications(
  trx: Db,
  step: Step,
  people: readonly Recipient[],
  { assignee, first }: RunContext,
): Promise<NewNotification[]> {
  // The last contact of the first recipients: their phone may hold an entry that hasn't arrived.
  const asked = step.recipient === "again" ? [] : assignee === null ? [...first] : [assignee];
  const contacts = await listContacts(trx, asked);
  return people.map(({ userId }) => ({
    userId,
    key: step.recipient === "again" ? `again ${step.after}` : step.recipient,
    step: step.recipient,
    actorId: null,
    contacts: contacts.filter((contact) => contact.userId !== userId),
  }));
}

/** Notifies the other recipients of the member who has taken the run on. */
async function notifyOfTaker(trx: Db, run: Run, { members, sees, first, since }: RunContext): Promise<void> {
  const others = members.filter(
    (member) =>
      member.userId !== run.takenBy && (first.has(member.userId) || since.has(member.userId)) && sees(member),
  );
  await notifyAll(
    trx,
    run,
    others.map(({ userId }) => ({
      userId,
      key: `taken ${run.takenBy} ${run.takenUntil}`,
      step: "taken",
      actorId: run.takenBy,
      contacts: [],
    })),
  );
}

/** Notifies former recipients and leaders, in the inbox and the digest only, that the run ended without an answer. */
async function notifyOfStale(trx: Db, run: Run, { members, sees, first, since }: RunContext): Promise<void> {
  const people = members.filter(
    (member) =>
      (isLeading(member.role) || first.has(member.userId) || since.has(member.userId)) && sees(member),
  );
  await notifyAll(
    trx,
    run,
    people.map(({ userId }) => ({ userId, key: "stale", step: "stale", actorId: null, contacts: [] })),
    // As late as it is, it is in the digest only: nobody is rung up for it any more.
    run.openedAt,
  );
}

async function notifyAll(
  trx: Db,
  run: Run,
  all: readonly NewNotification[],
  dueAt: number = run.now,
): Promise<void> {
  const made = await notifyOfRun(trx, run, all);
  if (made.length === 0) return;
  await markFormerAsSeen(
    trx,
    run,
    made.map(({ id }) => id),
  );
  await markSnoozedSeen(
    trx,
    made.map(({ id }) => id),
  );
  await planDeliveries(
    trx,
    made.map(({ id, userId }) => ({
      id,
      userId,
      diaryId: run.diaryId,
      kind: "escalation" as const,
      dueAt,
    })),
    run.now,
  );
}
