import type { CDPSession, Page } from "@playwright/test";

/** Registers the service worker; returns what delivers a push to it. */
export async function withWorker(page: Page): Promise<(data: string) => Promise<void>> {
  const devTools: CDPSession = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devTools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId);
    });
  });
  await devTools.send("ServiceWorker.enable");
  await page.evaluate(async () => {
    await navigator.serviceWorker.register("/worker.js", { updateViaCache: "none" });
    await navigator.serviceWorker.ready;
  });
  const registrationId = await registered;
  const { origin } = new URL(page.url());
  return (data) =>
    devTools.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data }).then(() => {});
}

/**
 * Presses a notification that is shown, or one of its buttons. Chromium without a window has no place to press: the event
 * is the browser's own, sent by the worker to itself, with its real notification. `waitUntil` is only for trusted events.
 */
export async function press(page: Page, tag: string, action = ""): Promise<void> {
  const worker = page.context().serviceWorkers()[0]!;
  await worker.evaluate(
    async ({ tag: wanted, action: way }) => {
      const scope = self as unknown as {
        registration: ServiceWorkerRegistration;
        NotificationEvent: new (type: string, init: object) => Event;
      };
      const [notification] = await scope.registration.getNotifications({ tag: wanted });
      if (!notification) throw new Error("This notification isn't shown.");
      const event = new scope.NotificationEvent("notificationclick", { notification, action: way });
      let work: Promise<unknown> | undefined;
      Object.assign(event, { waitUntil: (given: Promise<unknown>) => (work = given) });
      self.dispatchEvent(event);
      // Windows may only be brought to the front by a real press.
      await work?.catch((error: Error) => {
        if (error.name !== "InvalidAccessError") throw error;
      });
    },
    { tag, action },
  );
}

/**
 * Says to the worker that the connection is back, for what it was asked to do then; resolves when it has done so. Chromium
 * without a window has no Background Sync, so the event is sent by the worker to itself.
 */
export async function sendSync(page: Page, tag: string): Promise<void> {
  const worker = page.context().serviceWorkers()[0]!;
  await worker.evaluate(async (asked) => {
    const { ExtendableEvent } = self as unknown as { ExtendableEvent: new (type: string) => Event };
    const event = new ExtendableEvent("sync");
    let work: Promise<unknown> | undefined;
    Object.assign(event, { tag: asked, waitUntil: (given: Promise<unknown>) => (work = given) });
    self.dispatchEvent(event);
    await work;
  }, tag);
}
