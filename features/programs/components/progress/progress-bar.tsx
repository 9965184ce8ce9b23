import styles from "./progress-bar.module.css";

type ProgressBarProps = {
  /** The accessible name of the bar. */
  label: string;
  /** 0 to 100. */
  percentage: number;
  /** The value as text, announced instead of the number. */
  text: string;
  /** Whether it is a secondary bar, with a different look. */
  isSecond?: boolean;
};

/** A progress bar; the text is next to it. */
export function ProgressBar({ label, percentage, text, isSecond = false }: ProgressBarProps) {
  const now = Math.round(Math.min(100, Math.max(0, percentage)));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={now}
      aria-valuetext={text}
      className={styles.track}
    >
      <div
        className={isSecond ? `${styles.bar} ${styles.second}` : styles.bar}
        style={{ width: `${now}%` }}
      />
    </div>
  );
}
