import type { z } from "zod";

/** What a schema has against a value, in the words of its first objection; undefined when it takes it. */
export const messageOf = (schema: z.ZodType, value: unknown): string | undefined =>
  schema.safeParse(value).error?.issues[0]?.message;
