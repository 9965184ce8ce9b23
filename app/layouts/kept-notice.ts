import { t } from "../../lib/words/t.ts";
import { getReadingTime, showToast } from "../../ui/notify.ts";
import { readKeptOfOthers } from "../auth/kept-things.ts";

/** Shows that other people have something on this device that isn't sent. */
export async function showKeptNotice(myId: string): Promise<void> {
  for (const { name, words } of await readKeptOfOthers(myId)) {
    const text = t("shell.keptForOther", { name, what: words });
    showToast({ text, color: "gray", role: "status", closeAfter: getReadingTime(text) });
  }
}
