import { IconAlertTriangle } from "@tabler/icons-react";
import { useId } from "react";
import { t } from "../lib/words/t.ts";
import styles from "./error-state.module.css";
import { PlainButton } from "./plain-button.tsx";

type ErrorStateProps = { title?: string; message: string; onRetry?: () => void };

/** A list or page that couldn't be loaded: the message and a Retry button. */
export function ErrorState({ title = t("ui.wrong"), message, onRetry }: ErrorStateProps) {
  const id = useId();
  return (
    <div
      role="alert"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      className={styles.error}
    >
      <IconAlertTriangle size={20} aria-hidden="true" className={styles.icon} />
      <div className={styles.words}>
        <div id={`${id}-title`} className={styles.title}>
          {title}
        </div>
        <div id={`${id}-text`}>
          <p>{message}</p>
          {onRetry && <PlainButton onClick={onRetry}>{t("ui.retry")}</PlainButton>}
        </div>
      </div>
    </div>
  );
}
