import type { ReactNode } from "react";
import styles from "./choices.module.css";

/** The radio buttons or checkboxes of a group, one below the other. */
export const Choices = ({ children }: { children: ReactNode }) => (
  <div className={styles.choices}>{children}</div>
);
