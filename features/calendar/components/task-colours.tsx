import {
  IconAlertTriangle,
  IconCalendarEvent,
  IconCheck,
  IconHourglass,
  IconSun,
  IconSunHigh,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { t } from "../../../lib/words/t.ts";
import type { Lateness } from "../../tasks/rules/lateness.ts";
import type { TaskColour } from "../../tasks/rules/states.ts";
import styles from "./task-colours.module.css";

/** The icon of each colour of a task, in the order of the legend. */
export const COLOURS: { colour: TaskColour; icon: ReactNode }[] = [
  { colour: "red", icon: <IconAlertTriangle aria-hidden="true" /> },
  { colour: "yellow", icon: <IconHourglass aria-hidden="true" /> },
  { colour: "blue", icon: <IconSunHigh aria-hidden="true" /> },
  { colour: "green", icon: <IconCalendarEvent aria-hidden="true" /> },
  { colour: "grey", icon: <IconCheck aria-hidden="true" /> },
  { colour: "ghost", icon: <IconSun aria-hidden="true" /> },
];

export const getColour = (colour: TaskColour) => COLOURS.find((known) => known.colour === colour)!;

/** What a task's colour means: a red one is overdue, or late as long as its day lasts. */
const getKind = (colour: TaskColour, lateness: Lateness | null): TaskColour | "late" =>
  colour === "red" && lateness === "late" ? "late" : colour;

export const describeColour = (colour: TaskColour, lateness: Lateness | null): string =>
  t("calendar.kind", { kind: getKind(colour, lateness) });

/** How many tasks of a day are of each kind, in the order of the legend. */
export function countByKind(
  placed: readonly { colour: TaskColour; lateness: Lateness | null }[],
): { colour: TaskColour; kind: TaskColour | "late"; count: number }[] {
  const counts = new Map<string, { colour: TaskColour; kind: TaskColour | "late"; count: number }>();
  for (const { colour } of COLOURS) {
    for (const task of placed.filter((one) => one.colour === colour)) {
      const kind = getKind(colour, task.lateness);
      const known = counts.get(kind) ?? { colour, kind, count: 0 };
      counts.set(kind, { ...known, count: known.count + 1 });
    }
  }
  return [...counts.values()];
}

type ColourMarkProps = { colour: TaskColour; lateness?: Lateness | null };

/** The icon and label of a colour, as on a task's card. */
export function ColourMark({ colour, lateness = null }: ColourMarkProps) {
  return (
    <span className={styles.mark} data-colour={colour}>
      {getColour(colour).icon}
      {describeColour(colour, lateness)}
    </span>
  );
}

/** The legend of the calendar's colours, with the icons of chips or the dots of narrow cells. */
export function ColourLegend({ hasDots }: { hasDots: boolean }) {
  return (
    <ul className={styles.legend} aria-label={t("calendar.whatColoursMean")}>
      {COLOURS.map(({ colour, icon }) => (
        <li key={colour} className={styles.mark} data-colour={colour}>
          {hasDots ? <ColourDot /> : icon}
          {colour === "red" ? t("calendar.overdueOrLate") : describeColour(colour, null)}
        </li>
      ))}
    </ul>
  );
}

/** A dot in the colour of its parent, which has `data-colour`; dots also differ in shape. */
export const ColourDot = () => <span className={styles.dot} aria-hidden="true" />;
