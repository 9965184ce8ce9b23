import { z } from "zod";
import { id, moment, nothing } from "../../../lib/schemas.ts";
import { toIssue } from "../../../lib/words/message.ts";
import { MAX_PLANS } from "../../plans/rules/limits.ts";
import { PAUSE_MESSAGES } from "./messages.ts";
import { PAUSE_KINDS } from "./pauses.ts";

const time = z.number().int().min(0).max(8.64e15);

/** A pause as a reader sees it. */
export const pause = z.strictObject({
  _id: id,
  kind: z.enum(PAUSE_KINDS),
  /** The paused plans that the reader sees; null for all plans. */
  planIds: z.array(id).nullable(),
  from: moment,
  /** It holds until before this moment; null for an open end. */
  until: moment.nullable(),
  startedBy: z.string().nullable(),
  createdAt: moment,
  /** The member who ended it, and when; null until then. */
  endedBy: z.string().nullable(),
  endedAt: moment.nullable(),
  revision: z.number(),
});

export const listPauses = { args: z.object({ diaryId: id }), returns: z.array(pause) };

const endsAfterItBegan = {
  path: ["untilAt"],
  message: toIssue(PAUSE_MESSAGES.order),
};
type Span = { fromAt: number; untilAt: number | null };
const isInOrder = ({ fromAt, untilAt }: Span) => untilAt === null || untilAt > fromAt;

export const startPause = {
  args: z
    .object({
      diaryId: id,
      kind: z.enum(PAUSE_KINDS),
      /** Null for all plans, including later ones. */
      planIds: z.array(id).min(1).max(MAX_PLANS).nullable(),
      fromAt: time,
      untilAt: time.nullable(),
    })
    .refine(isInOrder, endsAfterItBegan),
  returns: id,
};

const onStanding = {
  pauseId: id,
  /** The revision that the caller saw: of two changes at once the second is refused. */
  revision: z.number().int().min(1),
};

export const changePause = {
  args: z
    .object({ ...onStanding, fromAt: time, untilAt: time.nullable() })
    .refine(isInOrder, endsAfterItBegan),
  returns: nothing,
};

export const endPause = { args: z.object(onStanding), returns: nothing };
