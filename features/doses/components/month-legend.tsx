import { t } from "../../../lib/words/t.ts";
import { Soft } from "../../../ui/text.tsx";
import { DOSE_MARKS, NOT_PLANNED, PAUSED_CODE, type SheetNames } from "../rules/cell-words.ts";
import type { Sheet } from "../rules/month.ts";
import { formatReasonCode, nameReason, readReason } from "../rules/reasons.ts";
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
    ...[...reasons].map((reason) => [formatReasonCode(reason), nameReason(reason)] as const),
    ["–", t("dosecells.notRecorded")] as const,
    [PAUSED_CODE, t("dosecells.paused")] as const,
    [NOT_PLANNED, t("dosecells.notPlanned")] as const,
    ...Object.values(DOSE_MARKS).map(([sign, words]) => [sign, t(words)] as const),
  ];
  return (
    <>
      <Soft className={styles.hint}>{t("dosemonth.legend")}</Soft>
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
