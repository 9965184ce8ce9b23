import { t } from "../../../../lib/words/t.ts";
import { getReaderLanguage } from "../../../../server/words/texts.ts";
import { PUSH_LATER_MINUTES } from "../../rules/later.ts";

/**
 * What our worker writes on the buttons of a message, and in its place after an answer (`app/worker/push.js`). It has
 * English itself, for messages without these.
 */
export function writeWorkerWords(): Record<string, string> | undefined {
  if (getReaderLanguage().language === "en") return undefined;
  return {
    done: t("pushes.done"),
    later: t("pushes.later", { minutes: PUSH_LATER_MINUTES }),
    // The device writes the time, by its own clock.
    putOff: t("pushes.putOff", { time: "{time}" }),
    again: t("pushes.again"),
    over: t("pushes.over"),
    refused: t("pushes.refused"),
    notSent: t("pushes.notSent"),
  };
}
