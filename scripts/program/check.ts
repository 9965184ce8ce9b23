import { planTasks } from "../../features/programs/rules/activation.ts";
import { getActivityFrequency } from "../../features/programs/rules/activation-words.ts";
import { readProgramFile } from "../../features/programs/rules/program-file.ts";
import { ProgramFileError, UPLOAD_MESSAGES } from "../../features/programs/rules.ts";
import { toClockInZone, toDayInZone } from "../../lib/dates/zone-day.ts";
import { CareError } from "../../lib/errors.ts";
import { pluralize } from "../../lib/pluralize.ts";

/** The result of a check, one message per line. `ok` is false when the file can't be uploaded or activated. */
export type Report = { ok: boolean; lines: string[] };

/** The most dates of an activity that are listed; the rest are counted. */
const SHOWN_DATES = 6;

/**
 * Parses a program file as the server does and schedules all of its activities. `baselineDate` is an instant of day 0
 * (epoch ms) in the IANA time zone.
 */
export function checkProgram(text: string, baselineDate: number, timeZone: string): Report {
  try {
    return { ok: true, lines: planLines(text, baselineDate, timeZone) };
  } catch (error) {
    if (error instanceof ProgramFileError) {
      return {
        ok: false,
        lines: error.problems.map(({ path, message, words }) =>
          words?.key === UPLOAD_MESSAGES.invalidJson.key
            ? `${message}: ${syntaxProblem(text)}`
            : [path, message].filter(Boolean).join(": "),
        ),
      };
    }
    if (error instanceof CareError) return { ok: false, lines: [error.message] };
    throw error;
  }
}

/** Where a text stops being valid JSON, in the runtime's words with line and column. */
function syntaxProblem(text: string): string {
  try {
    JSON.parse(text);
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}

function planLines(text: string, baselineDate: number, timeZone: string): string[] {
  const { programName, content } = readProgramFile(text);
  const all = content.phases.flatMap(({ activities }) => activities);
  const selections = all.map(({ activityId }) => ({ activityId, isActivated: true }));
  const plan = planTasks({ content, baselineDate, timeZone, selections });
  const lines = [
    `"${programName}": ${pluralize(content.phases.length, "phase")}, ${pluralize(all.length, "activity", "activities")}`,
    `Day 0 is ${toDayInZone(baselineDate, timeZone)} in ${timeZone}. With everything chosen: ${pluralize(plan.tasks.length, "task")}.`,
  ];
  for (const phase of plan.phases) {
    const [first, last] = [phase.start, phase.end].map((at) => toDayInZone(at, timeZone));
    lines.push("", `${phase.title} (${first} to ${last})`);
    for (const activity of plan.activities.filter(({ phaseId }) => phaseId === phase.phaseId)) {
      const { activityTemplateId, title } = activity;
      const tasks = plan.tasks.filter((task) => task.activityTemplateId === activityTemplateId);
      const starts = [...new Set(tasks.map(({ occurrenceAt }) => occurrenceAt))];
      const warning = plan.warnings.find(({ activityId }) => activityId === activityTemplateId);
      lines.push(`  ${title}: ${getActivityFrequency(activity)}, ${pluralize(tasks.length, "task")}`);
      lines.push(warning ? `    warning: ${warning.message}` : `    ${datesOf(starts, timeZone)}`);
    }
  }
  return lines;
}

function datesOf(starts: number[], timeZone: string): string {
  const word = (at: number) => {
    const clock = toClockInZone(at, timeZone);
    return clock === "00:00" ? toDayInZone(at, timeZone) : `${toDayInZone(at, timeZone)} ${clock}`;
  };
  const shown = starts.slice(0, SHOWN_DATES).map(word);
  if (starts.length > SHOWN_DATES) shown.push(`${starts.length - SHOWN_DATES} more`);
  return shown.join(", ");
}
