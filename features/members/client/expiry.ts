import { t } from "../../../lib/words/t.ts";
import { getDaysLeft } from "../rules/invitations.ts";

/** The remaining time of an invitation in whole days, rounded up (care-core 4): "Expires in 1 day". */
export const describeExpiry = (expiresAt: number, now: number): string =>
  t("offers.expires", { days: getDaysLeft(expiresAt, now) });
