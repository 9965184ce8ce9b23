import type { Message } from "../../../lib/words/message.ts";
import { MAX_AMOUNT } from "../../plans/rules/amounts.ts";
import { LATE_RECORD_DAYS, MAX_SPAN_DAYS } from "./limits.ts";
import { MAX_OPEN_PAUSES } from "./pauses.ts";

export const DOSE_MESSAGES = {
  noDose: { key: "doserules.noDose" },
  notPlanned: { key: "doserules.notPlanned" },
  future: { key: "doserules.future" },
  tooLongAgo: { key: "doserules.tooLongAgo" },
  longAgo: { key: "doserules.longAgo", values: { most: LATE_RECORD_DAYS } },
  otherReason: { key: "doserules.otherReason" },
  given: { key: "doserules.given" },
  notStanding: { key: "doserules.notStanding" },
  notClaimed: { key: "doserules.notClaimed" },
  span: { key: "doserules.span", values: { most: MAX_SPAN_DAYS } },
  giver: { key: "doserules.giver" },
  amount: { key: "doserules.amount" },
  helpedBefore: { key: "doserules.helpedBefore" },
} as const satisfies Record<string, Message>;

export const PAUSE_MESSAGES = {
  none: { key: "doserules.pauseNone" },
  order: { key: "doserules.pauseOrder" },
  distance: { key: "doserules.pauseDistance" },
  plans: { key: "doserules.pausePlans" },
  covered: { key: "doserules.pauseCovered" },
  changed: { key: "doserules.pauseChanged" },
  ended: { key: "doserules.pauseEnded" },
  tooMany: { key: "doserules.pauseTooMany", values: { most: MAX_OPEN_PAUSES } },
} as const satisfies Record<string, Message>;

export const STOCK_MESSAGES = {
  countFirst: { key: "doserules.stockCountFirst" },
  future: { key: "doserules.stockFuture" },
  longAgo: { key: "doserules.stockLongAgo" },
  wholeDays: { key: "doserules.stockWholeDays" },
  large: { key: "doserules.stockLarge", values: { most: MAX_AMOUNT } },
} as const satisfies Record<string, Message>;
