import { useId } from "react";
import { t } from "../../../lib/words/t.ts";
import type { Column } from "../client/columns.ts";
import styles from "./table-view.module.css";

type TableViewProps<Row> = {
  /** The table's name for screen readers; its visible heading is on the page. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** True while other rows are loading that will replace these. */
  isBusy?: boolean;
};

/**
 * A table whose headings and first column stay visible while scrolling. On a phone each row is a card with labelled
 * values.
 */
export function TableView<Row extends { _id: string }>({
  caption,
  columns,
  rows,
  isBusy = false,
}: TableViewProps<Row>) {
  const id = useId();
  const [first, ...others] = columns;
  if (!first) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: users without a mouse scroll it with the arrow keys
    <section className={styles.region} aria-labelledby={id} tabIndex={0}>
      <table className={styles.table} aria-busy={isBusy}>
        <caption id={id} className="visually-hidden">
          {caption}
        </caption>
        <thead>
          <tr>
            {columns.map(({ heading, kind }) => (
              <th key={heading} scope="col" data-kind={kind}>
                {t(heading)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row._id} tabIndex={-1}>
              <th scope="row" data-label={t(first.heading)} data-kind={first.kind}>
                <div className={styles.words}>{first.cell(row)}</div>
              </th>
              {others.map(({ heading, kind, cell }) => (
                <td key={heading} data-label={t(heading)} data-kind={kind}>
                  <div className={styles.words}>{cell(row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
