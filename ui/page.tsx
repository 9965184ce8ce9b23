import type { ComponentPropsWithRef } from "react";
import { joinClassNames } from "./class-names.ts";
import styles from "./page.module.css";

type PageProps = ComponentPropsWithRef<"div"> & {
  /** The gap between its parts: 0.5, 1 or 1.25 rem. */
  gap: "sm" | "md" | "lg";
};

/** A page to read or to fill in, no wider than a readable line: its parts one below the other. */
export function Page({ gap, className, ...rest }: PageProps) {
  return <div {...rest} className={joinClassNames(styles.page, styles[gap], className)} />;
}
