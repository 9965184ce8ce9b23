import { useEffect, useRef, useState } from "react";
import type { Comment } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { describeAuthor } from "../../notebooks/rules/authors.ts";

/** Announces new comments of others since the list was first shown, for a live region; "" until there is one. */
export function useCommentNews(comments: Comment[] | undefined, viewerId: string | undefined): string {
  const known = useRef<ReadonlySet<string> | null>(null);
  const [news, setNews] = useState("");
  useEffect(() => {
    if (!comments) return;
    const before = known.current;
    known.current = new Set(comments.map(({ _id }) => _id));
    if (before) {
      const added = comments.filter(({ _id, creatorId }) => !before.has(_id) && creatorId !== viewerId);
      if (added.length > 0)
        setNews(added.map((comment) => t("comments.new", { author: describeAuthor(comment) })).join(" "));
    }
  }, [comments, viewerId]);
  return news;
}
