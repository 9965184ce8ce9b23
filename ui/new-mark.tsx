import { t } from "../lib/words/t.ts";
import styles from "./new-mark.module.css";

/** Marks unread items. */
export const NewMark = ({ children = t("ui.new") }: { children?: string }) => (
  <span className={styles.mark}>{children}</span>
);
