import { ConvexReactClient } from "convex/react";
import type { ServerCalls } from "../../lib/api.ts";

/** Calls that a page makes by itself: it closes without a question while they wait (`leave-warning.ts`). */
export function getBackgroundCalls(client: ConvexReactClient): ServerCalls {
  // The client's own methods of these names count a person's changes.
  const { mutation, action } = ConvexReactClient.prototype;
  return {
    query: client.query.bind(client),
    mutation: mutation.bind(client),
    action: action.bind(client),
  };
}
