import styles from "./progress-bar.module.css";

type ProgressBarProps = {
  /** What makes progress, for those who can't see where the bar stands. */
  label: string;
  /** 0 to 100. */
  percentage: number;
  /** What the bar means in words, read out instead of the bare number. */
  text: string;
  /** A second bar beside the first one looks different. */
  isSecond?: boolean;
};

/** How far something is, drawn. The words stand beside it. */
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
