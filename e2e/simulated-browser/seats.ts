import type { BrowserContext, BrowserContextOptions, Page } from "@playwright/test";
import type { Seat } from "../support/seats.ts";
import { SimulatedContext } from "./context.ts";
import { pageScripts } from "./scripts.ts";

/**
 * Seats in the simulated browser. Their pages and contexts have a part of Playwright's interface; what they don't have
 * fails when it is called.
 */
export const simulatedSeats = {
  async take({ baseURL, ...others }: BrowserContextOptions): Promise<Seat> {
    if (Object.keys(others).length > 0)
      throw new Error(`The simulated browser has no option ${Object.keys(others).join(", ")}`);
    const context = new SimulatedContext(baseURL!, await pageScripts());
    const page = await context.newPage();
    return { context: context as unknown as BrowserContext, page: page as unknown as Page };
  },
  giveBack: ({ context }: Seat): Promise<void> => context.close(),
};
