import { errorMessage } from "../../../lib/error-message.ts";
import { notifyFailure } from "../../../ui/notify.ts";
import { writeDraft } from "./note-draft.ts";
import type { NoteValues } from "./note-values.ts";

/** How long the form waits for the server before it trusts the connection to deliver later. */
const PATIENCE_MS = 600;

type Save = { write: () => Promise<string>; key: string; values: NoteValues; failed: string };

/**
 * Sends a form. Resolves once the server has it ("saved"), or after a short while ("waiting") when the network is slow or
 * away: the note then shows as being saved, the connection sends it when it can, and what was typed
 * comes back as a draft if the server refuses it or the page goes first. Rejects on an early refusal.
 */
export async function savePatiently({ write, key, values, failed }: Save): Promise<"saved" | "waiting"> {
  const saved = write();
  const patience = new Promise<"waiting">((resolve) => setTimeout(resolve, PATIENCE_MS, "waiting"));
  const outcome = await Promise.race([saved, patience]);
  writeDraft(key, null);
  if (outcome !== "waiting") return "saved";

  const keep = () => writeDraft(key, values);
  window.addEventListener("pagehide", keep);
  document.addEventListener("visibilitychange", keep);
  saved
    .then(() => writeDraft(key, null))
    .catch((error: unknown) => {
      console.error(failed, error);
      keep();
      notifyFailure(
        `${failed}: ${errorMessage(error, "the server refused it")}. What you wrote is kept as a draft.`,
      );
    })
    .finally(() => {
      window.removeEventListener("pagehide", keep);
      document.removeEventListener("visibilitychange", keep);
    });
  return "waiting";
}
