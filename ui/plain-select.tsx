import { IconSelector } from "@tabler/icons-react";
import { type ComponentPropsWithRef, useId } from "react";
import styles from "./plain-select.module.css";

type PlainSelectProps = Omit<ComponentPropsWithRef<"select">, "children"> & {
  label: string;
  options: readonly { value: string; label: string }[];
  /** With the label before the field instead of above it. */
  isInline?: boolean;
};

/** A choice from a list that looks like the kit's, for screens that have no other field. */
export function PlainSelect({ label, options, isInline = false, ...rest }: PlainSelectProps) {
  const id = useId();
  return (
    <div className={isInline ? styles.inline : undefined}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={styles.field}>
        <select {...rest} id={id} className={styles.select}>
          {options.map(({ value, label: words }) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
        <IconSelector size={18} aria-hidden="true" className={styles.icon} />
      </div>
    </div>
  );
}
