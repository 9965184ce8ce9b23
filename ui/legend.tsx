import type { ReactNode } from "react";
import styles from "./legend.module.css";

type LegendProps = { entries: readonly { mark: ReactNode; label: string }[] };

/** The meaning of the marks of a picture. Screen readers get it from the picture's texts. */
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
