import type { z } from "zod";
import { getDayStart, toDayInZone } from "../../../../lib/dates/zone-day.ts";
import { CareError } from "../../../../lib/errors.ts";
import { readRecurrence } from "../../../../lib/recurrence/recurrence.ts";
import type { Message } from "../../../../lib/words/message.ts";
import { runPipelined } from "../../../../server/db/pipelined.ts";
import { mutation, query } from "../../../../server/functions/define.ts";
import { getRefusedRecurrence } from "../../../../server/functions/recurrence_argument.ts";
import { checkAssignees } from "../../../tasks/server/public.ts";
import { type ActivitySelection, planTasks } from "../../rules/activation.ts";
import * as schema from "../../rules/activation-schema.ts";
import { getTitles, joinTitles, proposeAssignees as proposals } from "../../rules/proposals.ts";
import { mayActivateProgram, mayManageActivatedProgram } from "../progress/access.ts";
import * as data from "./data.ts";

const YEAR_MS = 366 * 86_400_000;
const MAX_YEARS_AWAY = 5;

const invalid = (path: string, message: Message) => new CareError("invalid", message, { path });

/**
 * Activates a program in a notebook, optionally on a note: creates the tasks of the selected activities. Day 0 is the
 * day of `baselineDate` (epoch ms) in the notebook's zone. Activities that aren't in `selectedActivities` aren't
 * selected. What it makes is in `language`, one of the program's; else in its own. With `leaveOutPast`, tasks that are over by now are skipped: a program that begins at noon has no task of 8:00
 * on its first day. Returns how many tasks were created and skipped, and the warnings of activities that create none.
 */
export const activateProgram = mutation({
  ...schema.activateProgram,
  access: mayActivateProgram(),
  handler: async ({ db, access, now, audit }, args) => {
    const { baselineDate, selectedActivities, leaveOutPast } = args;
    if (Math.abs(baselineDate - now.getTime()) > MAX_YEARS_AWAY * YEAR_MS)
      throw invalid("baselineDate", { key: "programrules.startNear", values: { most: MAX_YEARS_AWAY } });
    const program = await data.readPlanning(db, access);
    const { language = program.language } = args;
    if (args.language !== undefined && !program.languages.includes(args.language))
      throw invalid("language", { key: "programrules.noLanguage" });
    const content = program.read(language);
    const { timeZone } = program;
    const selections = readSelections(selectedActivities);
    await checkAssignees(
      db,
      access,
      selections.flatMap(({ assignedTo }) => assignedTo ?? []),
    );
    const leaveOutBefore = leaveOutPast ? now.getTime() : undefined;
    const plan = planTasks({ content, baselineDate, timeZone, selections, leaveOutBefore });
    const day = toDayInZone(baselineDate, timeZone);
    const baselineEvent = content.baselineEvent?.name ?? "";
    const diaryProgramId = await data.insertActivation(
      db,
      access,
      { plan, baseline: { day, start: getDayStart(day, timeZone) }, baselineEvent, language },
      now,
    );
    if (diaryProgramId === null) throw new CareError("conflict", { key: "programrules.hasAlready" });
    const taskCount = plan.tasks.length;
    await audit({
      eventType: "program.activated",
      diaryId: access.diaryId,
      targetType: "program",
      targetId: diaryProgramId,
      details: { programId: access.programId, taskCount },
    });
    return { diaryProgramId, taskCount, leftOutCount: plan.leftOut, warnings: plan.warnings };
  },
});

/**
 * The proposed assignees of a program's activities, with the reason, from the members' done tasks of the last 30 days
 * as far as the caller sees them; see `rules/proposals.ts`. An activity without a proposal is left out.
 */
export const proposeAssignees = query({
  ...schema.proposeAssignees,
  access: mayActivateProgram(),
  handler: async ({ db, access }) => {
    const program = await data.readPlanning(db, access);
    // A task that was done may be of an activation in any language.
    const activities = joinTitles(
      [null, ...program.languages].map((language) =>
        program.read(language).phases.flatMap((phase) => phase.activities),
      ),
    );
    const titles = [...new Set(activities.flatMap(getTitles))];
    const [candidates, done] = await runPipelined(
      data.findCandidates(db, access),
      data.countDone(db, access, titles),
    );
    return proposals(activities, candidates, done);
  },
});

/** Deletes an activated program with its tasks and everything that belongs to them. */
export const deleteDiaryProgram = mutation({
  ...schema.deleteDiaryProgram,
  access: mayManageActivatedProgram(),
  handler: async ({ db, access, audit }, { diaryProgramId }) => {
    const details = await data.deleteProgram(db, access);
    await audit({ eventType: "program.deleted", ...about(access.diaryId, diaryProgramId), details });
    return null;
  },
});

/** Pauses an active program, until `until` (epoch ms) or until it is resumed. */
export const pauseDiaryProgram = mutation({
  ...schema.pauseDiaryProgram,
  access: mayManageActivatedProgram(),
  handler: async ({ db, access, now, audit }, { diaryProgramId, until }) => {
    if (until !== undefined && (until <= now.getTime() || until > now.getTime() + YEAR_MS))
      throw invalid("until", { key: "programrules.pauseYear" });
    await data.pauseProgram(db, access, until, now);
    await audit({
      eventType: "program.paused",
      ...about(access.diaryId, diaryProgramId),
      details: { until },
    });
    return null;
  },
});

/** Resumes a paused program: its open tasks move by the days that passed. */
export const resumeDiaryProgram = mutation({
  ...schema.resumeDiaryProgram,
  access: mayManageActivatedProgram(),
  handler: async ({ db, access, now, audit }, { diaryProgramId }) => {
    await data.resumeProgram(db, access, now);
    await audit({ eventType: "program.resumed", ...about(access.diaryId, diaryProgramId) });
    return null;
  },
});

const about = (diaryId: string, targetId: string) => ({ diaryId, targetType: "program", targetId });

/** Parses the recurrences of the selections; the plan checks whether the program has these activities. */
function readSelections(given: readonly z.output<typeof schema.selection>[]): ActivitySelection[] {
  if (!given.some(({ isActivated }) => isActivated))
    throw invalid("selectedActivities", { key: "programrules.nothingChosen" });
  return given.map(({ recurrence, ...rest }, i) =>
    recurrence === undefined
      ? rest
      : { ...rest, recurrence: getRecurrence(`selectedActivities.${i}.recurrence`, recurrence) },
  ) as ActivitySelection[];
}

function getRecurrence(path: string, value: unknown) {
  try {
    return readRecurrence(value, path);
  } catch (error) {
    throw getRefusedRecurrence(error, path);
  }
}
