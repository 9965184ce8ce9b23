import type { ReactNode } from "react";
import styles from "./link-line.module.css";

/** A line with a link to more than is shown, large enough for a thumb; not on paper. */
export const LinkLine = ({ children }: { children: ReactNode }) => (
  <p className={`${styles.line} no-print`}>{children}</p>
);
