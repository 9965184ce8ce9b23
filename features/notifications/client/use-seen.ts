import { useMutation } from "convex/react";
import { useEffect, useRef } from "react";
import { api } from "../../../lib/api.ts";
import { isPageVisible } from "../../../ui/page-visibility.ts";
import { useAfterInSight } from "../../../ui/use-after-in-sight.ts";
import { useLiveQuery } from "../../../ui/use-live-query.ts";

/** A row counts as seen after this time in sight, ms. Reading the news on it counts first. */
const SEEN_AFTER_MS = 2_000;
/** How often it is looked which rows are in the window, only while there is something unseen. */
const LOOK_EVERY_MS = 500;

/** A failed read marker doesn't keep the user from the subject. */
const useMark = () => {
  const mark = useMutation(api.notifications.markManySeen);
  return (notificationIds: string[]) => mark({ notificationIds }).catch(console.warn);
};

/** Records that the reader has seen the notifications about an open task, note or program. Writes nothing else. */
export function useSeenSubject(subjectType: "task" | "note" | "program", subjectId: string): void {
  const unseen = useLiveQuery(
    api.notifications.listUnseen,
    // A node of the version before knows only `taskId`.
    subjectType === "task" ? { subjectType, taskId: subjectId } : { subjectType, subjectId },
  );
  const mark = useMark();
  const ids = unseen?.map(({ notificationId }) => notificationId).join(" ") || undefined;
  useAfterInSight(ids, SEEN_AFTER_MS, (ids) => mark(ids.split(" ")));
}

type Unseen = { notificationId: string; subjectId: string; slot: string | null };
type OfList = { subjectType: "task" | "dose"; diaryId?: string };

/**
 * Marks notifications as seen once the row of their task or dose was in the window for a moment. Rows name their
 * subject by `data-task`, or by `data-plan` and `data-slot`.
 */
export function useSeenRows(of: OfList): void {
  const unseen = useLiveQuery(api.notifications.listUnseen, of);
  const mark = useMark();
  const latest = useRef(mark);
  latest.current = mark;
  useEffect(() => {
    if (!unseen || unseen.length === 0) return;
    const inSightFor = new Map<string, number>();
    const marked = new Set<string>();
    const timer = setInterval(() => {
      for (const one of unseen) {
        const isSeen = isPageVisible() && isInWindow(findRow(one));
        const before = inSightFor.get(one.notificationId) ?? 0;
        inSightFor.set(one.notificationId, isSeen ? before + LOOK_EVERY_MS : 0);
      }
      const seen = [...inSightFor].filter(([id, ms]) => ms >= SEEN_AFTER_MS && !marked.has(id));
      if (seen.length === 0) return;
      for (const [id] of seen) marked.add(id);
      void latest.current(seen.map(([id]) => id));
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [unseen]);
}

const findRow = ({ subjectId, slot }: Unseen): Element | null =>
  document.querySelector(
    slot === null
      ? `[data-task="${subjectId}"]`
      : `[data-plan="${subjectId}"][data-slot=${JSON.stringify(slot)}]`,
  );

function isInWindow(row: Element | null): boolean {
  if (row === null) return false;
  const { top, bottom } = row.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}
