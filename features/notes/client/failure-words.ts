import { getErrorMessage } from "../../../lib/error-message.ts";
import { t } from "../../../lib/words/t.ts";

/** "Failed to create note: …" with the server's message or advice; `failed` is the first part. */
export const describeFailure = (failed: string, error: unknown): string =>
  t("notewords.failed", { failed, reason: getErrorMessage(error, t("notewords.tryAgain")) });

/** The same for a note whose form is already closed; adds that the input is kept as a draft. */
export const describeLateFailure = (failed: string, error: unknown): string =>
  t("notewords.failedLate", { failed, reason: getErrorMessage(error, t("notewords.refused")) });
