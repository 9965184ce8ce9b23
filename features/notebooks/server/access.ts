import {
  type AccessRule,
  authenticated,
  membership,
  type NotebookAccess,
  person,
  readMemberships,
} from "../../../server/access/gate.ts";

declare const proven: unique symbol;

/** The notebooks that the caller is a member of. */
export type OwnNotebooksAccess = {
  readonly [proven]: "own notebooks";
  readonly userId: string;
  readonly diaryIds: readonly string[];
};

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

/** Listing one's own notebooks. */
export const maySeeOwnNotebooks = (): AccessRule<unknown, OwnNotebooksAccess> => ({
  action: "person",
  async resolve(caller) {
    const { userId } = await person().resolve(caller, {});
    const memberships = await readMemberships(caller, userId);
    const own: Omit<OwnNotebooksAccess, typeof proven> = {
      userId,
      diaryIds: memberships.map(({ diaryId }) => diaryId),
    };
    return own as OwnNotebooksAccess;
  },
});
