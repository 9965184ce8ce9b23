import { mutation, query } from "../../../../server/functions/define.ts";
import { getSummaryStatus } from "../../rules/progress.ts";
import * as schema from "../../rules/progress-schema.ts";
import {
  mayListActivatedPrograms,
  mayListProgramsOfNote,
  mayListProgramTasks,
  mayManageActivatedProgram,
  mayReadActivatedProgram,
} from "./access.ts";
import * as data from "./data.ts";

/** The activated programs of a notebook that the caller sees, newest first; see `data.listDiaryPrograms`. */
export const listDiaryPrograms = query({
  ...schema.listDiaryPrograms,
  access: mayListActivatedPrograms(),
  handler: ({ db, vault, access }) => data.listDiaryPrograms(db, vault, access),
});

/** One activated program with its phases and activities, or null when it is missing or hidden. */
export const getDiaryProgram = query({
  ...schema.getDiaryProgram,
  access: mayReadActivatedProgram(),
  handler: async ({ db, vault, access }) => access && data.getDiaryProgram(db, vault, access),
});

/** The programs of a note, activated and linked for later (these in `language` if they have it), or null when the note is missing or hidden. */
export const getProgramsForNote = query({
  ...schema.getProgramsForNote,
  access: mayListProgramsOfNote(),
  handler: async ({ db, vault, access }, { language }) =>
    access && data.getProgramsForNote(db, vault, access, language),
});

/** A program's progress in eight figures (care-core 3), or null when it is missing or hidden. */
export const getProgramSummary = query({
  ...schema.getProgramSummary,
  access: mayReadActivatedProgram(),
  handler: async ({ db, vault, access }) => {
    const program = access && (await data.getDiaryProgram(db, vault, access));
    if (!program) return null;
    const { programName, phaseCount, completedPhases, totalTasks, completedTasks } = program;
    const { totalActivities, activeActivities } = program;
    return {
      programName,
      status: getSummaryStatus(program.status),
      phaseCount,
      completedPhases,
      totalTasks,
      completedTasks,
      totalActivities,
      activeActivities,
    };
  },
});

/** A page of a program's tasks that the caller sees, by day. */
export const listProgramTasks = query({
  ...schema.listProgramTasks,
  access: mayListProgramTasks(),
  handler: ({ db, access, journal }, { phaseId, paginationOpts }) =>
    data.listProgramTasks(db, access, phaseId, paginationOpts, journal),
});

/** Cancels a program's unfinished tasks that were due before now; returns how many. */
export const cancelOverdueProgramTasks = mutation({
  ...schema.cancelOverdueProgramTasks,
  access: mayManageActivatedProgram(),
  handler: async ({ db, access, now, audit }, { diaryProgramId }) => {
    const cancelledCount = await data.cancelOverdue(db, access, now);
    if (cancelledCount > 0) {
      await audit({
        eventType: "program.overdueCancelled",
        diaryId: access.diaryId,
        targetType: "program",
        targetId: diaryProgramId,
        details: { cancelledCount },
      });
    }
    return { cancelledCount };
  },
});
