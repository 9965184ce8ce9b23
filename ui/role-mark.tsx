import styles from "./role-mark.module.css";

/** The role of a person, next to their name. */
export const RoleMark = ({ children }: { children: string }) => (
  <span className={styles.mark}>{children}</span>
);
