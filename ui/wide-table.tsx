import { type ReactNode, useId } from "react";
import { Table } from "./table.tsx";
import styles from "./wide-table.module.css";

type WideTableProps = {
  /** The table's name, for screen readers. */
  caption: string;
  children: ReactNode;
};

/** A table to read that may be wider than a phone: it is scrolled in its own frame, also with the keyboard. */
export function WideTable({ caption, children }: WideTableProps) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: users without a mouse scroll it with the arrow keys
    <section className={styles.frame} aria-labelledby={id} tabIndex={0}>
      <Table>
        <caption id={id} className="visually-hidden">
          {caption}
        </caption>
        {children}
      </Table>
    </section>
  );
}
