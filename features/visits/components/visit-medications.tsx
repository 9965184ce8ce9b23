import { Link } from "@tanstack/react-router";
import type { Notebook } from "../../../lib/api.ts";
import { shortDay } from "../../../lib/dates/zone-day.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { placeSideBySide } from "../../../lib/side-by-side.ts";
import { writeMessage } from "../../../lib/words/message.ts";
import { t } from "../../../lib/words/t.ts";
import { Rich } from "../../../ui/rich.tsx";
import { Section } from "../../../ui/section.tsx";
import { Soft } from "../../../ui/text.tsx";
import { formatDifference } from "../../medications/client/public.ts";
import { describeAuthor } from "../../notebooks/rules/authors.ts";
import { getMedicationName } from "../../notes/rules/medication-limits.ts";
import { MEDICATION_MESSAGES } from "../../notes/rules/medication-messages.ts";
import type { Visit } from "../client/use-visit.ts";
import { CHANGE_DAYS } from "../rules.ts";
import type { VisitMedications as Medications } from "../schema.ts";
import styles from "./visit-medications.module.css";

type VisitMedicationsProps = { notebook: Notebook; medications: Visit["medications"] };

/** The medications that are valid, since when each is taken so, and what changed lately. */
export function VisitMedications({ notebook, medications }: VisitMedicationsProps) {
  return (
    <Section title={t("visit.medications")} isApart>
      {medications ? (
        <ValidList notebook={notebook} medications={medications} />
      ) : (
        <Soft>{t("visit.noList")}</Soft>
      )}
    </Section>
  );
}

function ValidList({ notebook, medications }: { notebook: Notebook; medications: Medications }) {
  const { rows, isLost, noteDay, changes } = medications;
  return (
    <>
      <p className={styles.head}>
        <Rich
          text="visit.listOf"
          values={{
            day: shortDay(noteDay),
            author: describeAuthor(medications),
            link: (content) => (
              <Link
                to="/care/$diaryId/note/$noteId"
                params={{ diaryId: getShownId(notebook), noteId: getShownId(medications) }}
                className={styles.link}
              >
                {content}
              </Link>
            ),
          }}
        />
      </p>
      {isLost && <p>{`${writeMessage(MEDICATION_MESSAGES.lost)}.`}</p>}
      {!isLost && rows.length === 0 && <Soft>{t("visit.emptyList")}</Soft>}
      <ul className={styles.rows} aria-label={t("visit.validNow")}>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: something may be listed twice; nothing moves
          <li key={index} className={styles.row}>
            <strong>{formatName(row)}</strong>
            <span>{placeSideBySide([row.dosage, row.timing], ", ") || t("visit.doseNotSaid")}</span>
            <span className={styles.since}>{formatSince(row.since)}</span>
            {row.notes && <span className={styles.notes}>{row.notes}</span>}
          </li>
        ))}
      </ul>
      <h3 className={styles.changes}>{t("visit.changedLately", { days: CHANGE_DAYS })}</h3>
      {changes.length === 0 && <Soft>{t("visit.nothing")}</Soft>}
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
  t("visit.since", { day: shortDay(day), orBefore: orBefore ? "yes" : "no" });

function changeWords({ differences }: Medications["changes"][number]): string {
  if (!differences) return t("visit.firstList");
  const words = differences.shown.map(formatDifference);
  if (differences.more > 0) words.push(t("visit.more", { count: differences.more }));
  return words.join("; ") || t("visit.unchanged");
}
