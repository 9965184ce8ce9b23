import { type OptionalRestArgsOrSkip, useConvex, useQuery } from "convex/react";
import type { FunctionReference, FunctionReturnType } from "convex/server";
import { useEffect } from "react";

/** How long a query stays subscribed after its screen is gone. */
const HOLD_MS = 10_000;

/**
 * As `useQuery`, but stays subscribed for a moment after the screen is left: the next screen, or the way back, shows
 * the result at once, even offline. `null` arguments skip the query.
 */
export function useLiveQuery<Query extends FunctionReference<"query">>(
  query: Query,
  args: Query["_args"] | null,
): FunctionReturnType<Query> | undefined {
  const convex = useConvex();
  const key = args && JSON.stringify(args);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the arguments
  useEffect(() => {
    if (!args) return;
    const release = convex.watchQuery(query, args).onUpdate(() => {});
    return () => {
      setTimeout(release, HOLD_MS);
    };
  }, [convex, key]);

  return useQuery(query, ...([args ?? "skip"] as OptionalRestArgsOrSkip<Query>));
}
