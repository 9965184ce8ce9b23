import { ConvexReactClient } from "convex/react";
import { stopWhenPersonLeaves } from "../auth/person-leaves.ts";
import { countChanges, warnBeforeLosing } from "./leave-warning.ts";

const NONE = () => 0;

let client: ConvexReactClient | null = null;
let changes: () => number = NONE;

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
  }
  return client;
}

/** Ends the connection; what waited to be sent is never sent, and asks nobody to stay. */
function closeClient(): void {
  const closing = client;
  client = null;
  changes = NONE;
  // The screens that hold it go first: a closed client refuses even to be left.
  setTimeout(() => void closing?.close(), 0);
}

warnBeforeLosing(() => changes(), window);
stopWhenPersonLeaves(closeClient);

/** How many changes of the person aren't saved yet. */
export const unsavedChanges = (): number => changes();
