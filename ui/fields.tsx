import type { ComponentPropsWithRef, ElementType } from "react";
import { joinClassNames } from "./class-names.ts";
import styles from "./fields.module.css";

type FieldsProps<Tag extends ElementType> = Omit<ComponentPropsWithRef<Tag>, "as"> & {
  /** The element, such as `form`; a `div` by default. */
  as?: Tag;
  /** With large gaps, for a form that is a whole page. */
  isWide?: boolean;
};

/** The fields of a form, one below the other. */
export function Fields<Tag extends ElementType = "div">(props: FieldsProps<Tag>) {
  const { as: Tag = "div", isWide, className, ...rest } = props;
  return <Tag {...rest} className={joinClassNames(styles.fields, isWide && styles.wide, className)} />;
}
