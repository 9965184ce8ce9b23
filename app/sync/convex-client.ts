import { ConvexReactClient } from "convex/react";
import { warnBeforeLosingQueuedWrites } from "./leave-warning.ts";

let client: ConvexReactClient | null = null;

/**
 * The one live connection of this page, to the server that served it. The client's own leave warning
 * stays on; ours adds the writes that couldn't be sent yet.
 */
export function syncClient(): ConvexReactClient {
  if (!client) {
    client = new ConvexReactClient(window.location.origin, {
      authRefreshTokenLeewaySeconds: 2,
      initialAuthTokenReuse: true,
      unsavedChangesWarning: true,
    });
    warnBeforeLosingQueuedWrites(client, window);
  }
  return client;
}
