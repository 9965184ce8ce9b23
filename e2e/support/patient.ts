import type { Browser, BrowserContext, Page } from "@playwright/test";
import { slowDown } from "./slow-browser.ts";

/*
 * Pages that navigate or reload only when closed dialogs have left the history: the step back that removes a closed
 * dialog's entry would end the navigation, which a test starts sooner than a person types an address.
 */

/** A browser all of whose pages wait in this way. */
export function patientBrowser(browser: Browser): Browser {
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    await slowDown(context);
    return patientContext(context);
  };
  return browser;
}

function patientContext(context: BrowserContext): BrowserContext {
  const newPage = context.newPage.bind(context);
  context.newPage = async () => patientPage(await newPage());
  return context;
}

function patientPage(page: Page): Page {
  const settled = () =>
    page
      .waitForFunction(() => !(history.state?.layers?.depth > 0), null, { timeout: 1000 })
      // A dialog that stays open keeps its entry; then no step back is pending.
      .catch(() => {});
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = async (...args) => {
    await settled();
    return goto(...args);
  };
  page.reload = async (...args) => {
    await settled();
    return reload(...args);
  };
  return page;
}
