import type { Kysely } from "kysely";
import { DAY, MINUTE } from "../../../lib/time.ts";
import type { Database, Tables } from "../../../server/db/database.ts";
import { Pace } from "../../../server/pace.ts";
import { SENT_ALONE } from "../../notifications/rules/lateness.ts";
import {
  planDeliveries,
  planning,
  readSubjects,
  seenSubject,
  seePutOff,
  waitForOne,
} from "../../notifications/server/public.ts";
import { dueSteps, stepAfter } from "../rules/due-steps.ts";
import { STALE_AFTER, type Step, stepsOf } from "../rules.ts";
import { contactsOf } from "./contacts.ts";
import { isStillOpen } from "./is_still_due.ts";
import { leads, mayBeTold } from "./roles.ts";
import {
  closeRun,
  lockDueRun,
  markFormerAsSeen,
  membersOf,
  moveRun,
  type NewNotification,
  notifyOfRun,
  type Run,
  type Told,
  toldBefore,
} from "./run_data.ts";

type Db = Kysely<Tables>;

/**
 * Takes the step of one run whose moment has come: locked for this node, so that no other takes it too; its notifications,
 * their deliveries and the time of the next step are written in one transaction. Returns the run's id, null when none is
 * due. An error names the run in `onError`, and the others go on.
 */
export async function pursueOne(
  database: Pick<Database, "db">,
  except: readonly string[],
  onRun: (id: string) => void = () => {},
): Promise<string | null> {
  return planning(database, async (trx) => {
    await waitForOne(trx);
    const run = await lockDueRun(trx, except);
    if (!run) return null;
    onRun(run.id);
    await pursue(trx, run);
    return run.id;
  });
}

/** Takes the steps of all runs that are due. A run that fails is left for the next round. */
export async function pursueAll(
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
      const step = () => pursueOne(database, failed, (run) => (id = run));
      if ((await pace.run("urgent", step)) === null) return;
    } catch (error) {
      onError(error);
      // Not one of the runs: the database.
      if (id === undefined) return;
      failed.push(id);
    }
  }
}

/** What is known of a run's matter: who may be told of it. */
type Scene = {
  members: readonly Told[];
  /** Whether a member sees the matter. */
  sees(member: Told): boolean;
  assignee: string | null;
  first: ReadonlySet<string>;
  since: ReadonlySet<string>;
};

async function pursue(trx: Db, run: Run): Promise<void> {
  if (run.setup === null) return closeRun(trx, run, "off");
  const scene = await sceneOf(trx, run);
  if (scene === null || run.isArchived) return closeRun(trx, run, "done");
  if (run.now - run.openedAt >= STALE_AFTER) {
    await tellOfStale(trx, run, scene);
    return closeRun(trx, run, "stale");
  }
  const steps = stepsOf(run.setup);
  const end = run.openedAt + STALE_AFTER;
  if (run.takenUntil !== null && run.takenUntil > run.now) {
    if (run.takenBy !== run.toldTakenBy) await tellOfTaker(trx, run, scene);
    const next = stepAfter(steps, run.doneMinutes);
    const nextAt = next ? Math.max(run.takenUntil, run.countsFrom + next.after * MINUTE) : end;
    return moveRun(trx, run, { nextAt: Math.min(nextAt, end), toldTakenBy: run.takenBy });
  }
  // After the server was away the steps go on at their distances, from now: nobody gets several at once.
  const late = run.now - run.nextAt;
  let countsFrom = run.countsFrom + (late > SENT_ALONE ? late : 0);
  let doneMinutes = run.doneMinutes;
  let taken = dueSteps(steps, { countsFrom, doneMinutes }, run.now);
  const told: NewNotification[] = [];
  let reached = 0;
  let count = 0;
  while (taken.length > 0) {
    for (const step of taken) {
      const people = recipients(step, run, scene);
      reached += people.length;
      count++;
      doneMinutes = Math.max(doneMinutes, step.after);
      told.push(...(await notificationsOf(trx, step, people, scene)));
    }
    // Whoever is gone, or may not do it any more, costs no time.
    const next = reached === 0 ? stepAfter(steps, doneMinutes) : undefined;
    taken = next ? [next] : [];
    if (next) countsFrom = run.now - next.after * MINUTE;
  }
  await tell(trx, run, told);
  const next = stepAfter(steps, doneMinutes);
  const nextAt = next ? Math.min(countsFrom + next.after * MINUTE, end) : end;
  const toldNow = told.filter(({ step }) => step !== "again").map(({ userId }) => userId);
  await moveRun(trx, run, {
    nextAt,
    countsFrom,
    doneMinutes,
    toldTakenBy: null,
    steps: count,
    ...(toldNow.length > 0 && { told: toldNow }),
  });
}

