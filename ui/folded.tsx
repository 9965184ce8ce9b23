import { IconChevronRight } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { readStored, writeStored } from "../lib/browser-store.ts";
import styles from "./folded.module.css";

type FoldProps = {
  title: string;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  children: ReactNode;
};

/** A part of a page behind its title, opened and closed by its owner. Folded content isn't loaded. */
export const Fold = ({ title, isOpen, onToggle, children }: FoldProps) => (
  <details
    open={isOpen}
    className={styles.folded}
    onToggle={({ currentTarget }) => {
      if (currentTarget.open !== isOpen) onToggle(currentTarget.open);
    }}
  >
    <summary className={styles.title}>
      <IconChevronRight className={styles.sign} aria-hidden="true" />
      {title}
    </summary>
    {isOpen && <div className={styles.content}>{children}</div>}
  </details>
);

type FoldedProps = Pick<FoldProps, "title" | "children"> & {
  /** Under which this browser remembers whether it is open. */
  name: string;
  /** Whether it is open before the reader has opened or closed it in this browser. */
  isOpenAtFirst?: boolean;
  /** Opens it when this becomes true, such as for an error inside. */
  mustOpen?: boolean;
};

/** A part of a page behind its title, which stays as it was left. */
export function Folded({ name, isOpenAtFirst = false, mustOpen = false, ...fold }: FoldedProps) {
  const key = `folded.${name}`;
  const [isOpen, setIsOpen] = useState(() => mustOpen || (readStored<boolean>(key) ?? isOpenAtFirst));
  const [mustOpenBefore, setMustOpenBefore] = useState(mustOpen);
  if (mustOpen !== mustOpenBefore) {
    setMustOpenBefore(mustOpen);
    if (mustOpen) setIsOpen(true);
  }
  return (
    <Fold
      {...fold}
      isOpen={isOpen}
      onToggle={(next) => {
        setIsOpen(next);
        writeStored(key, next);
      }}
    />
  );
}
