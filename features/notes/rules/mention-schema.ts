import { z } from "zod";
import { MAX_MENTIONS } from "../../../lib/mentions.ts";

/** Ids of the people whom a text mentions, each once. */
export const createMentionIds = (tooMany: string) =>
  z
    .array(z.uuid().toLowerCase())
    .max(MAX_MENTIONS, tooMany)
    .transform((ids) => [...new Set(ids)]);

/** A mentioned user with the current name that the text shows. */
export const mentionedPerson = z.strictObject({ userId: z.string(), name: z.string() });
