import { writeDraft } from "../../../ui/draft.ts";
import { notifyFailure } from "../../../ui/notify.ts";
import { lateFailureText } from "./failure-words.ts";

/** How long the form waits for the server's answer: not long without a connection, longer with one. */
const PATIENCE_MS = { offline: 600, online: 8000 };

const WAITING = Symbol("waiting");
const waiting = (ms: number) => new Promise<typeof WAITING>((resolve) => setTimeout(resolve, ms, WAITING));

type Save = {
  write: () => Promise<string>;
  isOnline: () => boolean;
  key: string;
  /** What comes back as a draft. */
  values: unknown;
  failed: string;
};

/**
 * Sends a form. Resolves once the server has it ("saved"), or after a short while ("waiting") when the network is slow or
 * away: the note then shows as being saved, the connection sends it when it can, and what was typed
 * comes back as a draft if the server refuses it or the page goes first. Rejects on an early refusal.
 */
export async function savePatiently({
  write,
  isOnline,
  key,
  values,
  failed,
}: Save): Promise<"saved" | "waiting"> {
  const saved = write();
  let outcome = await Promise.race([saved, waiting(PATIENCE_MS.offline)]);
  if (outcome === WAITING && isOnline()) outcome = await Promise.race([saved, waiting(PATIENCE_MS.online)]);
  writeDraft(key, null);
  if (outcome !== WAITING) return "saved";

  const keep = () => writeDraft(key, values);
  window.addEventListener("pagehide", keep);
  document.addEventListener("visibilitychange", keep);
  saved
    .then(() => writeDraft(key, null))
    .catch((error: unknown) => {
      console.error(failed, error);
      keep();
      notifyFailure(lateFailureText(failed, error));
    })
    .finally(() => {
      window.removeEventListener("pagehide", keep);
      document.removeEventListener("visibilitychange", keep);
    });
  return "waiting";
}
