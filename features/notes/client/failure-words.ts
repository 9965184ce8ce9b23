import { getErrorMessage } from "../../../lib/error-message.ts";

/** "Failed to create note: …" with the server's message or advice; `failed` is the first part. */
export const describeFailure = (failed: string, error: unknown): string =>
  withReason(failed, getErrorMessage(error, "please try again"));

/** The same for a note whose form is already closed; adds that the input is kept as a draft. */
export const describeLateFailure = (failed: string, error: unknown): string =>
  withReasonAndDraft(failed, getErrorMessage(error, "the server refused it"));

const withReason = (failed: string, reason: string) => `${failed}: ${reason}`;
const withReasonAndDraft = (failed: string, reason: string) =>
  `${failed}: ${reason}. What you wrote is kept as a draft.`;
