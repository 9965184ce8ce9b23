import type { ComponentPropsWithRef, ElementType } from "react";
import styles from "./card.module.css";
import { joinClassNames } from "./class-names.ts";

type CardProps<Tag extends ElementType> = Omit<ComponentPropsWithRef<Tag>, "as"> & {
  /** The element; a list item by default. */
  as?: Tag;
  /** From dense to wide: one of many rows, one of a few cards, a part of a page, a whole page. */
  size?: "row" | "card" | "part" | "page";
  /** With a shadow, above the page. */
  isRaised?: boolean;
  /** The link in its heading covers the whole card. */
  isLink?: boolean;
  /** One of hundreds: laid out only when visible. Its own class sets the height until then. */
  isOneOfMany?: boolean;
};

/** Content on its own surface. */
export function Card<Tag extends ElementType = "li">(props: CardProps<Tag>) {
  const { as: Tag = "li", size = "card", isRaised, isLink, isOneOfMany, className, ...rest } = props;
  const classes = joinClassNames(
    styles.card,
    size !== "card" && styles[size],
    isRaised && styles.raised,
    isLink && styles.link,
    isOneOfMany && styles.many,
    className,
  );
  return <Tag {...rest} className={classes} />;
}
