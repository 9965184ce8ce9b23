import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../lib/api.ts";
import { useAfterInSight } from "../../../ui/use-after-in-sight.ts";
import type { TargetType } from "../../comments/rules.ts";
import { ignore } from "./ignore.ts";
import { useNews } from "./use-news.ts";

/** How long an item has to be in sight before it counts as read. */
const READ_AFTER_MS = 1500;

/**
 * Marks the open item as read, and returns since when its parts are new to the reader: fixed while it stays open, so
 * that the marks don't go while one reads. Null when nothing was new.
 */
export function useReading(diaryId: string, targetType: TargetType, targetId: string): number | null {
  const news = useNews(diaryId);
  const mark = useMutation(api.updates.markRead);
  const group = news?.groups.find(({ thing }) => thing.type === targetType && thing.id === targetId);
  const [newSince, setNewSince] = useState<number | null | undefined>(undefined);
  if (newSince === undefined && news) setNewSince(group?.readUpTo ?? null);

  useAfterInSight(group?.at, READ_AFTER_MS, (upTo) => mark({ targetType, targetId, upTo }).catch(ignore));
  return newSince ?? null;
}
