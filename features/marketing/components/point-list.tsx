import { IconCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import styles from "./point-list.module.css";

/** A list of features: a few words each, then their explanation. */
export function PointList({ points }: { points: readonly { name: string; text: ReactNode }[] }) {
  return (
    <ul className={styles.points}>
      {points.map(({ name, text }) => (
        <li key={name} className={styles.point}>
          <IconCheck className={styles.sign} aria-hidden="true" />
          <p>
            <strong>{name}.</strong> {text}
          </p>
        </li>
      ))}
    </ul>
  );
}
