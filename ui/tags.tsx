import { joinClassNames } from "./class-names.ts";
import styles from "./tags.module.css";

/** The words that something is found by. */
export function Tags({
  tags,
  label,
  className,
}: {
  tags: readonly string[];
  label: string;
  className?: string;
}) {
  return (
    <ul className={joinClassNames(styles.tags, className)} aria-label={label}>
      {tags.map((tag) => (
        <li key={tag} className={styles.tag}>
          {tag}
        </li>
      ))}
    </ul>
  );
}
