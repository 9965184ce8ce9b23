import { z } from "zod";
import { id } from "../../lib/schemas.ts";
import { toIssue } from "../../lib/words/message.ts";
import { DATA_URL_LENGTH, PHOTO_MESSAGES } from "./rules.ts";

/** Arguments of an upload. `filename` is required by the specification and not used. */
export const photoFields = z.object({
  dataUrl: z.string().max(DATA_URL_LENGTH, toIssue(PHOTO_MESSAGES.length)),
  filename: z.string().max(255),
});

export const uploadAvatarFromDataUrl = {
  args: photoFields.extend({ diaryId: id.optional() }),
  returns: z.string(),
};
