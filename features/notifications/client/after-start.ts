import { api, type ServerCalls } from "../../../lib/api.ts";
import { writeStored } from "../../../lib/browser-store.ts";
import { isTimeZone } from "../../../lib/dates/time-zones.ts";
import { getViewersZone, placeOfZone } from "../../../lib/dates/zone-day.ts";
import { t } from "../../../lib/words/t.ts";
import { offerNextStep } from "../../../ui/undo-toast.tsx";
import { getClockHours } from "../rules/clock.ts";
import { checkThisDevice, sendKeptAnswers } from "./this-device.ts";
import type { SettingsChange } from "./use-reminder-settings.ts";
import { findZoneToAsk, formatZoneQuestion } from "./zone-question.ts";

/** The storage key of the time zone that this browser has sent; also in `use-after-start.ts`. */
const CLOCK_OF = "clock-of";

/** Work of reminders that no screen waits for: the person's clock, this device's subscription, and answers that aren't sent. */
export async function runAfterStart(convex: ServerCalls): Promise<void> {
  await sendKeptAnswers();
  await checkZone(convex);
  await checkThisDevice(convex);
}

/**
 * Sends the user's time zone and clock format from the first device; a device in another zone asks, once, and changes
 * nothing by itself.
 */
async function checkZone(convex: ServerCalls): Promise<void> {
  const { timeZone, clockHours } = await convex.query(api.notifications.getSettings, {});
  const zone = getViewersZone();
  const set = (change: SettingsChange) => convex.mutation(api.notifications.setSettings, change);
  const first = {
    ...(timeZone === null && isTimeZone(zone) && { timeZone: zone }),
    ...(clockHours === null && { clockHours: getClockHours() }),
  };
  if (Object.keys(first).length > 0) await set(first);
  const asked = findZoneToAsk(timeZone);
  writeStored(CLOCK_OF, zone);
  if (asked)
    offerNextStep(
      formatZoneQuestion(asked),
      t("reminding.useClock", { place: placeOfZone(asked) }),
      () => void set({ timeZone: asked }),
    );
}