/** Null when the matter is settled, gone, or not due at that time any more. */
async function sceneOf(trx: Db, run: Run): Promise<Scene | null> {
  const { diaryId, subjectKind, subjectId, slot } = run;
  const key = { diaryId, subjectKind, subjectId, slot };
  const subjects = await readSubjects(trx, [key]);
  if (!(await isStillOpen(trx, subjects, run))) return null;
  const members = await membersOf(trx, diaryId);
  return {
    members,
    sees: (member) => seenSubject(subjects, key, member) !== null,
    assignee: subjects.tasks.get(subjectId)?.assigned_to ?? null,
    ...(await toldBefore(trx, run)),
  };
}

/** Whom a step reaches: of those it is meant for, the members who see the matter and may do it. */
function recipients(step: Step, run: Run, scene: Scene): Told[] {
  const { members, assignee, first } = scene;
  switch (step.whom) {
    case "again": {
      const whose = members.filter(
        (member) =>
          (assignee === null ? first.has(member.userId) : member.userId === assignee) && scene.sees(member),
      );
      // What is nobody's was said to all; again it is said to one of them at a time.
      return whose.length === 0 ? [] : [whose[turnOf(run, step) % whose.length]!];
    }
    case "next":
      return members.filter(
        (member) =>
          member.userId === step.userId &&
          // Who has the task knows of it.
          member.userId !== assignee &&
          mayBeTold(member.role, run.kind) &&
          scene.sees(member),
      );
    case "leaders":
      return members.filter((member) => leads(member.role) && scene.sees(member));
  }
}

/**
 * Whose turn a repetition is. Doses of one time are one person's, and each time and each day begins with another one, or
 * the same person would always be first.
 */
const turnOf = ({ occurrence, setup }: Run, { after }: Step): number =>
  Math.floor(occurrence / MINUTE) +
  Math.floor(occurrence / DAY) +
  Math.round(after / setup!.again.everyMinutes);

async function notificationsOf(
  trx: Db,
  step: Step,
  people: readonly Told[],
  { assignee, first }: Scene,
): Promise<NewNotification[]> {
  // Of somebody who is to be asked, the last contact: their phone may hold an entry that hasn't come.
  const asked = step.whom === "again" ? [] : assignee === null ? [...first] : [assignee];
  const contacts = await contactsOf(trx, asked);
  return people.map(({ userId }) => ({
    userId,
    key: step.whom === "again" ? `again ${step.after}` : step.whom,
    step: step.whom,
    actorId: null,
    contacts: contacts.filter((contact) => contact.userId !== userId),
  }));
}

/** Tells the others who is at it. */
async function tellOfTaker(trx: Db, run: Run, { members, sees, first, since }: Scene): Promise<void> {
  const others = members.filter(
    (member) =>
      member.userId !== run.takenBy && (first.has(member.userId) || since.has(member.userId)) && sees(member),
  );
  await tell(
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

/** That nobody answered to the end stands in the inbox and the digest of whoever was told and of those who lead. */
async function tellOfStale(trx: Db, run: Run, { members, sees, first, since }: Scene): Promise<void> {
  const people = members.filter(
    (member) => (leads(member.role) || first.has(member.userId) || since.has(member.userId)) && sees(member),
  );
  await tell(
    trx,
    run,
    people.map(({ userId }) => ({ userId, key: "stale", step: "stale", actorId: null, contacts: [] })),
    // As late as it is, it is in the digest only: nobody is rung up for it any more.
    run.openedAt,
  );
}

async function tell(
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
  await seePutOff(
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
