import { shortDay, toClockInZone, toDayInZone } from "../../lib/dates/zone-day.ts";
import { t } from "../../lib/words/t.ts";

/** A moment with its zone, for readers of a paper who don't know where it was made. */
export const formatMomentOnPaper = (ts: number, zone: string): string =>
  t("paper.moment", { day: shortDay(toDayInZone(ts, zone)), time: toClockInZone(ts, zone), zone });
