import { z } from "zod";
import { CareError } from "../../lib/errors.ts";
import { ofNotebook, person } from "../../server/access/gate.ts";
import { mutation, query } from "../../server/functions/define.ts";
import * as data from "./data.ts";
import { notebookFields } from "./rules.ts";

const id = z.string().max(64);

/** The caller's notebooks with counts and times; see `data.listNotebooks`. */
export const listMyDiaries = query({
  args: z.object({}),
  access: person(),
  handler: ({ db, access }) => data.listNotebooks(db, access),
});

/** One notebook by its id, or null when it is missing or the caller is no member. */
export const getDiary = query({
  args: z.object({ diaryId: id }),
  access: ofNotebook(),
  handler: async ({ db, access }) => access && data.getNotebook(db, access),
});

/** As `getDiary`, by the six letters of a link. */
export const getDiaryByShortId = query({
  args: z.object({ shortId: id }),
  access: ofNotebook(),
  handler: async ({ db, access }) => access && data.getNotebook(db, access),
});

/** Makes a notebook that the caller owns; returns its id. */
export const createDiaryWithPersonInfo = mutation({
  args: notebookFields,
  access: person(),
  handler: async ({ db, access, now, audit }, notebook) => {
    if (notebook.avatarUrl) throw new CareError("invalid", "avatarUrl: photos can't be stored yet");
    const diaryId = await data.insertNotebook(db, access, notebook, now);
    await audit({ eventType: "notebook.created", diaryId, targetType: "notebook", targetId: diaryId });
    return diaryId;
  },
});
