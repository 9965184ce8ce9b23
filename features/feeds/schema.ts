import { z } from "zod";
import { id, moment, nothing, proof } from "../../lib/schemas.ts";
import { ALARM_MINUTES, DEFAULT_SETTINGS, DETAILS, WHOSE } from "./rules.ts";

const whose = z.enum(WHOSE);
const detail = z.enum(DETAILS);
/** Minutes before a task; null without an alarm. */
const alarmMinutes = z.literal([...ALARM_MINUTES]).nullable();

const feed = z.strictObject({
  _id: id,
  /** Null for all notebooks of the person. */
  diaryId: id.nullable(),
  diaryName: z.string().nullable(),
  whose,
  detail,
  alarmMinutes,
  /** When the present link was made. */
  linkedAt: moment,
  /** The last fetch and the program that made it; null before the first one. */
  lastFetch: z.strictObject({ at: moment, program: z.string() }).nullable(),
  _creationTime: moment,
});

export const listFeeds = {
  args: z.object({}),
  returns: z.array(feed),
};

/** The address, which is returned only once: the server keeps no more than its hash. */
const link = z.string();

export const createFeed = {
  args: z.object({
    /** Absent for all notebooks. */
    diaryId: id.optional(),
    whose: whose.default(DEFAULT_SETTINGS.whose),
    detail: detail.default(DEFAULT_SETTINGS.detail),
    alarmMinutes: alarmMinutes.default(DEFAULT_SETTINGS.alarmMinutes),
    proof,
  }),
  returns: z.strictObject({ feedId: id, link }),
};

export const changeFeed = {
  args: z.object({
    feedId: id,
    whose: whose.optional(),
    detail: detail.optional(),
    alarmMinutes: alarmMinutes.optional(),
  }),
  returns: nothing,
};

export const replaceLink = {
  args: z.object({ feedId: id, proof }),
  returns: z.strictObject({ link }),
};

export const stopFeed = {
  args: z.object({ feedId: id }),
  returns: nothing,
};
