import { IconChevronDown } from "@tabler/icons-react";
import { type ReactNode, startTransition, useId, useState } from "react";
import styles from "./task-section.module.css";

type TaskSectionProps = {
  title: string;
  /** How many it holds, and that in words where it isn't exact. */
  count: number;
  countWords: string;
  /** What stands there when there is nothing. */
  empty: string;
  startsOpen: boolean;
  children: ReactNode;
};

/** A part of the tasks page that can be folded away, with how many it holds. */
export function TaskSection({ title, count, countWords, empty, startsOpen, children }: TaskSectionProps) {
  const area = useId();
  const [isOpen, setIsOpen] = useState(startsOpen);
  return (
    <section className={styles.section} aria-label={title}>
      <h2 className={styles.heading}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={area}
          // The press is answered at once, the rows follow.
          onClick={() => startTransition(() => setIsOpen(!isOpen))}
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
