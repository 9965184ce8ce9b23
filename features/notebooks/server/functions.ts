import { inNotebook, person } from "../../../server/access/gate.ts";
import { mutation, query } from "../../../server/functions/define.ts";
import * as schema from "../schema.ts";
import { maySeeNotebook, maySeeOwnNotebooks } from "./access.ts";
import * as data from "./data.ts";

/** The caller's notebooks with counts and times; see `data.listNotebooks`. */
export const listMyDiaries = query({
  ...schema.listMyDiaries,
  example: {},
  access: maySeeOwnNotebooks(),
  handler: ({ db, access, baseUrl }) => data.listNotebooks(db, access, baseUrl),
});

/** One notebook by its id, or null when it is missing or the caller is no member. */
export const getDiary = query({
  ...schema.getDiary,
  access: maySeeNotebook(),
  handler: async ({ db, access, baseUrl }) => access && data.getNotebook(db, access, baseUrl),
});

/** As `getDiary`, by the six-letter id of a link. */
export const getDiaryByShortId = query({
  ...schema.getDiaryByShortId,
  access: maySeeNotebook(),
  handler: async ({ db, access, baseUrl }) => access && data.getNotebook(db, access, baseUrl),
});

/** Creates a notebook owned by the caller; returns its id. `avatarUrl` is the address of a photo they uploaded. */
export const createDiaryWithPersonInfo = mutation({
  ...schema.createDiaryWithPersonInfo,
  access: person(),
  handler: async ({ db, access, audit, limits, ...surrounding }, notebook) => {
    await data.refuseTooMany(db, access, limits);
    const diaryId = await data.insertNotebook(db, access, notebook, surrounding);
    await audit({ eventType: "notebook.created", ...aboutNotebook(diaryId) });
    return diaryId;
  },
});

/**
 * Replaces all information of a notebook and its subject. Without `avatarUrl` the photo stays, null removes it. Refused
 * when `baseVersion` is given and out of date.
 */
export const updateDiaryWithPersonInfo = mutation({
  ...schema.updateDiaryWithPersonInfo,
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

/** Archives a notebook for all members: it is hidden in their lists but stays readable and writable. */
export const archiveDiary = mutation({
  ...schema.archiveDiary,
  access: inNotebook("notebook.archive"),
  handler: async ({ db, access, audit }, { diaryId }) => {
    if (await data.setSwitch(db, access, "is_archived", true)) {
      await audit({ eventType: "notebook.archived", ...aboutNotebook(diaryId) });
    }
    return null;
  },
});

/** Restores a notebook from the archive. */
export const unarchiveDiary = mutation({
  ...schema.unarchiveDiary,
  access: inNotebook("notebook.archive"),
  handler: async ({ db, access, audit }, { diaryId }) => {
    if (await data.setSwitch(db, access, "is_archived", false)) {
      await audit({ eventType: "notebook.unarchived", ...aboutNotebook(diaryId) });
    }
    return null;
  },
});

/** Lets the members' devices keep the notebook for times without a connection, or no longer. */
export const setKeptOnDevices = mutation({
  ...schema.setKeptOnDevices,
  access: inNotebook("notebook.chooseKeeping"),
  handler: async ({ db, access, audit }, { diaryId, isKept }) => {
    if (await data.setSwitch(db, access, "is_kept_on_devices", isKept))
      await audit({
        eventType: "notebook.updated",
        ...aboutNotebook(diaryId),
        details: { fields: ["isKeptOnDevices"], isKeptOnDevices: isKept },
      });
    return null;
  },
});

/** Deletes a notebook permanently, with everything in it. */
export const deleteDiary = mutation({
  ...schema.deleteDiary,
  access: inNotebook("notebook.delete"),
  handler: async ({ db, access, audit }, { diaryId }) => {
    await data.deleteNotebook(db, access);
    await audit({ eventType: "notebook.deleted", ...aboutNotebook(diaryId) });
    return null;
  },
});

/** Marks the notebook's content as read by the caller. */
export const markDiaryOpened = mutation({
  ...schema.markDiaryOpened,
  access: inNotebook("notebook.see"),
  handler: async ({ db, access, now }) => {
    await data.markOpened(db, access, now);
    return null;
  },
});

const aboutNotebook = (diaryId: string) => ({ diaryId, targetType: "notebook", targetId: diaryId });
