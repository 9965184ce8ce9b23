import { z } from "zod";
import { ROLES } from "./roles.ts";

// Not in `lib/ids.ts` or the rooms' rules: pages that don't load zod import those.

/** An id in a call, full or short; an unknown id is refused where it is looked up. */
export const id = z.string().max(64);

/** The id of something new, made by the device: sent twice, it is made once. */
export const newId = z.uuid().toLowerCase();

/** A day, `YYYY-MM-DD`. */
export const day = z.string().meta({ description: "A day, YYYY-MM-DD" });

/** A moment. */
export const moment = z.number().meta({ description: "Milliseconds since 1970-01-01T00:00Z" });

/** A member's role in a notebook. */
export const role = z.enum(ROLES);

/** The result of functions that return nothing. */
export const nothing = z.null();

/**
 * A text that is one of the values of a string type. For values that only the server lists; values that both sides know
 * are an enum.
 */
export function getWord<Word extends string>() {
  const text: z.ZodType<string> = z.string();
  return text as z.ZodType<Word>;
}

/** The client asks for 20 and 20 more; nobody needs larger pages. */
const MAX_ITEMS = 100;

/** The argument that `usePaginatedQuery` sends with each page. */
export const paginationOptions = z.object({
  numItems: z.number().int().min(1).max(MAX_ITEMS),
  cursor: z.string().max(500).nullable(),
  endCursor: z.string().max(500).nullish(),
  id: z.number().optional(),
  maximumRowsRead: z.number().optional(),
  maximumBytesRead: z.number().optional(),
});
export type PaginationOptions = z.output<typeof paginationOptions>;

/** The result that `usePaginatedQuery` expects for a page of such items. */
export const getPage = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({
    page: z.array(item),
    isDone: z.boolean(),
    continueCursor: z.string(),
    splitCursor: z.string().optional(),
    pageStatus: z.literal("SplitRecommended").optional(),
  });

/** A proof of recent re-authentication; see `server/auth/proof.ts`. */
export const proof = z.string().max(100);
