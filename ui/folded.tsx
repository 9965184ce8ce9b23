import { IconChevronRight } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { readStored, writeStored } from "../lib/browser-store.ts";
import styles from "./folded.module.css";

type FoldedProps = {
  /** Under which this browser remembers whether it is open. */
  name: string;
  title: string;
  /** Whether it is open before the reader has opened or closed it in this browser. */
  isOpenAtFirst?: boolean;
  /** Opens it when this becomes true, such as for an error inside. */
  mustOpen?: boolean;
  children: ReactNode;
};

/** A part of a page behind its title, which stays as it was left. Folded content isn't loaded. */
export function Folded({ name, title, isOpenAtFirst = false, mustOpen = false, children }: FoldedProps) {
  const key = `folded.${name}`;
  const [isOpen, setIsOpen] = useState(() => mustOpen || (readStored<boolean>(key) ?? isOpenAtFirst));
  const [mustOpenBefore, setMustOpenBefore] = useState(mustOpen);
  if (mustOpen !== mustOpenBefore) {
    setMustOpenBefore(mustOpen);
    if (mustOpen) setIsOpen(true);
  }
  return (
    <details
      open={isOpen}
      className={styles.folded}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open === isOpen) return;
        setIsOpen(currentTarget.open);
        writeStored(key, currentTarget.open);
      }}
    >
      <summary className={styles.title}>
        <IconChevronRight className={styles.sign} aria-hidden="true" />
        {title}
      </summary>
      {isOpen && <div className={styles.content}>{children}</div>}
    </details>
  );
}
