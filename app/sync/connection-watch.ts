import type { ConvexReactClient } from "convex/react";
import { reachability } from "../../ui/reachability.ts";
import { whenIdle } from "../routes/when-idle.ts";
import { checkServer } from "./check-server.ts";
import { reloadOnce } from "./new-build.ts";

/** Interval of the check for waiting requests, and how long a response may take before the server is asked, ms. */
const CHECK_INTERVAL_MS = 200;
const LATE_REQUEST_MS = 600;
/** How often the server is asked while a request is late or it is unreachable, and otherwise, ms. */
const RETRY_MS = 2000;
const IDLE_MS = 10 * 60_000;
/** A page that was hidden for so long takes a newer build without asking. */
const FORGOTTEN_MS = 30 * 60_000;

/**
 * Watches from now on whether the server can be reached and has a newer client. The live connection reconnects by itself (its library does),
 * but notices a dead connection only after a minute. Returns how to stop.
 */
export function watchServer(client: ConvexReactClient): () => void {
  let checkedAt = Date.now();
  const check = () => {
    checkedAt = Date.now();
    return checkServer();
  };
  const checkIfNeeded = () => {
    const sinceCheck = Date.now() - checkedAt;
    const { timeOfOldestInflightRequest: oldest } = client.connectionState();
    const isLate = oldest !== null && Date.now() - oldest.getTime() > LATE_REQUEST_MS;
    const pause = isLate || reachability.isLost() ? RETRY_MS : IDLE_MS;
    if (sinceCheck > pause || (isLate && oldest.getTime() > checkedAt)) void check();
  };
  let hiddenAt: number | null = null;
  const onVisible = async () => {
    if (document.visibilityState === "hidden") hiddenAt ??= Date.now();
    else {
      const hiddenMs = hiddenAt === null ? 0 : Date.now() - hiddenAt;
      hiddenAt = null;
      if ((await check()) && hiddenMs > FORGOTTEN_MS) reloadOnce();
    }
  };

  let wasConnected = client.connectionState().isWebSocketConnected;
  const stopWatching = client.subscribeToConnectionState(({ isWebSocketConnected, connectionCount }) => {
    // A server that was away may have been updated.
    if (isWebSocketConnected && !wasConnected && connectionCount > 1) void check();
    wasConnected = isWebSocketConnected;
  });
  // Once at the start, for a clock that is wrong and a client that is old.
  void whenIdle().then(check);
  const timer = setInterval(checkIfNeeded, CHECK_INTERVAL_MS);
  window.addEventListener("offline", check);
  window.addEventListener("online", check);
  document.addEventListener("visibilitychange", onVisible);
  return () => {
    stopWatching();
    clearInterval(timer);
    window.removeEventListener("offline", check);
    window.removeEventListener("online", check);
    document.removeEventListener("visibilitychange", onVisible);
    reachability.set(false);
  };
}
