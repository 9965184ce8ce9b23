import type { FunctionReference, FunctionReturnType } from "convex/server";
import { useState } from "react";
import { useLiveQuery } from "./use-live-query.ts";

/**
 * As `useLiveQuery`, but while the result for new arguments is loading, also offline, the previous result stays
 * subscribed and is shown, as long as `subject` is the same: for arguments that only follow the clock.
 */
export function useSteadyQuery<Query extends FunctionReference<"query">>(
  query: Query,
  args: Query["_args"],
  subject: string,
): FunctionReturnType<Query> | undefined {
  const [shown, setShown] = useState({ args, subject });
  const isShown = JSON.stringify(args) === JSON.stringify(shown.args);
  const next = useLiveQuery(query, args);
  const former = useLiveQuery(query, isShown || shown.subject !== subject ? null : shown.args);
  if (next !== undefined && !isShown) setShown({ args, subject });
  return next ?? former;
}
