import { ConvexReactClient } from "convex/react";
import { setWaitingSource } from "../../ui/waiting-changes.ts";
import { addSignOutCleanup } from "../auth/sign-out-cleanup.ts";
import { KeptClient } from "./kept/kept-client.ts";
import { countPendingChanges, warnBeforeUnload } from "./leave-warning.ts";
import { FirstOrStampedSocket } from "./stamped-socket.ts";

const NONE = () => 0;

let client: ConvexReactClient | null = null;
let kept: KeptClient | null = null;
let changes: () => number = NONE;

/** The live connection of this page, to the server that served it. Created once. */
export function syncClient(): ConvexReactClient {
  if (!client) {
    const options = {
      authRefreshTokenLeewaySeconds: 2,
      initialAuthTokenReuse: true,
      webSocketConstructor: FirstOrStampedSocket,
      // Replaced by our own warning, which covers more (`leave-warning.ts`).
      unsavedChangesWarning: false,
    };
    kept = new KeptClient(window.location.origin, options);
    setWaitingSource(kept);
    // `baseClient` isn't in the types of this version; `e2e/kept-reads.spec.ts` shows that it is used.
    client = new ConvexReactClient(window.location.origin, {
      ...options,
      baseClient: kept,
    } as typeof options);
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

/** The live connection of this page with what the browser keeps for times without one. */
export function getKeptClient(): KeptClient {
  syncClient();
  return kept!;
}

/** Closes the connection; unsent changes are dropped, without a warning. */
function closeClient(): void {
  const closing = client;
  kept?.keepFor(null);
  setWaitingSource(null);
  client = null;
  kept = null;
  changes = NONE;
  // Unmounts the screens that use the client first: a closed client even throws on unsubscribing.
  setTimeout(() => void closing?.close(), 0);
}

warnBeforeUnload(() => changes(), window);
addSignOutCleanup(closeClient);

/** The number of the person's changes that aren't saved yet, without those that this device keeps. */
export const countUnsaved = (): number => changes();
