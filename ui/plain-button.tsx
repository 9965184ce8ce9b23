import type { ComponentPropsWithRef } from "react";
import { joinClassNames } from "./class-names.ts";
import styles from "./plain-button.module.css";

type PlainButtonProps = ComponentPropsWithRef<"button"> & { look?: "default" | "filled" | "subtle" };

/** A button like the kit's, for parts that are shown before the UI kit is loaded. */
export function PlainButton({ look = "default", className, ...rest }: PlainButtonProps) {
  return (
    <button type="button" {...rest} className={joinClassNames(styles.button, styles[look], className)} />
  );
}
