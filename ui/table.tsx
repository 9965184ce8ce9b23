import type { ComponentPropsWithRef } from "react";
import { joinClassNames } from "./class-names.ts";
import styles from "./table.module.css";

/** A table to read: rows between lines, on its own surface. Words in cells aren't broken. */
export function Table({ className, ...rest }: ComponentPropsWithRef<"table">) {
  return <table {...rest} className={joinClassNames(styles.table, className)} />;
}
