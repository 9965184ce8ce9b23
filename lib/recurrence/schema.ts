import { z } from "zod";
import { type Recurrence, UNITS, WEEKDAYS } from "./recurrence.ts";

const unit = z.enum(UNITS);

/** A recurrence in its canonical form, as in results; arguments are parsed by `readRecurrence`. */
export const recurrence: z.ZodType<Recurrence> = z.discriminatedUnion("pattern", [
  z.strictObject({ pattern: z.literal("one-time") }),
  z.strictObject({ pattern: z.literal("interval"), interval: z.strictObject({ every: z.number(), unit }) }),
  z.strictObject({
    pattern: z.literal("frequency"),
    frequency: z.strictObject({ times: z.number(), per: z.number(), unit }),
  }),
  z.strictObject({
    pattern: z.literal("weekly"),
    weekly: z.strictObject({ byWeekdays: z.array(z.enum(WEEKDAYS)) }),
  }),
  z.strictObject({
    pattern: z.literal("monthly"),
    monthly: z.strictObject({ byMonthDay: z.array(z.number()) }),
  }),
  z.strictObject({ pattern: z.literal("custom"), rrule: z.string() }),
]);
