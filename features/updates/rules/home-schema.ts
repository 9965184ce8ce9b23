import { z } from "zod";
import { id, moment } from "../../../lib/schemas.ts";
import { update } from "../schema.ts";
import { HOME_NOTES, HOME_UPDATES, MAX_NOTES, MAX_UPDATES } from "./home.ts";

const place = {
  diaryId: id,
  diaryShortId: id,
  /** The notebook's subject. */
  diarySubject: z.string(),
  noteId: id.nullable(),
  noteShortId: id.nullable(),
};

export const homeRecent = z.strictObject({
  recentNotes: z.array(
    z.strictObject({
      ...place,
      _id: id,
      title: z.string(),
      updatedAt: moment,
      noteTypeIcon: z.string(),
    }),
  ),
  recentUpdates: z.array(update),
});

export const getHomeRecent = {
  args: z.object({
    notesLimit: z.number().int().min(0).max(MAX_NOTES).default(HOME_NOTES),
    updatesLimit: z.number().int().min(0).max(MAX_UPDATES).default(HOME_UPDATES),
  }),
  returns: homeRecent,
};
