import type { ConvexReactClient } from "convex/react";
import { reachability } from "../../ui/reachability.ts";
import { askServer } from "./check-server.ts";

/** Interval of the check for waiting requests, and how long a response may take before the server is asked, ms. */
const LOOK_MS = 200;
const SOON_MS = 600;
/** Interval of requests to an unreachable server, and to one without any pending writes, ms. */
const AGAIN_MS = 2000;
const IDLE_MS = 10 * 60_000;

/**
 * Watches from now on whether the server can be reached and has a newer client. The live connection alone notices a
 * dead connection only after a minute. Returns how to stop.
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
    // A server that was away may have been updated.
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
