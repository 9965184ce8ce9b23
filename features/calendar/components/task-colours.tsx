import {
  IconAlertTriangle,
  IconCalendarEvent,
  IconCheck,
  IconHourglass,
  IconSun,
  IconSunHigh,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
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

/** The icon and label of a colour, as on a task's card. */
export function ColourMark({ colour }: { colour: TaskColour }) {
  const { icon, word } = getColour(colour);
  return (
    <span className={styles.mark} data-colour={colour}>
      {icon}
      {word}
    </span>
  );
}

/** The legend of the calendar's colours. */
export function ColourLegend() {
  return (
    <ul className={styles.legend} aria-label="What the colours mean">
      {COLOURS.map(({ colour }) => (
        <li key={colour}>
          <ColourMark colour={colour} />
        </li>
      ))}
    </ul>
  );
}
