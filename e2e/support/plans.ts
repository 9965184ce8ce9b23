import type { Page } from "@playwright/test";
import { expect } from "./expect.ts";

/** Goes on to the next question of the editor. */
export const next = (page: Page) => page.getByRole("button", { name: "Next", exact: true }).click();

/** Waits for a question of the editor. */
export const question = (page: Page, name: string) =>
  expect(page.getByRole("heading", { name })).toBeVisible();
