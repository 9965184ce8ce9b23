import { t } from "../../lib/words/t.ts";
import { getReadingTime, showToast } from "../../ui/notify.ts";
import { readKeptOfOthers } from "../auth/kept-things.ts";
import { formatKept, formatOther } from "../auth/kept-words.ts";

/** Shows that other people have something on this device that isn't sent. */
export async function showKeptNotice(myId: string): Promise<void> {
  for (const other of await readKeptOfOthers(myId)) {
    const text = t("kept.ofOther", { name: formatOther(other), what: formatKept(other.work) });
    showToast({ text, color: "gray", role: "status", closeAfter: getReadingTime(text) });
  }
}
