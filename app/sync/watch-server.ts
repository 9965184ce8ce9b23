import type { ConvexReactClient } from "convex/react";
import { reachability } from "../../ui/reachability.ts";
import { askServer } from "./ask-server.ts";

/** How often is looked whether something waits, and how long an answer may take before the server is asked, ms. */
const LOOK_MS = 200;
const SOON_MS = 600;
/** How often a server out of reach is asked, and one that nobody writes to, ms. */
const AGAIN_MS = 2000;
const IDLE_MS = 10 * 60_000;

/**
 * Watches whether the server is in reach and has a newer client, from now on. The live connection alone notices a line
 * that is dead only after a minute. Returns how to stop.
 */
export function watchServer(client: ConvexReactClient): () => void {
  let askedAt = Date.now();
  const ask = () => {
    askedAt = Date.now();
    void askServer();
  };
  const look = () => {
    const sinceAsked = Date.now() - askedAt;
    const { timeOfOldestInflightRequest: oldest } = client.connectionState();
    const isLate = oldest !== null && Date.now() - oldest.getTime() > SOON_MS;
    const pause = isLate || reachability.isLost() ? AGAIN_MS : IDLE_MS;
    if (sinceAsked > pause || (isLate && oldest.getTime() > askedAt)) ask();
  };
  const whenSeen = () => {
    if (document.visibilityState === "visible") ask();
  };

  let wasConnected = client.connectionState().isWebSocketConnected;
  const stopWatching = client.subscribeToConnectionState(({ isWebSocketConnected, connectionCount }) => {
    // A server that was away may be a newer one.
    if (isWebSocketConnected && !wasConnected && connectionCount > 1) ask();
    wasConnected = isWebSocketConnected;
  });
  const timer = setInterval(look, LOOK_MS);
  window.addEventListener("offline", ask);
  window.addEventListener("online", ask);
  document.addEventListener("visibilitychange", whenSeen);
  return () => {
    stopWatching();
    clearInterval(timer);
    window.removeEventListener("offline", ask);
    window.removeEventListener("online", ask);
    document.removeEventListener("visibilitychange", whenSeen);
    reachability.set(false);
  };
}
