import { z } from "zod";
import { getPage, id, moment, nothing, paginationOptions } from "../../lib/schemas.ts";
import { TARGET_TYPES } from "../comments/rules.ts";
import { NEW_TYPES, UPDATE_TYPES } from "./rules.ts";

const place = {
  diaryId: id,
  diaryShortId: id,
  /** The notebook's subject. */
  diarySubject: z.string(),
  noteId: id.nullable(),
  noteShortId: id.nullable(),
};

/** One update, as home and the page of all updates show it. */
export const update = z.strictObject({
  ...place,
  type: z.enum(UPDATE_TYPES),
  id,
  title: z.string(),
  updatedAt: moment,
  isFirst: z.boolean(),
  actorName: z.string().nullable(),
  isByMe: z.boolean(),
  isNew: z.boolean(),
});

/** Updates that are read together. */
export const updateGroup = z.strictObject({
  ...place,
  /** The same for the same group at any time. */
  key: z.string(),
  /** The item to open for reading it; "notebook" for updates that need no opening. */
  thing: z.strictObject({ type: z.enum([...TARGET_TYPES, "notebook"]), id }),
  title: z.string(),
  /** Titles of tasks, at most three, each once. */
  titles: z.array(z.string()),
  /** How many further titles they have. */
  otherTitles: z.number(),
  /** When the newest of its updates happened. */
  at: moment,
  readUpTo: moment,
  mentionsMe: z.boolean(),
  parts: z.array(
    z.strictObject({
      type: z.enum(NEW_TYPES),
      count: z.number(),
      isFirst: z.boolean(),
      /** Newest first, each once. */
      actors: z.array(z.string().nullable()),
    }),
  ),
});

const inOneOrAll = z.object({ diaryId: id.optional() });

export const listNew = {
  args: inOneOrAll,
  returns: z.strictObject({ groups: z.array(updateGroup), isWhole: z.boolean() }),
};

export const pageUpdates = {
  args: inOneOrAll.extend({ paginationOpts: paginationOptions }),
  returns: getPage(update),
};

/** Up to when it was read: the time of the newest update that was shown. */
const upTo = z.number().int().min(0);

export const markRead = {
  args: z.object({ targetType: z.enum(TARGET_TYPES), targetId: id, upTo }),
  returns: nothing,
};

export const markAllRead = { args: inOneOrAll.extend({ upTo }), returns: nothing };

export const markShown = { args: inOneOrAll.extend({ upTo }), returns: nothing };
