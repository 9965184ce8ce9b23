import { Soft } from "../../../ui/text.tsx";
import { DOSE_MARKS, NOT_PLANNED, PAUSED_CODE, type SheetNames } from "../rules/cell-words.ts";
import type { Sheet } from "../rules/month.ts";
import { formatReasonCode, REASON_WORDS, readReason } from "../rules/reasons.ts";
import styles from "./month-legend.module.css";

/** What the letters of a sheet mean: the people, and the codes that occur. */
export function MonthLegend({ sheet, names }: { sheet: Sheet; names: SheetNames }) {
  const reasons = new Set(
    sheet.rows.flatMap(({ cells }) =>
      [...cells.values()].flatMap(({ state, dose }) =>
        state === "not_given" ? [readReason(dose!.reason)] : [],
      ),
    ),
  );
  const codes = [
    ...names.names.map((name, i) => [names.initials[i]!, name] as const),
    ...[...reasons].map((reason) => [formatReasonCode(reason), REASON_WORDS[reason]] as const),
    ["–", "not recorded"] as const,
    [PAUSED_CODE, "paused"] as const,
    [NOT_PLANNED, "not planned"] as const,
    ...Object.values(DOSE_MARKS),
  ];
  return (
    <>
      <Soft className={styles.hint}>
        Initials: given. A time below them: given earlier or later than planned.
      </Soft>
      <ul className={styles.codes}>
        {codes.map(([code, words]) => (
          <li key={`${code} ${words}`}>
            <b>{code}</b> {words}
          </li>
        ))}
      </ul>
    </>
  );
}
