import { hasText, t } from "../../lib/words/t.ts";
import plain from "../../ui/plain.module.css";

/** Shown when sign-in itself could not start; nothing else works without it. `message` may be the key of a text. */
export function StartFailure({ message }: { message: string }) {
  return (
    <main id="main" tabIndex={-1} className={plain.notice}>
      <div role="alert">
        <h1>{t("start.startFailed")}</h1>
        <p>{hasText(message) ? t(message) : message}</p>
      </div>
      <button type="button" className={plain.primary} onClick={() => window.location.reload()}>
        {t("start.retry")}
      </button>
    </main>
  );
}
