import { type EscalatedKind, type EscalationSetup, listSteps } from "../rules.ts";

/** Minutes in words: "10 minutes", "1 hour", "1 hour 30 minutes". */
export function formatMinutes(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const formatPart = (count: number, word: string) =>
    count === 0 ? [] : [`${count} ${word}${count === 1 ? "" : "s"}`];
  return [...formatPart(hours, "hour"), ...formatPart(rest, "minute")].join(" ");
}

/** A line of the preview: clock times, and the members notified then. */
export type PreviewLine = { times: string; who: string };

const FIRST: Record<EscalatedKind, string> = {
  "task-due": "whoever has the task",
  "dose-due": "everyone who gives medicines",
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
    { times: formatClock(0), who: FIRST[kind] },
    ...(again.length > 0 ? [{ times: again.join(", "), who: "the same again" }] : []),
    ...steps.flatMap((step) => {
      if (step.recipient === "again") return [];
      const who = step.recipient === "next" ? nameOf(step.userId) : "everyone who leads the notebook";
      return [{ times: formatClock(step.after), who }];
    }),
  ];
}
