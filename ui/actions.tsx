import type { ComponentPropsWithRef } from "react";
import styles from "./actions.module.css";
import { classNames } from "./class-names.ts";

type ActionsProps = ComponentPropsWithRef<"div"> & {
  /** Words rather than buttons, in line with the text above them: one of many rows has them. */
  isQuiet?: boolean;
  /** Close together. */
  isTight?: boolean;
};

/** What can be done, as buttons side by side. */
export function Actions({ isQuiet, isTight, className, ...rest }: ActionsProps) {
  const classes = classNames(styles.actions, isTight && styles.tight, isQuiet && styles.quiet, className);
  return <div {...rest} className={classes} />;
}
