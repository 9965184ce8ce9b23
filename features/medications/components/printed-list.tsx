import type { Notebook } from "../../../lib/api.ts";
import { formatLongDate } from "../../../lib/dates/time.ts";
import { isCalendarDay, longDay, shortDay } from "../../../lib/dates/zone-day.ts";
import { t } from "../../../lib/words/t.ts";
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
      {allergies && <p>{allergies}</p>}
      <p>
        {author
          ? t("medicationlist.asOfBy", { day: longDay(noteDay), author })
          : t("medicationlist.asOf", { day: longDay(noteDay) })}
      </p>
      <p>{t("medicationlist.printedFrom", { day: formatLongDate(now) })}</p>
    </div>
  );
}

/** "Rosa Blum, born Mar 5, 1940", which identifies a person to doctors. */
export function formatPerson({ details, dateOfBirth }: Notebook): string {
  if (!dateOfBirth || !isCalendarDay(dateOfBirth)) return details.fullName;
  return t("medicationlist.born", { name: details.fullName, day: shortDay(dateOfBirth) });
}
