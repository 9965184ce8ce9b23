import type { ReactNode } from "react";
import styles from "./empty-state.module.css";

type EmptyStateProps = {
  title: string;
  text?: string;
  /** A drawing; decorative. */
  picture?: ReactNode;
  /** The next step, as a button. */
  children?: ReactNode;
};

/** A list with nothing in it yet: what it is for and what to do next. */
export function EmptyState({ title, text, picture, children }: EmptyStateProps) {
  return (
    <section className={styles.empty}>
      {picture && (
        <div className={styles.picture} aria-hidden="true">
          {picture}
        </div>
      )}
      <h2 className={styles.title}>{title}</h2>
      {text && <p className={styles.text}>{text}</p>}
      {children}
    </section>
  );
}
