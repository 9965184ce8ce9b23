import { useMutation } from "convex/react";
import { useEffect, useMemo, useState } from "react";
import { api, type UpdateGroup } from "../../../lib/api.ts";
import { useAfterInSight } from "../../../ui/use-after-in-sight.ts";
import { isForReader, isReadWhenShown } from "../rules.ts";
import { ignore } from "./ignore.ts";

/** How long an item has to be in sight before it counts as shown. */
const SHOWN_AFTER_MS = 3000;

const needsNoOpening = ({ parts }: UpdateGroup) => parts.every(({ type }) => isReadWhenShown(type));

/**
 * The groups to show. A group that needs no opening counts as read after a moment in sight, but stays in the list until
 * the screen is left or `forget` is called with a later time, so that nothing goes while one reads it.
 */
export function useShownGroups(groups: readonly UpdateGroup[] | undefined, diaryId: string | undefined) {
  const [kept, setKept] = useState<readonly UpdateGroup[]>([]);
  const [forgottenUpTo, setForgottenUpTo] = useState(0);
  const markShown = useMutation(api.updates.markShown);
  const passing = useMemo(() => groups?.filter(needsNoOpening) ?? [], [groups]);
  const upTo = passing.length > 0 ? Math.max(...passing.map(({ at }) => at)) : undefined;

  useEffect(() => {
    if (passing.length === 0) return;
    const keys = new Set(passing.map(({ key }) => key));
    setKept((before) => [...before.filter(({ key }) => !keys.has(key)), ...passing]);
  }, [passing]);

  useAfterInSight(upTo, SHOWN_AFTER_MS, (upTo) =>
    markShown({ ...(diaryId && { diaryId }), upTo }).catch(ignore),
  );

  const shown = useMemo(() => {
    const current = groups ?? [];
    const keys = new Set(current.map(({ key }) => key));
    const former = kept.filter(({ key, at }) => !keys.has(key) && at > forgottenUpTo);
    if (former.length === 0) return current;
    return [...current, ...former].sort(
      (a, b) => Number(isForReader(b)) - Number(isForReader(a)) || b.at - a.at,
    );
  }, [groups, kept, forgottenUpTo]);
  return { groups: shown, forget: setForgottenUpTo };
}
