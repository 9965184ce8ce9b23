import { z } from "zod";
import { inNotebook, person } from "../../../server/access/gate.ts";
import { mutation, query } from "../../../server/functions/define.ts";
import { KEPT_OF_TASKS, notebookFields } from "../rules.ts";
import { ofNotebook } from "./access.ts";
import * as data from "./data.ts";

const id = z.string().max(64);

/** The caller's notebooks with counts and times; see `data.listNotebooks`. */
export const listMyDiaries = query({
  args: z.object({}),
  access: person(),
  handler: ({ db, access, baseUrl }) => data.listNotebooks(db, access, baseUrl),
});

/** One notebook by its id, or null when it is missing or the caller is no member. */
export const getDiary = query({
  args: z.object({ diaryId: id }),
  access: ofNotebook(),
  handler: async ({ db, access, baseUrl }) => access && data.getNotebook(db, access, baseUrl),
});

/** As `getDiary`, by the six letters of a link. */
export const getDiaryByShortId = query({
  args: z.object({ shortId: id }),
  access: ofNotebook(),
  handler: async ({ db, access, baseUrl }) => access && data.getNotebook(db, access, baseUrl),
});

/** Makes a notebook that the caller owns; returns its id. `avatarUrl` is the address of a photo they uploaded. */
export const createDiaryWithPersonInfo = mutation({
  args: notebookFields,
  access: person(),
  handler: async ({ db, access, audit, ...surrounding }, notebook) => {
    const diaryId = await data.insertNotebook(db, access, notebook, surrounding);
    await audit({ eventType: "notebook.created", ...aboutNotebook(diaryId) });
    return diaryId;
  },
});

/**
 * Replaces all information of a notebook and its subject. Without `avatarUrl` the photo stays, null takes it away.
 * Refused when `baseVersion` is given and out of date.
 */
export const updateDiaryWithPersonInfo = mutation({
  args: notebookFields.extend({
    diaryId: id,
    baseVersion: z.number().int().min(1).optional(),
    /** What the tasks to come that have times keep when `timeZone` is another one. */
    timedTasksKeep: z.enum(KEPT_OF_TASKS).default("hour"),
  }),
  access: inNotebook("notebook.edit"),
  handler: async (
    { db, access, audit, ...surrounding },
    { diaryId, baseVersion, timedTasksKeep, ...notebook },
  ) => {
    const how = { ...surrounding, baseVersion, timedTasksKeep };
    const fields = await data.updateNotebook(db, access, notebook, how);
    if (fields.length > 0) {
      await audit({ eventType: "notebook.updated", ...aboutNotebook(diaryId), details: { fields } });
    }
    return null;
  },
});

/** Puts a notebook away for all its members: it leaves their lists and stays as readable and writable as before. */
export const archiveDiary = mutation({
  args: z.object({ diaryId: id }),
  access: inNotebook("notebook.archive"),
  handler: async ({ db, access, audit }, { diaryId }) => {
    if (await data.setArchived(db, access, true)) {
      await audit({ eventType: "notebook.archived", ...aboutNotebook(diaryId) });
    }
    return null;
  },
});

/** Takes a notebook back from the archive. */
export const unarchiveDiary = mutation({
  args: z.object({ diaryId: id }),
  access: inNotebook("notebook.archive"),
  handler: async ({ db, access, audit }, { diaryId }) => {
    if (await data.setArchived(db, access, false)) {
      await audit({ eventType: "notebook.unarchived", ...aboutNotebook(diaryId) });
    }
    return null;
  },
});

/** Deletes a notebook for good, with all that is in it. */
export const deleteDiary = mutation({
  args: z.object({ diaryId: id }),
  access: inNotebook("notebook.delete"),
  handler: async ({ db, access, audit }, { diaryId }) => {
    await data.deleteNotebook(db, access);
    await audit({ eventType: "notebook.deleted", ...aboutNotebook(diaryId) });
    return null;
  },
});

/** Tells that the caller has a notebook open: what is in it isn't unread to them any more. */
export const markDiaryOpened = mutation({
  args: z.object({ diaryId: id }),
  access: inNotebook("notebook.see"),
  handler: async ({ db, access, now }) => {
    await data.markOpened(db, access, now);
    return null;
  },
});

const aboutNotebook = (diaryId: string) => ({ diaryId, targetType: "notebook", targetId: diaryId });
