import { Link } from "@tanstack/react-router";
import { formatMedicine, formatMoment } from "../../features/doses/client/dose-words.ts";
import { formatPause, openPauses } from "../../features/doses/client/pause-words.ts";
import { LowStock } from "../../features/doses/client/public.ts";
import { computeToday, type PlannedDose } from "../../features/doses/client/today-rows.ts";
import { DAY } from "../../lib/dates/time.ts";
import { addDays, toDayInZone } from "../../lib/dates/zone-day.ts";
import { List } from "../../ui/list.tsx";
import { PhotoAvatar } from "../../ui/photo-avatar.tsx";
import { Section } from "../../ui/section.tsx";
import { useMinute } from "../../ui/use-now.ts";
import styles from "./dose-days.module.css";
import type { NotebookDoses } from "./use-dose-days.ts";

/** How many missed doses are named; the page of the notebook has all. */
const SHOWN_MISSED = 3;

/** On home: the progress of the day's doses in each notebook, with warnings. */
export function DoseDays({ all }: { all: readonly NotebookDoses[] }) {
  const now = useMinute();
  const shown = all.map((each) => ({ ...each, day: getDay(each, now) })).filter(({ day }) => day !== null);
  if (shown.length === 0) return null;
  return (
    <Section title="Doses today" className={styles.days}>
      <List gap="xs">
        {shown.map(({ notebook, stocks, day }) => (
          <li key={notebook._id} className={styles.day}>
            <h3 className={styles.subject}>
              <PhotoAvatar name={notebook.details.fullName} avatarUrl={notebook.avatarUrl} size={32} />
              <Link to="/care/$diaryId/doses" params={{ diaryId: notebook.shortId }} dir="auto">
                {notebook.details.fullName || "Unknown Subject"}
              </Link>
            </h3>
            {day!.missed.slice(0, SHOWN_MISSED).map(({ plan, slot, words }) => (
              <p key={`${plan._id} ${slot}`} className={styles.missed} dir="auto">
                Not recorded:{" "}
                <Link
                  to="/care/$diaryId/doses"
                  params={{ diaryId: notebook.shortId }}
                  search={{ dose: plan._id, slot }}
                >
                  {words}
                </Link>
              </p>
            ))}
            {day!.missed.length > SHOWN_MISSED && (
              <p
                className={styles.missed}
              >{`and ${day!.missed.length - SHOWN_MISSED} more since yesterday`}</p>
            )}
            {day!.pauses.map((words) => (
              <p key={words} dir="auto">
                {words}
              </p>
            ))}
            {day!.count && <p>{day!.count}</p>}
            {day!.next && <p dir="auto">{day!.next}</p>}
            <LowStock notebook={notebook} stocks={stocks} />
          </li>
        ))}
      </List>
    </Section>
  );
}

type Day = {
  /** Planned in the last 24 hours and without an entry, the newest first. */
  missed: { plan: PlannedDose["plan"]; slot: string; words: string }[];
  pauses: string[];
  /** "3 of 4 given today". */
  count: string | null;
  next: string | null;
};

/** The doses of a notebook's day with pauses and low stock; null where nothing is planned, paused or low. */
function getDay({ days, pauses, stocks }: NotebookDoses, now: number): Day | null {
  const { timeZone } = days;
  const reading = { myId: undefined, timeZone, now };
  const today = toDayInZone(now, timeZone);
  const getRows = (day: string) => computeToday(days, day, now).groups.flatMap(({ rows }) => rows);
  const ofToday = getRows(today);
  const planned = ofToday.filter(({ state }) => state !== "paused");
  const given = planned.filter(({ state }) => state === "given").length;
  const words = ({ plan, dueAt }: PlannedDose) => `${formatMedicine(plan)}, ${formatMoment(dueAt, reading)}`;
  const next = ofToday.find(({ state }) => state === "coming");
  const names = new Map(days.plans.map((plan) => [plan._id, formatMedicine(plan)]));
  const day = {
    missed: [...getRows(addDays(today, -1)), ...ofToday]
      .filter(({ state, dueAt }) => state === "not_recorded" && dueAt > now - DAY)
      .sort((a, b) => b.dueAt - a.dueAt)
      .map((row) => ({ plan: row.plan, slot: row.slot, words: words(row) })),
    pauses: openPauses(pauses, now).map((pause) =>
      formatPause(pause, {
        names: (pause.planIds ?? []).map((id) => names.get(id) ?? "A plan"),
        timeZone,
        now,
      }),
    ),
    count: planned.length > 0 ? `${given} of ${planned.length} given today` : null,
    next: next ? `Next: ${words(next)}` : null,
  };
  const isEmpty = day.missed.length + day.pauses.length === 0 && day.count === null;
  return isEmpty && stocks.every(({ stock }) => !stock) ? null : day;
}
