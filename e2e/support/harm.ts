import type { Page } from "@playwright/test";
import { expect } from "./expect.ts";

/**
 * The effects of a successful attack by a text: dialogs, errors, requests to other servers or reports of the content
 * security policy.
 */
export type Harm = { page: Page; alarms: string[] };

/** Watches a page; call it before its first address is opened. */
export async function watchForHarm(page: Page, origin: string): Promise<Harm> {
  const alarms: string[] = [];
  page.on("dialog", (dialog) => {
    alarms.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("pageerror", (error) => alarms.push(`error ${error.message}`));
  page.on("request", (request) => {
    const { pathname, host } = new URL(request.url());
    if (pathname === "/api/csp-report" || host !== new URL(origin).host) alarms.push(request.url());
  });
  await page.exposeFunction("reportViolation", (what: string) => alarms.push(`forbidden ${what}`));
  await page.addInitScript(() => {
    const { reportViolation } = window as never as { reportViolation: (what: string) => void };
    document.addEventListener("securitypolicyviolation", (event) => reportViolation(event.blockedURI));
  });
  return { page, alarms };
}

/** Fails if anything ran so far, or if the page contains something that could run. */
export async function expectHarmless({ page, alarms }: Harm, where = page.url()): Promise<void> {
  const [hacked, elements, addresses] = await page.evaluate(() => [
    (window as never as { hacked?: number }).hacked,
    document.body.querySelectorAll(
      "main :is(script, iframe, img:not([src^='/']):not([src^='blob:']), object, embed, base, style, meta), [role=dialog] :is(script, iframe, object, embed, base, style, meta), [onload], [onerror], [onclick], [onmouseover], [onfocus], [ontoggle], [onbegin]",
    ).length,
    [...document.querySelectorAll("a[href], form[action]")]
      .map((element) => (element as HTMLAnchorElement).href ?? (element as HTMLFormElement).action)
      .filter((address) => address && !/^(https?|mailto|tel):/.test(String(address))),
  ]);
  expect({ hacked, elements, addresses, alarms }, where).toEqual({
    hacked: undefined,
    elements: 0,
    addresses: [],
    alarms: [],
  });
}
