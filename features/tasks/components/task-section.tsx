import { IconChevronDown } from "@tabler/icons-react";
import { type ReactNode, startTransition, useId, useState } from "react";
import styles from "./task-section.module.css";

type TaskSectionProps = {
  title: string;
  /** Its count, and the count as text where it isn't exact. */
  count: number;
  countWords: string;
  /** The placeholder of an empty section. */
  empty: string;
  /** Whether it is open until the user opens or closes it. */
  startsOpen: boolean | "unless empty";
  children: ReactNode;
};

/** A collapsible section of the tasks page with its count. */
export function TaskSection({ title, count, countWords, empty, startsOpen, children }: TaskSectionProps) {
  const area = useId();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isOpen = chosen ?? (startsOpen === "unless empty" ? count > 0 : startsOpen);
  return (
    <section className={styles.section} aria-label={title}>
      <h2 className={styles.heading}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={area}
          // The click responds at once, the rows render afterwards.
          onClick={() => startTransition(() => setChosen(!isOpen))}
        >
          <IconChevronDown aria-hidden="true" className={styles.arrow} />
          {title} <span className={styles.count}>({countWords})</span>
        </button>
      </h2>
      <div id={area} hidden={!isOpen}>
        {isOpen && (count === 0 ? <p className={styles.empty}>{empty}</p> : children)}
      </div>
    </section>
  );
}
