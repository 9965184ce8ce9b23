import type { Notebook } from "../../../lib/api.ts";
import { formatLongDate } from "../../../lib/dates/time.ts";
import { isCalendarDay, longDay, shortDay } from "../../../lib/dates/zone-day.ts";
import { PRODUCT_NAME } from "../../../lib/product.ts";
import { useNow } from "../../../ui/use-now.ts";
import { formatAllergies } from "../client/allergy-words.ts";
import styles from "./print-facts.module.css";

type PrintFactsProps = {
  notebook: Notebook;
  /** The day of the list. */
  noteDay: string;
  author: string;
};

/** On paper alone: the allergies, the day of the list, and that it may be outdated. */
export function PrintFacts({ notebook, noteDay, author }: PrintFactsProps) {
  const now = useNow();
  const allergies = formatAllergies(notebook.details);
  return (
    <div className={styles.onPaper}>
      {allergies && <p>{`Allergies: ${allergies}`}</p>}
      <p>{`As of ${longDay(noteDay)}, written by ${author}.`}</p>
      <p>{`Printed from ${PRODUCT_NAME} on ${formatLongDate(now)}. Newer information may be in the notebook.`}</p>
    </div>
  );
}

/** "Rosa Blum, born Mar 5, 1940", which identifies a person to doctors. */
export function formatPerson({ details, dateOfBirth }: Notebook): string {
  const born = dateOfBirth && isCalendarDay(dateOfBirth) ? `born ${shortDay(dateOfBirth)}` : "";
  return [details.fullName, born].filter(Boolean).join(", ");
}
