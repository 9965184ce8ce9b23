import { z } from "zod";
import { id, moment, nothing } from "../../../lib/schemas.ts";
import { toIssue } from "../../../lib/words/message.ts";
import { MAX_AMOUNT, UNIT_NAMES } from "../../plans/rules/amounts.ts";
import { STOCK_MESSAGES } from "./messages.ts";
import { STOCK_KINDS, WARNING_KINDS } from "./stock.ts";

const warning = z.strictObject({
  below: z.number().positive().max(MAX_AMOUNT),
  of: z.enum(WARNING_KINDS),
});

const supply = z.discriminatedUnion("kind", [
  /** When the first planned dose is due that it doesn't cover. */
  z.strictObject({ kind: z.literal("until"), at: moment }),
  z.strictObject({ kind: z.literal("toEnd") }),
  z.strictObject({ kind: z.literal("long") }),
]);

export const listStock = {
  args: z.object({ diaryId: id }),
  returns: z.array(
    z.strictObject({
      planId: id,
      name: z.string(),
      strength: z.string(),
      doseUnit: z.enum(UNIT_NAMES),
      /** Whether the plan has times, so that a stock lasts for a number of days. */
      hasTimes: z.boolean(),
      /** Null until the first count. */
      stock: z
        .strictObject({
          /**
           * The newest count, with the amounts added, discarded and given after it; less than 0 when they don't fit.
           */
          amount: z.number(),
          countedAt: moment,
          countedBy: z.string().nullable(),
          supply: supply.nullable(),
        })
        .nullable(),
      warning: warning.nullable(),
    }),
  ),
};

export const listStockEvents = {
  args: z.object({ planId: id }),
  returns: z
    .array(
      z.strictObject({
        _id: id,
        kind: z.enum(STOCK_KINDS),
        amount: z.number(),
        at: moment,
        recordedAt: moment,
        by: z.string().nullable(),
      }),
    )
    .nullable(),
};

export const recordStock = {
  args: z.object({
    planId: id,
    kind: z.enum(STOCK_KINDS),
    /** In the plan's unit, such as tablets; never its strength. */
    amount: z.number().min(0).max(MAX_AMOUNT),
    /** When it was; now by default. */
    at: z.number().int().min(0).max(8.64e15).optional(),
  }),
  returns: nothing,
};

export const setStockWarning = {
  args: z.object({
    planId: id,
    /** Null for no warning. */
    warning: warning
      .refine(({ below, of }) => of === "amount" || Number.isInteger(below), {
        path: ["below"],
        message: toIssue(STOCK_MESSAGES.wholeDays),
      })
      .nullable(),
  }),
  returns: nothing,
};
