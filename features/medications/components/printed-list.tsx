import type { Notebook } from "../../../lib/api.ts";
import { formatLongDate } from "../../../lib/dates/time.ts";
import { isCalendarDay, longDay, shortDay } from "../../../lib/dates/zone-day.ts";
import { PRODUCT_NAME } from "../../../lib/product.ts";
import { useNow } from "../../../ui/use-now.ts";
import type { Medication } from "../../notes/rules/medication-schema.ts";
import { formatAllergies } from "../client/allergy-words.ts";
import { MedicationTable } from "./medication-table.tsx";
import styles from "./printed-list.module.css";

type PrintedListProps = {
  notebook: Notebook;
  /** The day of the list. */
  noteDay: string;
  /** Who wrote the list; without an author it is the medicines of that day. */
  author?: string;
};

/** The list as it is printed, on paper alone: the facts about it and its table. */
export function PrintedList({ medications, ...facts }: PrintedListProps & { medications: Medication[] }) {
  return (
    <>
      <PrintedFacts {...facts} />
      {medications.length > 0 && (
        <div className={styles.onPaper}>
          <MedicationTable medications={medications} person={formatPerson(facts.notebook)} />
        </div>
      )}
    </>
  );
}

/** On paper alone: the allergies, the day of the list, and that it may be outdated. */
export function PrintedFacts({ notebook, noteDay, author }: PrintedListProps) {
  const now = useNow();
  const allergies = formatAllergies(notebook.details);
  return (
    <div className={styles.onPaper}>
      {allergies && <p>{`Allergies: ${allergies}`}</p>}
      <p>{`As of ${longDay(noteDay)}${author ? `, written by ${author}` : ""}.`}</p>
      <p>{`Printed from ${PRODUCT_NAME} on ${formatLongDate(now)}. Newer information may be in the notebook.`}</p>
    </div>
  );
}

/** "Rosa Blum, born Mar 5, 1940", which identifies a person to doctors. */
export function formatPerson({ details, dateOfBirth }: Notebook): string {
  const born = dateOfBirth && isCalendarDay(dateOfBirth) ? `born ${shortDay(dateOfBirth)}` : "";
  return [details.fullName, born].filter(Boolean).join(", ");
}
