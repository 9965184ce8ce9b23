import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/**
 * What axe finds wrong with a page as it is. In its own page's way ("legacy"), which saves opening another one for each
 * look and leaves out nothing but frames of other origins; there are none.
 */
export const lookWithAxe = (page: Page) =>
  new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ resultTypes: ["violations"] })
    .analyze();
