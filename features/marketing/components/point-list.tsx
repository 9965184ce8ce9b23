import { IconCheck } from "@tabler/icons-react";
import type { Key } from "../../../lib/words/keys.ts";
import { t } from "../../../lib/words/t.ts";
import styles from "./point-list.module.css";

/** A list of features: a few words each, then their explanation. */
export function PointList({ points }: { points: readonly { name: Key; text: Key }[] }) {
  return (
    <ul className={styles.points}>
      {points.map(({ name, text }) => (
        <li key={name} className={styles.point}>
          <IconCheck className={styles.sign} aria-hidden="true" />
          <p>
            <strong>{t(name)}.</strong> {t(text)}
          </p>
        </li>
      ))}
    </ul>
  );
}
