import { ConvexReactClient } from "convex/react";
import { addSignOutCleanup } from "../auth/sign-out-cleanup.ts";
import { countPendingChanges, warnBeforeUnload } from "./leave-warning.ts";
import { FirstOrStampedSocket } from "./stamped-socket.ts";

const NONE = () => 0;

let client: ConvexReactClient | null = null;
let changes: () => number = NONE;

/** The live connection of this page, to the server that served it. Created once. */
export function syncClient(): ConvexReactClient {
  if (!client) {
    client = new ConvexReactClient(window.location.origin, {
      authRefreshTokenLeewaySeconds: 2,
      initialAuthTokenReuse: true,
      webSocketConstructor: FirstOrStampedSocket,
      // Replaced by our own warning, which covers more (`leave-warning.ts`).
      unsavedChangesWarning: false,
    });
    // The sign-in is the page's, not a layout's: when one layout replaces another, such as after an invitation, the
    // subscriptions that both have would be refused in between. Signing out closes the client.
    client.clearAuth = () => {};
    changes = countPendingChanges(client);
  }
  return client;
}

/** Connects, without anybody's name, while the token is on its way. `ConvexProviderWithAuth` asks for nothing before it. */
export function connectEarly(): void {
  syncClient().connectionState();
}

/** Closes the connection; unsent changes are dropped, without a warning. */
function closeClient(): void {
  const closing = client;
  client = null;
  changes = NONE;
  // Unmounts the screens that use the client first: a closed client even throws on unsubscribing.
  setTimeout(() => void closing?.close(), 0);
}

warnBeforeUnload(() => changes(), window);
addSignOutCleanup(closeClient);

/** The number of the person's changes that aren't saved yet. */
export const unsavedChanges = (): number => changes();
