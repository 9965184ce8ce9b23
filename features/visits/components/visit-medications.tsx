import { Link } from "@tanstack/react-router";
import type { Notebook } from "../../../lib/api.ts";
import { shortDay } from "../../../lib/dates/zone-day.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { placeSideBySide } from "../../../lib/side-by-side.ts";
import { Section } from "../../../ui/section.tsx";
import { Soft } from "../../../ui/text.tsx";
import { formatDifference } from "../../medications/client/public.ts";
import { describeAuthor } from "../../notebooks/rules/authors.ts";
import { getMedicationName, MEDICATION_MESSAGES } from "../../notes/rules/medication-limits.ts";
import type { Visit } from "../client/use-visit.ts";
import { CHANGE_DAYS } from "../rules.ts";
import type { VisitMedications as Medications } from "../schema.ts";
import styles from "./visit-medications.module.css";

type VisitMedicationsProps = { notebook: Notebook; medications: Visit["medications"] };

/** The medications that are valid, since when each is taken so, and what changed lately. */
export function VisitMedications({ notebook, medications }: VisitMedicationsProps) {
  return (
    <Section title="Medications" isApart>
      {medications ? (
        <ValidList notebook={notebook} medications={medications} />
      ) : (
        <Soft>The care team has no medication list.</Soft>
      )}
    </Section>
  );
}

function ValidList({ notebook, medications }: { notebook: Notebook; medications: Medications }) {
  const { rows, isLost, noteDay, changes } = medications;
  return (
    <>
      <p className={styles.head}>
        <Link
          to="/care/$diaryId/note/$noteId"
          params={{ diaryId: getShownId(notebook), noteId: getShownId(medications) }}
          className={styles.link}
        >
          {`List of ${shortDay(noteDay)}`}
        </Link>
        {`, written by ${describeAuthor(medications)}`}
      </p>
      {isLost && <p>{`${MEDICATION_MESSAGES.lost}.`}</p>}
      {!isLost && rows.length === 0 && <Soft>No medication is on this list.</Soft>}
      <ul className={styles.rows} aria-label="Valid now">
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: something may be listed twice; nothing moves
          <li key={index} className={styles.row}>
            <strong>{formatName(row)}</strong>
            <span>{placeSideBySide([row.dosage, row.timing], ", ") || "dose not said"}</span>
            <span className={styles.since}>{formatSince(row.since)}</span>
            {row.notes && <span className={styles.notes}>{row.notes}</span>}
          </li>
        ))}
      </ul>
      <h3 className={styles.changes}>{`Changed in the last ${CHANGE_DAYS} days`}</h3>
      {changes.length === 0 && <Soft>Nothing.</Soft>}
      <ul className={styles.days}>
        {changes.map((change, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: several lists may be of one day; nothing moves
          <li key={index}>
            {`${shortDay(change.noteDay)}, ${describeAuthor(change)}: ${changeWords(change)}`}
            {change.reason && ` (${change.reason})`}
          </li>
        ))}
      </ul>
    </>
  );
}

/** "Ramipril (Tritace)". */
const formatName = (row: Medications["rows"][number]) =>
  row.genericName && row.brandName
    ? placeSideBySide([row.genericName, `(${row.brandName})`])
    : getMedicationName(row);

/** Without an earlier list the start date is unknown. */
const formatSince = ({ day, orBefore }: Medications["rows"][number]["since"]) =>
  `since ${shortDay(day)}${orBefore ? " or before" : ""}`;

function changeWords({ differences }: Medications["changes"][number]): string {
  if (!differences) return "the first list that can be read";
  const words = differences.shown.map(formatDifference);
  if (differences.more > 0) words.push(`+ ${differences.more} more`);
  return words.join("; ") || "nothing was changed";
}
