import { readStored, writeStored } from "../../../lib/browser-store.ts";
import { t } from "../../../lib/words/t.ts";
import { offerNextStep } from "../../../ui/undo-toast.tsx";
import { findObstacle } from "./this-device.ts";

/** The storage key of the offer that this browser has made to the signed-in user. */
const OFFERED = "reminders-offered";

/**
 * Offers reminders on this device, once, after the first item with a time. Not where they are on already or the browser
 * can't show them. `leadTo` opens the settings.
 */
export function offerReminders(leadTo: () => void): void {
  const obstacle = findObstacle();
  const isPossible = obstacle === null || obstacle === "needs install";
  if (!isPossible || readStored(OFFERED) !== null || readStored("push") !== null) return;
  writeStored(OFFERED, true);
  const device = window.matchMedia("(pointer: coarse)").matches ? "phone" : "computer";
  offerNextStep(t("reminding.canRemind", { device }), t("reminding.setUp"), leadTo);
}
