import type { AnyRouter } from "@tanstack/react-router";
import type { ConvexReactClient } from "convex/react";
import { getStoredPeople, readStored } from "../../lib/browser-store.ts";
import { loadWithTexts } from "../../lib/words/waiting.ts";
import type { FetchPicture } from "../../ui/pictures.tsx";
import { waitUntilLocked } from "../auth/pending-lock.ts";
import { getBackgroundCalls } from "../sync/background-calls.ts";

/** The connection that it has begun with. */
let begunWith: ConvexReactClient | null = null;

/**
 * Work of some time after the start: the app's files for a start without a server; reminders, only where they are on in
 * this browser or its clock is new; a notice about other users' unsent items on this device; files that wait for their
 * notes; and data that "Write" needs without a connection.
 */
export function afterStart(
  convex: ConvexReactClient,
  router: AnyRouter,
  myId: string,
  fetchPicture: FetchPicture,
): void {
  if (begunWith === convex) return;
  begunWith = convex;
  if (getStoredPeople().some((id) => id !== myId))
    loadWithTexts(() => import("./kept-notice.ts"))
      .then(({ showKeptNotice }) => showKeptNotice(myId))
      .catch(console.warn);
  import("../care/ready-offline.ts").then(
    ({ prepareOffline }) => prepareOffline(convex, router),
    console.warn,
  );
  import("../sync/app-worker.ts")
    .then(({ keepAppOnDevice }) => keepAppOnDevice())
    .then((isKept) => (isKept ? import("../care/fetch-ahead.ts") : null))
    .then((part) => part?.keepFetchingAhead(convex, myId, fetchPicture))
    .catch(console.warn);
  import("../../features/attachments/client/send-kept-files.ts")
    .then(({ keepSendingFiles }) => keepSendingFiles(convex, getBackgroundCalls(convex)))
    .catch(console.warn);
  // The addresses of the other screens.
  import("../routes/rare-screens.ts").catch(console.warn);
  const isOn = "Notification" in window && Notification.permission === "granted";
  if (!isOn && readStored("clock-of") === Intl.DateTimeFormat().resolvedOptions().timeZone) return;
  // It sends kept answers.
  waitUntilLocked()
    .then(() => loadWithTexts(() => import("../../features/notifications/client/after-start.ts")))
    .then(({ runAfterStart }) => runAfterStart(getBackgroundCalls(convex)))
    .catch(console.warn);
}
