import type { Message } from "../../../lib/words/message.ts";
import { writeMessage } from "../../../lib/words/message.ts";
import { onDraftsEnding, writeDraft } from "../../../ui/draft.ts";
import { notifyFailure } from "../../../ui/notify.ts";
import { hasOutbox } from "../../../ui/waiting-changes.ts";
import { describeLateFailure } from "./failure-words.ts";

/**
 * How long the form waits for the answer: longer when online, and where changes are kept, because a kept change is answered
 * soon in any case and its files follow it; briefly otherwise.
 */
const TIMEOUT_MS = { offline: 600, online: 8000 };

const WAITING = Symbol("waiting");
const waiting = (ms: number) => new Promise<typeof WAITING>((resolve) => setTimeout(resolve, ms, WAITING));

type Save = {
  write: () => Promise<string>;
  isOnline: () => boolean;
  key: string;
  /** The values to restore as a draft. */
  values: unknown;
  failed: Message;
};

/**
 * Submits a form. Resolves with "saved" once the server has confirmed it, or with "waiting" after a short while on a
 * slow or missing network: the note is then shown as being saved, the client sends it when it can, and the input is
 * restored as a draft if the server refuses it, or if the page is closed or the session ends first. Rejects on an early
 * refusal.
 */
export async function saveWithTimeout({
  write,
  isOnline,
  key,
  values,
  failed,
}: Save): Promise<"saved" | "waiting"> {
  const keep = () => writeDraft(key, values);
  const stop = onDraftsEnding(keep);
  const saved = write();
  try {
    let outcome = await Promise.race([saved, waiting(TIMEOUT_MS.offline)]);
    if (outcome === WAITING && (hasOutbox() || isOnline()))
      outcome = await Promise.race([saved, waiting(TIMEOUT_MS.online)]);
    writeDraft(key, null);
    if (outcome !== WAITING) {
      stop();
      return "saved";
    }
  } catch (error) {
    stop();
    throw error;
  }

  window.addEventListener("pagehide", keep);
  document.addEventListener("visibilitychange", keep);
  saved
    .then(() => writeDraft(key, null))
    .catch((error: unknown) => {
      console.error(writeMessage(failed), error);
      keep();
      notifyFailure(describeLateFailure(writeMessage(failed), error));
    })
    .finally(() => {
      window.removeEventListener("pagehide", keep);
      document.removeEventListener("visibilitychange", keep);
      stop();
    });
  return "waiting";
}
