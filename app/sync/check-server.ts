import { reachability } from "../../ui/reachability.ts";
import type { ClientSettings } from "../settings.ts";
import { recordServerBuild } from "./new-build.ts";
import { recordServerTime } from "./wrong-clock.ts";

/** A response counts as late after this time, ms; longer on slow connections. */
const LATE_MS = 1000;
const TIMES_USUAL = 3;
/** A line that is slower than that counts as none, ms. */
const SLOWEST_MS = 4000;

let allowedMs = LATE_MS;
let checking: Promise<boolean> | null = null;

/**
 * Checks whether the server answers, and which build of the client it has. Resolves to whether it answered in time.
 */
export function checkServer(): Promise<boolean> {
  checking ??= sendCheck().finally(() => {
    checking = null;
  });
  return checking;
}

async function sendCheck(): Promise<boolean> {
  const start = performance.now();
  try {
    const signal = AbortSignal.timeout(allowedMs);
    const response = await fetch("/api/settings", { cache: "no-store", signal });
    allowedMs = Math.max(LATE_MS, (performance.now() - start) * TIMES_USUAL);
    const settings: Partial<ClientSettings> = await response.json();
    recordServerBuild(settings);
    recordServerTime(response.headers.get("date"), Date.now());
    reachability.set(false);
    return true;
  } catch (error) {
    // Perhaps the line has become slow.
    if ((error as Error).name === "TimeoutError")
      allowedMs = Math.max(allowedMs, Math.min(allowedMs * 2, SLOWEST_MS));
    reachability.set(true);
    return false;
  }
}
