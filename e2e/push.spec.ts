import { chromium, type Page } from "@playwright/test";
import { toDeclarativeMessage } from "../server/push/declarative.ts";
import { CHROMIUM_FLAGS, findWholeChromium } from "./support/chromium.ts";
import { expect, test } from "./support/test.ts";
import { withWorker } from "./support/worker.ts";

test.use({ hasBackground: true, serviceWorkers: "allow" });

// Chromium without a window can't subscribe at a push service (microsoft/playwright#23954), so its push is delivered by
// the DevTools protocol. The worker, its notification and the browser's list of notifications are real.

const shown = (page: Page) =>
  page.evaluate(async () => {
    const notifications = await (await navigator.serviceWorker.ready).getNotifications();
    return notifications.map(({ title, body, tag, data, silent }) => ({
      title,
      body,
      tag,
      silent,
      page: data.page,
    }));
  });

test("Chromium shows what is pushed, a settled matter in its place, and keeps no page", async ({ node }) => {
  await using browser = await chromium.launch({ executablePath: findWholeChromium(), args: CHROMIUM_FLAGS });
  const context = await browser.newContext();
  await context.grantPermissions(["notifications"], { origin: node.url });
  const page = await context.newPage();
  await page.goto(`${node.url}/about`);
  const send = await withWorker(page);
  // As a push service does: what isn't taken comes again. Rarely the browser loses what the developer tools deliver.
  const deliver = (data: string, body: string) =>
    expect(async () => {
      await send(data);
      await expect.poll(async () => (await shown(page)).map((each) => each.body)).toContain(body);
    }).toPass({ timeout: 60_000 });
  const message = (body: string, isSilent: boolean, url = `${node.url}/tasks`) =>
    toDeclarativeMessage({ title: "CareDiary", body, url, tag: "0198-a", isSilent }).toString();

  await deliver(message("You have a reminder", false), "You have a reminder");
  await expect
    .poll(() => shown(page))
    .toEqual([
      {
        title: "CareDiary",
        body: "You have a reminder",
        tag: "0198-a",
        silent: false,
        page: `${node.url}/tasks`,
      },
    ]);
  await deliver(message("Done by Anna, 14:12", true), "Done by Anna, 14:12");
  await expect
    .poll(async () => (await shown(page)).map(({ body, silent }) => [body, silent]))
    .toEqual([["Done by Anna, 14:12", true]]);

  // What can't be read still shows something, and no message leads to another site.
  await deliver("{", "You have a reminder");
  await deliver(
    message("Elsewhere", false, "https://elsewhere.example/").replace("0198-a", "0198-b"),
    "Elsewhere",
  );
  await expect
    .poll(async () => (await shown(page)).map(({ body, page: at }) => [body, at]).sort())
    .toEqual([
      ["Done by Anna, 14:12", `${node.url}/tasks`],
      ["Elsewhere", `${node.url}/home`],
      ["You have a reminder", `${node.url}/home`],
    ]);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
});

test("the app can be installed: its manifest names pictures that are there, in the sizes that it says", async ({
  someone,
}) => {
  const { page } = await someone("Anna Keller");
  await page.goto("/home");
  const pictures = await page.evaluate(async () => {
    const manifest = await (await fetch("/manifest.webmanifest")).json();
    const touch = document.querySelector<HTMLLinkElement>('link[rel="apple-touch-icon"]')!.href;
    const named = manifest.icons.filter(({ type }: { type: string }) => type === "image/png");
    const all = [...named, { src: touch, sizes: "180x180" }, { src: "/icons/badge-96.png", sizes: "96x96" }];
    return Promise.all(
      all.map(async ({ src, sizes }: { src: string; sizes: string }) => {
        const bitmap = await createImageBitmap(await (await fetch(src)).blob());
        return [sizes, `${bitmap.width}x${bitmap.height}`];
      }),
    );
  });
  expect(pictures).toHaveLength(5);
  for (const [said, is] of pictures) expect(is).toBe(said);
  const { shortcuts, share_target: target } = await (await page.request.get("/manifest.webmanifest")).json();
  for (const { url } of [...shortcuts, { url: target.action }])
    expect((await page.request.get(url)).status(), url).toBe(200);
  const devTools = await page.context().newCDPSession(page);
  const { errors } = await devTools.send("Page.getAppManifest");
  expect(errors).toEqual([]);
});

test("the service worker is fetched anew each time and isn't a page of the app", async ({ someone }) => {
  const { page } = await someone("Anna Keller");
  const answer = await page.request.get("/worker.js");
  expect(answer.status()).toBe(200);
  expect(answer.headers()).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "no-cache",
  });
});
