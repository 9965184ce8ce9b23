import styles from "./loading-page.module.css";

/** A quiet full-page wait; says what is awaited to a screen reader. */
export function LoadingPage({ label = "Loading..." }: { label?: string }) {
  return (
    <div className={styles.page} role="status">
      <span className={styles.ring} aria-hidden="true" />
      <span>{label}</span>
    </div>
  );
}
