import type { Locator, Page } from "@playwright/test";
import { Temporal } from "temporal-polyfill";
import { api } from "../../lib/api.ts";
import type { Person } from "./people.ts";

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** Half past two this afternoon in Berlin, the time zone of the test browsers; a page's clock can be set to it. */
export const afternoon = (): number =>
  Temporal.Now.zonedDateTimeISO("Europe/Berlin").withPlainTime("14:30").epochMilliseconds;

/** In an hour, or a minute before midnight in Berlin where that comes first: a page's own clock has it today. */
export const laterToday = (): number => {
  const now = Temporal.Now.zonedDateTimeISO("Europe/Berlin");
  const midnight = now.startOfDay().add({ days: 1 }).epochMilliseconds;
  return Math.min(now.epochMilliseconds + HOUR, midnight - 60_000);
};

/** The day of today in Berlin, `YYYY-MM-DD`. */
export const today = (): string => Temporal.Now.plainDateISO("Europe/Berlin").toString();

type TaskFields = {
  noteId?: string;
  description?: string;
  assignedTo?: string;
  scheduledDay?: string;
  scheduledDate?: number;
  dueDate?: number;
  endDate?: number;
  recurrence?: object;
};

/** Creates a task without a browser; returns its id. */
export const taskOf = (
  person: Pick<Person, "http">,
  diaryId: string,
  title: string,
  fields: TaskFields = {},
): Promise<string> => person.http.mutation(api.tasks.createTask, { diaryId, title, ...fields });

/** The part of the tasks page with that name. */
export const sectionOf = (page: Page, name: string): Locator =>
  page.getByRole("region", { name, exact: true });

/** The row of a task, in a section or on the whole page. */
export function taskRow(within: Page | Locator, title: string): Locator {
  const page = "page" in within ? within.page() : within;
  return within
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: title, exact: true }) });
}

/** Chooses an item from the menu of a task's row. */
export async function chooseFor(row: Locator, item: string): Promise<void> {
  await row.getByRole("button", { name: /^More for/ }).click();
  await row.getByRole("menu").getByText(item, { exact: true }).click();
}
