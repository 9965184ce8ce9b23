import { useNavigate } from "@tanstack/react-router";
import { useMutation } from "convex/react";
import type { FunctionReference } from "convex/server";
import { api, type Notebook } from "../../../lib/api.ts";
import { errorMessage } from "../../../lib/error-message.ts";
import { notifyDone, notifyFailure } from "../../../ui/notify.ts";

type Parting = FunctionReference<"mutation", "public", { diaryId: string }, null>;

/**
 * A way to part from a notebook for good, by leaving or deleting it: leads to the list at once, where it is gone, and
 * tells when it is done; when it is refused the notebook comes back, with the reason.
 */
export function usePartFrom(notebook: Notebook, how: Parting, words: { done: string; failed: string }) {
  const navigate = useNavigate();
  const part = useMutation(how).withOptimisticUpdate((store, { diaryId }) => {
    const list = store.getQuery(api.diaries.listMyDiaries, {});
    store.setQuery(
      api.diaries.listMyDiaries,
      {},
      list?.filter(({ _id }) => _id !== diaryId),
    );
  });
  return async () => {
    // First away from the notebook, which says "not found" as soon as it is gone.
    await navigate({ to: "/care" });
    try {
      await part({ diaryId: notebook._id });
      notifyDone(words.done);
    } catch (error) {
      console.error(words.failed, error);
      notifyFailure(errorMessage(error, words.failed));
    }
  };
}
