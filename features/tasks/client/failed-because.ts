import { getErrorMessage } from "../../../lib/error-message.ts";

/** "Failed to reschedule task: …" with the server's sentence, or only the specified words when there is none. */
export function formatFailure(failed: string, error: unknown): string {
  const reason = getErrorMessage(error, "");
  return reason ? `${failed}: ${reason}` : failed;
}
