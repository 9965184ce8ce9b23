import { readStored, writeStored } from "../../../lib/browser-store.ts";
import { offerNextStep } from "../../../ui/undo-toast.tsx";
import { findObstacle } from "./this-device.ts";

/** Under this key stands that it was offered in this browser to the signed-in person. */
const OFFERED = "reminders-offered";

/**
 * After the first thing with a time: offers once to be reminded on this device. Not where it is on already, and not where
 * the browser can't. `leadTo` opens the settings.
 */
export function offerReminders(leadTo: () => void): void {
  const obstacle = findObstacle();
  const isPossible = obstacle === null || obstacle === "needs install";
  if (!isPossible || readStored(OFFERED) !== null || readStored("push") !== null) return;
  writeStored(OFFERED, true);
  const device = window.matchMedia("(pointer: coarse)").matches ? "phone" : "computer";
  offerNextStep(`You can be reminded on this ${device}.`, "Set it up", leadTo);
}
