import type { ComponentPropsWithRef, ElementType } from "react";
import styles from "./card.module.css";
import { classNames } from "./class-names.ts";

type CardProps<Tag extends ElementType> = Omit<ComponentPropsWithRef<Tag>, "as"> & {
  /** The element that it is; an entry of a list unless another is named. */
  as?: Tag;
  /** From dense to wide: one of many rows, one of a few things, a part of a page, a page of its own. */
  size?: "row" | "card" | "part" | "page";
  /** With a shadow: it stands above the page. */
  isRaised?: boolean;
  /** The link in its heading covers all of it. */
  isLink?: boolean;
  /** One of hundreds: laid out only in sight. Its own class says how high it is until then. */
  isOneOfMany?: boolean;
};

/** A thing on a surface of its own. */
export function Card<Tag extends ElementType = "li">(props: CardProps<Tag>) {
  const { as: Tag = "li", size = "card", isRaised, isLink, isOneOfMany, className, ...rest } = props;
  const classes = classNames(
    styles.card,
    size !== "card" && styles[size],
    isRaised && styles.raised,
    isLink && styles.link,
    isOneOfMany && styles.many,
    className,
  );
  return <Tag {...rest} className={classes} />;
}
