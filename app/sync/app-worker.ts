import { whenIdle } from "../routes/when-idle.ts";
import { loadSettings } from "../settings.ts";
import { ownBuild } from "./new-build.ts";

const hasDataSaver = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/**
 * Has the service worker (app/worker/app.js) keep the files of this build, so that the app opens without a server. A worker
 * of another build ignores the message; the one of this build takes its place.
 * @returns whether it does, with what no screen has asked for
 */
export async function keepAppOnDevice(): Promise<boolean> {
  if (!ownBuild || !window.isSecureContext || !navigator.serviceWorker) return false;
  if (!(await loadSettings()).appOnDevices) return false;
  const registration = await navigator.serviceWorker.register("/worker.js", { updateViaCache: "none" });
  const keepsFiles = !hasDataSaver();
  const send = async () => {
    await whenIdle();
    const message = { idlePageOf: ownBuild, keepsFiles, language: document.documentElement.lang };
    for (const worker of [registration.waiting, registration.active]) worker?.postMessage(message);
  };
  const sendWhenInstalled = () => registration.installing?.addEventListener("statechange", send);
  registration.addEventListener("updatefound", sendWhenInstalled);
  sendWhenInstalled();
  await send();
  return keepsFiles;
}
