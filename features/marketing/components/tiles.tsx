import type { Icon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import styles from "./tiles.module.css";

export type Tile = { Icon: Icon; name: string; text: ReactNode };

/** A grid of short texts, each under its sign. */
export function Tiles({ tiles, narrow = false }: { tiles: readonly Tile[]; narrow?: boolean }) {
  return (
    <ul className={narrow ? `${styles.tiles} ${styles.narrow}` : styles.tiles}>
      {tiles.map(({ Icon, name, text }) => (
        <li key={name} className={styles.tile}>
          <span className={styles.sign}>
            <Icon aria-hidden="true" />
          </span>
          <h3>{name}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  );
}
