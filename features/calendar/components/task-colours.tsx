import {
  IconAlertTriangle,
  IconCalendarEvent,
  IconCheck,
  IconHourglass,
  IconSun,
  IconSunHigh,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { LATENESS_WORDS, type Lateness } from "../../tasks/rules/lateness.ts";
import type { TaskColour } from "../../tasks/rules/states.ts";
import styles from "./task-colours.module.css";

/** The meaning of each colour of a task, as text, in the order of the legend. */
export const COLOURS: { colour: TaskColour; word: string; icon: ReactNode }[] = [
  { colour: "red", word: "Overdue", icon: <IconAlertTriangle aria-hidden="true" /> },
  { colour: "yellow", word: "Begun, still due", icon: <IconHourglass aria-hidden="true" /> },
  { colour: "blue", word: "Today", icon: <IconSunHigh aria-hidden="true" /> },
  { colour: "green", word: "To come", icon: <IconCalendarEvent aria-hidden="true" /> },
  { colour: "grey", word: "Finished", icon: <IconCheck aria-hidden="true" /> },
  { colour: "ghost", word: "Added to today", icon: <IconSun aria-hidden="true" /> },
];

export const getColour = (colour: TaskColour) => COLOURS.find((known) => known.colour === colour)!;

/** The word for a task of a colour: a red one is overdue, or late as long as its day lasts. */
export const getColourWord = (colour: TaskColour, lateness: Lateness | null): string =>
  colour === "red" && lateness !== null ? LATENESS_WORDS[lateness] : getColour(colour).word;

/** How many tasks of a day have each word, in the order of the legend. */
export function countByWord(
  placed: readonly { colour: TaskColour; lateness: Lateness | null }[],
): { colour: TaskColour; word: string; count: number }[] {
  const counts = new Map<string, { colour: TaskColour; word: string; count: number }>();
  for (const { colour } of COLOURS) {
    for (const task of placed.filter((one) => one.colour === colour)) {
      const word = getColourWord(colour, task.lateness);
      const known = counts.get(word) ?? { colour, word, count: 0 };
      counts.set(word, { ...known, count: known.count + 1 });
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
      {getColourWord(colour, lateness)}
    </span>
  );
}

/** The legend of the calendar's colours, with the icons of chips or the dots of narrow cells. */
export function ColourLegend({ hasDots }: { hasDots: boolean }) {
  return (
    <ul className={styles.legend} aria-label="What the colours mean">
      {COLOURS.map(({ colour, word, icon }) => (
        <li key={colour} className={styles.mark} data-colour={colour}>
          {hasDots ? <ColourDot /> : icon}
          {colour === "red" ? `${word} or ${LATENESS_WORDS.late.toLowerCase()}` : word}
        </li>
      ))}
    </ul>
  );
}

/** A dot in the colour of its parent, which has `data-colour`; dots also differ in shape. */
export const ColourDot = () => <span className={styles.dot} aria-hidden="true" />;
