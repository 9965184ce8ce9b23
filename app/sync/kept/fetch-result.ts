import type { ConvexReactClient } from "convex/react";
import {
  type FunctionArgs,
  type FunctionReference,
  type FunctionReturnType,
  getFunctionName,
  type OptionalRestArgs,
} from "convex/server";
import { convexToJson } from "convex/values";
import { reachability } from "../../../ui/reachability.ts";
import type { KeptResult, KeptResults } from "./kept-results.ts";
import { getResultKey } from "./policy.ts";

type Query = FunctionReference<"query">;

/**
 * Asks for the result of a query that no screen shows, so that this device keeps it. Resolves to the server's answer;
 * undefined when it refuses, or the connection is lost before it.
 */
export async function fetchResult<Asked extends Query>(
  convex: ConvexReactClient,
  query: Asked,
  args: FunctionArgs<Asked>,
): Promise<FunctionReturnType<Asked> | undefined> {
  const watch = convex.watchQuery(query, ...([args] as OptionalRestArgs<Asked>));
  return new Promise((resolve) => {
    const look = () => {
      try {
        const result = watch.localQueryResult();
        if (result !== undefined) finish(result);
        else if (reachability.isLost()) finish(undefined);
      } catch {
        finish(undefined);
      }
    };
    const stops = [watch.onUpdate(look), reachability.subscribe(look)];
    function finish(result: FunctionReturnType<Asked> | undefined) {
      for (const stop of stops.splice(0)) stop();
      resolve(result);
    }
    look();
  });
}

/** What this device keeps of the results of queries, in their order; undefined for those without one. */
export async function readKept(
  store: KeptResults,
  queries: readonly (readonly [query: Query, args: Record<string, string>])[],
): Promise<(KeptResult | undefined)[]> {
  const keys = queries.map(([query, args]) =>
    getResultKey(JSON.stringify({ udfPath: getFunctionName(query), args: convexToJson(args) })),
  );
  const found = await store.read(keys.filter((key) => key !== null));
  return keys.map((key) => (key === null ? undefined : found.get(key)));
}
