import { errorMessage } from "../../../lib/error-message.ts";

/** "Failed to reschedule task: …" with the server's sentence, or only the specified words when there is none. */
export function failedBecause(failed: string, error: unknown): string {
  const reason = errorMessage(error, "");
  return reason ? `${failed}: ${reason}` : failed;
}
