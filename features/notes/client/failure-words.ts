import { errorMessage } from "../../../lib/error-message.ts";

/** "Failed to create note: …", with what the server said or what to do; `failed` is the first half. */
export const failureText = (failed: string, error: unknown): string =>
  withReason(failed, errorMessage(error, "please try again"));

/** The same of a note whose form is gone already, and what became of it. */
export const lateFailureText = (failed: string, error: unknown): string =>
  withReasonAndDraft(failed, errorMessage(error, "the server refused it"));

const withReason = (failed: string, reason: string) => `${failed}: ${reason}`;
const withReasonAndDraft = (failed: string, reason: string) =>
  `${failed}: ${reason}. What you wrote is kept as a draft.`;
