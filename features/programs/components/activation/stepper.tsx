import { IconCheck } from "@tabler/icons-react";
import { t } from "../../../../lib/words/t.ts";
import { Rich } from "../../../../ui/rich.tsx";
import styles from "./stepper.module.css";

type StepperProps = { steps: readonly { name: string }[]; at: number };

/** Shows which step is current. It isn't clickable; the buttons below navigate. */
export function Stepper({ steps, at }: StepperProps) {
  return (
    <ol className={styles.steps} aria-label={t("activation.steps")}>
      {steps.map(({ name }, index) => (
        <li
          key={name}
          className={index === at ? `${styles.step} ${styles.now}` : styles.step}
          aria-current={index === at ? "step" : undefined}
        >
          <span className={index <= at ? `${styles.sign} ${styles.reached}` : styles.sign} aria-hidden="true">
            {index < at ? <IconCheck size={18} /> : index + 1}
          </span>
          {index < at ? (
            <Rich text="activation.stepDone" values={{ name }} />
          ) : (
            t("activation.step", { name })
          )}
        </li>
      ))}
    </ol>
  );
}
