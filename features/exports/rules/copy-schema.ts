import { z } from "zod";
import { id } from "../../../lib/schemas.ts";

export const getCopyUrl = {
  args: z.object({ diaryId: id }),
  returns: z.strictObject({ url: z.string() }),
};
