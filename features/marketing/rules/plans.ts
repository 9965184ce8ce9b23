import type { Key } from "../../../lib/words/keys.ts";

export type Plan = {
  id: string;
  name: Key;
  /** For a month; nothing for a free plan. */
  price: string;
  isFree?: boolean;
  forWhom: Key;
  isMostPopular?: boolean;
  contents: readonly Key[];
};

/** The plans of the hosted service, as specified (workspace 9). Their limits aren't enforced by the program. */
export const PLANS: readonly Plan[] = [
  {
    id: "free",
    name: "pricing.free",
    price: "$0",
    isFree: true,
    forWhom: "pricing.freeFor",
    contents: [
      "pricing.oneDiary",
      "pricing.unlimitedNotes",
      "pricing.threeMembers",
      "pricing.basicRecording",
      "pricing.emailSupport",
    ],
  },
  {
    id: "family",
    name: "pricing.family",
    price: "$19",
    forWhom: "pricing.familyFor",
    isMostPopular: true,
    contents: [
      "pricing.fiveDiaries",
      "pricing.unlimitedNotes",
      "pricing.unlimitedRecordings",
      "pricing.tenMembers",
      "pricing.summaries",
      "pricing.priorityEmail",
      "pricing.commentNotifications",
      "pricing.assignments",
    ],
  },
  {
    id: "pro",
    name: "pricing.pro",
    price: "$49",
    forWhom: "pricing.proFor",
    contents: [
      "pricing.unlimitedDiaries",
      "pricing.unlimitedMembers",
      "pricing.advancedAi",
      "pricing.integrations",
      "pricing.phoneSupport",
      "pricing.chatSupport",
      "pricing.advancedSecurity",
      "pricing.training",
      "pricing.apiAccess",
    ],
  },
];
