import type { ComponentPropsWithRef } from "react";
import { classNames } from "./class-names.ts";
import styles from "./list.module.css";

type ListProps = ComponentPropsWithRef<"ul"> & {
  /** The element that it is; `ol` where the order says something. */
  as?: "ul" | "ol";
  /** The room between its entries: 0, 0.5, 0.75, 0.875 or 1 rem. */
  gap?: "none" | "xs" | "sm" | "md" | "lg";
  /** Side by side, as many as there is room for at 20 rem each. */
  isGrid?: boolean;
  /** A line above each entry. */
  isRuled?: boolean;
  /** Its entries have menus, which are wider than their buttons until they find their place. */
  hasMenus?: boolean;
};

/** Entries one below the other, without marks; its own class may put them side by side. */
export function List({ as = "ul", gap = "sm", isGrid, isRuled, hasMenus, className, ...rest }: ListProps) {
  const classes = [
    styles.list,
    styles[gap],
    isGrid && styles.grid,
    isRuled && styles.ruled,
    hasMenus && styles.menus,
  ];
  // To React both are the same but for their names.
  const Tag = as as "ul";
  return <Tag {...rest} className={classNames(...classes, className)} />;
}
