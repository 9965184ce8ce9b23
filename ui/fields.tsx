import type { ComponentPropsWithRef, ElementType } from "react";
import { classNames } from "./class-names.ts";
import styles from "./fields.module.css";

type FieldsProps<Tag extends ElementType> = Omit<ComponentPropsWithRef<Tag>, "as"> & {
  /** The element that it is, such as `form`; a `div` unless another is named. */
  as?: Tag;
  /** Far apart: the form is a page of its own. */
  isWide?: boolean;
};

/** The fields of a form, one below the other. */
export function Fields<Tag extends ElementType = "div">(props: FieldsProps<Tag>) {
  const { as: Tag = "div", isWide, className, ...rest } = props;
  return <Tag {...rest} className={classNames(styles.fields, isWide && styles.wide, className)} />;
}
