import { useNavigate } from "@tanstack/react-router";
import { useMutation } from "convex/react";
import type { FunctionReference } from "convex/server";
import { api, type Notebook } from "../../../lib/api.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { notifyFailure, notifySuccess } from "../../../ui/notify.ts";

type LeaveOrDelete = FunctionReference<"mutation", "public", { diaryId: string }, null>;

/**
 * Leaves or deletes a notebook: navigates to the list at once, where the notebook is hidden, and confirms when it is
 * done; if the server refuses, the notebook reappears with an error.
 */
export function useLeaveOrDelete(
  notebook: Notebook,
  mutation: LeaveOrDelete,
  words: { done: () => string; failed: () => string },
) {
  const navigate = useNavigate();
  const leaveOrDelete = useMutation(mutation).withOptimisticUpdate((store, { diaryId }) => {
    const list = store.getQuery(api.diaries.listMyDiaries, {});
    store.setQuery(
      api.diaries.listMyDiaries,
      {},
      list?.filter(({ _id }) => _id !== diaryId),
    );
  });
  return async () => {
    // Leaves the page first, which shows "not found" once the notebook is gone.
    await navigate({ to: "/care" });
    try {
      await leaveOrDelete({ diaryId: notebook._id });
      notifySuccess(words.done());
    } catch (error) {
      const failed = words.failed();
      console.error(failed, error);
      notifyFailure(getErrorMessage(error, failed));
    }
  };
}
