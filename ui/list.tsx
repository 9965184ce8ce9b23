import type { ComponentPropsWithRef } from "react";
import { joinClassNames } from "./class-names.ts";
import styles from "./list.module.css";

type ListProps = ComponentPropsWithRef<"ul"> & {
  /** The element; `ol` where the order has a meaning. */
  as?: "ul" | "ol";
  /** The gap between entries: 0, 0.5, 0.75 or 1 rem. */
  gap?: "none" | "xs" | "sm" | "lg";
  /** In columns of at least 20 rem. */
  isGrid?: boolean;
  /** A line above each entry. */
  isRuled?: boolean;
  /** Its entries have menus, which are wider than their buttons until they are positioned. */
  hasMenus?: boolean;
};

/** Entries one below the other, without bullets; its own class may place them side by side. */
export function List({ as = "ul", gap = "sm", isGrid, isRuled, hasMenus, className, ...rest }: ListProps) {
  const classes = [
    styles.list,
    styles[gap],
    isGrid && styles.grid,
    isRuled && styles.ruled,
    hasMenus && styles.menus,
  ];
  // React's types differ only by element name.
  const Tag = as as "ul";
  return <Tag {...rest} className={joinClassNames(...classes, className)} />;
}
