import styles from "./new-mark.module.css";

/** Marks what the reader hasn't read. */
export const NewMark = ({ children = "New" }: { children?: string }) => (
  <span className={styles.mark}>{children}</span>
);
