import {
  type AccessRule,
  authenticated,
  membership,
  type NotebookAccess,
} from "../../../server/access/gate.ts";

type InNotebook = { diaryId: string };
type ByShortId = { shortId: string };

/** Fetching a notebook by one of its ids; null when it is missing or the caller is no member. */
export const maySeeNotebook = (): AccessRule<InNotebook | ByShortId, NotebookAccess | null> => ({
  action: ["notebook.see", "notebook.seePersonInfo"],
  async resolve(caller, by) {
    if ("diaryId" in by) return membership(caller, by.diaryId);
    authenticated(caller.identity);
    const diary = await caller.db
      .selectFrom("diaries")
      .select("id")
      .where("short_id", "=", by.shortId)
      .executeTakeFirst();
    return membership(caller, diary?.id ?? "");
  },
});
