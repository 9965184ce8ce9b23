import type { Key } from "../../../lib/words/keys.ts";
import { listNames } from "../../../lib/words/list.ts";
import { t } from "../../../lib/words/t.ts";
import { type EscalatedKind, type EscalationSetup, listSteps } from "../rules.ts";

/** Minutes in words: "10 minutes", "1 hour", "1 hour 30 minutes". */
export function formatMinutes(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const inMinutes = t("escalation.minutes", { count: rest });
  if (hours === 0) return inMinutes;
  const inHours = t("escalation.hours", { count: hours });
  return rest === 0 ? inHours : t("escalation.hoursAndMinutes", { hours: inHours, minutes: inMinutes });
}

/** A line of the preview: clock times, and the members notified then. */
export type PreviewLine = { times: string; who: string };

const FIRST: Record<EscalatedKind, Key> = {
  "task-due": "escalation.hasTask",
  "dose-due": "escalation.givers",
};

/**
 * What a setup does when something is due at a time (minutes after midnight), line by line: "08:10, 08:20, 08:30", "the same
 * again". `nameOf` gives the name of a person, `clockOf` a minute of the day as its reader writes it.
 */
export function formatPreview(
  setup: EscalationSetup,
  {
    kind,
    dueMinute,
    nameOf,
    clockOf,
  }: {
    kind: EscalatedKind;
    dueMinute: number;
    nameOf: (userId: string) => string;
    clockOf: (minute: number) => string;
  },
): PreviewLine[] {
  const formatClock = (after: number) => clockOf(dueMinute + after);
  const steps = listSteps(setup);
  const again = steps.filter(({ recipient }) => recipient === "again").map(({ after }) => formatClock(after));
  return [
    { times: formatClock(0), who: t(FIRST[kind]) },
    ...(again.length > 0 ? [{ times: listNames(again), who: t("escalation.sameAgain") }] : []),
    ...steps.flatMap((step) => {
      if (step.recipient === "again") return [];
      const who = step.recipient === "next" ? nameOf(step.userId) : t("escalation.allLeaders");
      return [{ times: formatClock(step.after), who }];
    }),
  ];
}
