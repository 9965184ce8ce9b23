import { expect as playwrightExpect } from "@playwright/test";
import { simulatedExpectations } from "../simulated-browser/expect.ts";

/** Playwright's `expect`, which also knows the pages and locators of the simulated browser. */
export const expect = new Proxy(playwrightExpect, {
  apply(target, self, args: Parameters<typeof playwrightExpect>) {
    const [actual, message] = args as [unknown, unknown];
    return simulatedExpectations(actual, message) ?? Reflect.apply(target, self, args);
  },
});
