import type { ReactNode } from "react";
import { Card } from "./card.tsx";
import styles from "./entry.module.css";
import { NewMark } from "./new-mark.tsx";
import { Facts } from "./text.tsx";

type EntryProps = {
  icon: ReactNode;
  /** The link, or the button, that the whole entry is. */
  title: ReactNode;
  /** Next to the title, such as "New". */
  marks?: readonly string[];
  text?: ReactNode;
  /** Facts in a row below. */
  children: ReactNode;
  /** Buttons below the facts. */
  actions?: ReactNode;
};

/** An entry of a list of recent items: an icon, a title that links to the item, and facts. */
export function Entry({ icon, title, marks = [], text, children, actions }: EntryProps) {
  return (
    <Card isLink className={styles.entry}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <div className={styles.words}>
        <h3 className={styles.title}>
          {title}
          {marks.map((mark) => (
            <NewMark key={mark}>{mark}</NewMark>
          ))}
        </h3>
        {text && (
          <p className={styles.text} dir="auto">
            {text}
          </p>
        )}
        <Facts className={styles.meta}>{children}</Facts>
        {actions}
      </div>
    </Card>
  );
}
