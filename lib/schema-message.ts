import type { z } from "zod";

/** The message of the first issue that a schema finds in a value; undefined for a valid one. */
export const getMessage = (schema: z.ZodType, value: unknown): string | undefined =>
  schema.safeParse(value).error?.issues[0]?.message;
