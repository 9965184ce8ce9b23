import { useId } from "react";
import type { Column } from "../client/columns.ts";
import styles from "./table-view.module.css";

type TableViewProps<Row> = {
  /** What the table is, for screen readers; its heading stands above it on the page. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** True while these rows are about to be replaced. */
  isBusy?: boolean;
};

/**
 * Rows below their headings, which stay in sight while one scrolls, as does the first column. On a phone each row is a
 * card that names its parts.
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
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it with the arrow keys
    <section className={styles.region} aria-labelledby={id} tabIndex={0}>
      <table className={styles.table} aria-busy={isBusy}>
        <caption id={id} className="visually-hidden">
          {caption}
        </caption>
        <thead>
          <tr>
            {columns.map(({ heading, kind }) => (
              <th key={heading} scope="col" data-kind={kind}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row._id} tabIndex={-1}>
              <th scope="row" data-label={first.heading} data-kind={first.kind}>
                <div className={styles.words}>{first.cell(row)}</div>
              </th>
              {others.map(({ heading, kind, cell }) => (
                <td key={heading} data-label={heading} data-kind={kind}>
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
