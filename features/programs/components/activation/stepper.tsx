import { IconCheck } from "@tabler/icons-react";
import styles from "./stepper.module.css";

type StepperProps = { steps: readonly { name: string; label: string }[]; at: number };

/** Shows which step is current. It isn't clickable; the buttons below navigate. */
export function Stepper({ steps, at }: StepperProps) {
  return (
    <ol className={styles.steps} aria-label="Steps">
      {steps.map(({ name, label }, index) => (
        <li
          key={name}
          className={index === at ? `${styles.step} ${styles.now}` : styles.step}
          aria-current={index === at ? "step" : undefined}
        >
          <span className={index <= at ? `${styles.sign} ${styles.reached}` : styles.sign} aria-hidden="true">
            {index < at ? <IconCheck size={18} /> : index + 1}
          </span>
          {label}
          {index < at && <span className="visually-hidden"> (done)</span>}
        </li>
      ))}
    </ol>
  );
}
