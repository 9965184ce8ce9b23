import { IconPlus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { t } from "../../../lib/words/t.ts";
import styles from "./create-tile.module.css";

/** The last tile of one's own notebooks: creates another one. */
export function CreateTile() {
  return (
    <li className={styles.tile}>
      <Link to="/care/new" className={styles.link}>
        <IconPlus aria-hidden="true" />
        {t("notebooks.create")}
      </Link>
    </li>
  );
}
