import type { Page } from "@playwright/test";

/** The tabs of a notebook's form, in their order. */
export const TABS = ["1 Basic Info", "2 Medical Info", "3 Legal Info", "4 Gov/Insurance"];

/** The tab that is open. */
export const selected = (page: Page) => page.getByRole("tab", { selected: true });
