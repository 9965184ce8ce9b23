import { ConvexReactClient } from "convex/react";
import { countChanges, warnBeforeLosing } from "./leave-warning.ts";

let client: ConvexReactClient | null = null;
let changes: () => number = () => 0;

/** The one live connection of this page, to the server that served it. */
export function syncClient(): ConvexReactClient {
  if (!client) {
    client = new ConvexReactClient(window.location.origin, {
      authRefreshTokenLeewaySeconds: 2,
      initialAuthTokenReuse: true,
      // Ours knows more.
      unsavedChangesWarning: false,
    });
    changes = countChanges(client);
    warnBeforeLosing(changes, window);
  }
  return client;
}

/** How many changes of the person aren't saved yet. */
export const unsavedChanges = (): number => changes();
