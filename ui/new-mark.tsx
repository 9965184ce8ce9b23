import styles from "./new-mark.module.css";

/** Marks unread items. */
export const NewMark = ({ children = "New" }: { children?: string }) => (
  <span className={styles.mark}>{children}</span>
);
