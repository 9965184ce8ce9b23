import type { ReactNode } from "react";
import styles from "./legend.module.css";

type LegendProps = { entries: readonly { mark: ReactNode; label: string }[] };

/** What the marks of a picture mean. Screen readers are told the same by the picture's texts. */
export function Legend({ entries }: LegendProps) {
  return (
    <ul className={styles.legend} aria-hidden="true">
      {entries.map(({ mark, label }) => (
        <li key={label} className={styles.entry}>
          {mark}
          {label}
        </li>
      ))}
    </ul>
  );
}
