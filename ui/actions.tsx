import type { ComponentPropsWithRef } from "react";
import styles from "./actions.module.css";
import { joinClassNames } from "./class-names.ts";

type ActionsProps = ComponentPropsWithRef<"div"> & {
  /** Text links instead of buttons, aligned with the text above, for use in each row of a list. */
  isQuiet?: boolean;
  /** With small gaps. */
  isTight?: boolean;
  /** The end of a dialog: on the right, the main button last, as in `FormEnd`. */
  isEnd?: boolean;
};

/** Buttons side by side. */
export function Actions({ isQuiet, isTight, isEnd, className, ...rest }: ActionsProps) {
  const classes = joinClassNames(
    styles.actions,
    isTight && styles.tight,
    isQuiet && styles.quiet,
    isEnd && styles.end,
    className,
  );
  return <div {...rest} className={classes} />;
}
