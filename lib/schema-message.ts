import type { z } from "zod";
import { writeIssue } from "./words/message.ts";

/** The message of the first issue that a schema finds in a value; undefined for a valid one. */
export function getMessage(schema: z.ZodType, value: unknown): string | undefined {
  const issue = schema.safeParse(value).error?.issues[0];
  return issue && writeIssue(issue.message);
}
