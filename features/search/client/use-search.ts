import { useConvex } from "convex/react";
import { useCallback, useEffect, useRef, useState } from "react";
import { api, type SearchGroup } from "../../../lib/api.ts";
import type { SearchKind } from "../rules.ts";

type Asked = { text: string; diaryId?: string; withArchived: boolean };
type Found = { asked: Asked; groups: SearchGroup[] };

/**
 * The results of a search. It is requested once, not watched: results that move while they are read would be in the
 * way. Former results stay until the latest ones are there; `null` requests nothing.
 * @param version requests again when it changes
 */
export function useSearch(asked: Asked | null, version: string) {
  const convex = useConvex();
  const [found, setFound] = useState<Found | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(0);
  const key = asked && JSON.stringify(asked);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the search, the others repeat it
  useEffect(() => {
    const number = ++latest.current;
    setError(null);
    if (!asked) {
      setFound(null);
      return;
    }
    convex.query(api.search.searchEverything, asked).then(
      (groups) => {
        if (number === latest.current) setFound({ asked, groups });
      },
      (failure) => {
        if (number === latest.current) setError(failure);
      },
    );
  }, [convex, key, version, attempt]);

  const loadMore = useCallback(
    async (kind: SearchKind, cursor: string) => {
      if (!found) return;
      const [next] = await convex.query(api.search.searchEverything, { ...found.asked, kind, cursor });
      setFound((now) =>
        // Another search may have been answered meanwhile.
        now?.asked === found.asked ? { ...now, groups: withMore(now.groups, kind, next) } : now,
      );
    },
    [convex, found],
  );

  return {
    groups: found?.groups,
    /** The text that the groups were found for. */
    text: found?.asked.text ?? "",
    isLoading: asked !== null && error === null && JSON.stringify(found?.asked) !== key,
    error,
    retry: () => setAttempt(attempt + 1),
    loadMore,
  };
}

function withMore(groups: SearchGroup[], kind: SearchKind, next: SearchGroup | undefined): SearchGroup[] {
  return groups.map((group) => {
    if (group.kind !== kind) return group;
    const known = new Set(group.hits.map(({ id }) => id));
    const more = next?.hits.filter(({ id }) => !known.has(id)) ?? [];
    return { ...group, hits: [...group.hits, ...more], cursor: next?.cursor ?? null };
  });
}
