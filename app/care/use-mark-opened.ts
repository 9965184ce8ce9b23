import { useMutation } from "convex/react";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { api, type Notebook } from "../../lib/api.ts";
import { isPageVisible, onPageVisibility } from "../../ui/page-visibility.ts";

/** While a notebook stays open, new content is marked as seen at most this often. */
const EVERY_MS = 30_000;

/**
 * Reports to the server that the person is looking at the notebook: when it is opened with unread content, when
 * something new arrives while it is visible, and when it is left.
 */
export function useMarkOpened(notebook: Notebook | null | undefined): void {
  const mark = useMutation(api.diaries.markDiaryOpened);
  const isVisible = useSyncExternalStore(onPageVisibility, isPageVisible);
  const diaryId = notebook?._id;
  const hasUnread = (notebook?.unreadCount ?? 0) > 0;
  const marked = useRef({ diaryId: "", at: 0 });
  const latest = useRef({ hasUnread, mark });
  latest.current = { hasUnread, mark };

  useEffect(() => {
    if (!diaryId || !hasUnread || !isVisible) return;
    const last = marked.current.diaryId === diaryId ? marked.current.at : 0;
    const timer = setTimeout(
      () => {
        marked.current = { diaryId, at: Date.now() };
        void mark({ diaryId }).catch(ignore);
      },
      Math.max(0, last + EVERY_MS - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [diaryId, hasUnread, isVisible, mark]);

  useEffect(() => {
    if (!diaryId) return;
    return () => {
      if (latest.current.hasUnread) void latest.current.mark({ diaryId }).catch(ignore);
    };
  }, [diaryId]);
}

/** A member who was removed meanwhile may no longer report; that error needs no message. */
function ignore(error: unknown): void {
  console.warn("the notebook could not be marked as opened", error);
}
