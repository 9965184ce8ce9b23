import { type Locator, type Page, type TestInfo, test } from "@playwright/test";
import { api } from "../../lib/api.ts";
import { formatClockTime, MINUTE } from "../../lib/dates/time.ts";
import { dosesOfDay } from "../../test/doses.ts";
import { beganDaysAgo, clockIn, everyDayAt, planOf } from "../../test/plans.ts";
import type { Person } from "./people.ts";
import type { RunningNode } from "./running-node.ts";

/**
 * A zone in which it is midday now: the server's clock is real, and a dose of an hour ago or in two hours is one of today,
 * whenever the tests run. It is between twelve and one when they begin, and up to two when a long run ends.
 */
export const MIDDAY = (() => {
  const ahead = 12 - new Date().getUTCHours();
  // These names count westwards.
  return ahead === 0 ? "Etc/UTC" : `Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}`;
})();

/** A notebook in that zone. */
export async function middayNotebook(
  owner: Pick<Person, "http">,
  fullName = "Rosa Blum",
): Promise<{ _id: string; shortId: string }> {
  const _id = await owner.http.mutation(api.diaries.createDiaryWithPersonInfo, {
    region: "DE",
    timeZone: MIDDAY,
    personInfo: { fullName },
  });
  const notebook = await owner.http.query(api.diaries.getDiary, { diaryId: _id });
  return { _id, shortId: notebook!.shortId };
}

const moments = new WeakMap<TestInfo, number>();

/** One moment for all plans of a test, epoch ms: those of the same distance have the same time, whenever a minute ends. */
function momentOfTest(): number {
  const info = test.info();
  const moment = moments.get(info) ?? Date.now();
  moments.set(info, moment);
  return moment;
}

/** A plan that began two days ago, with one dose a day at each of these distances from now, in minutes. */
export async function plannedIn(
  node: RunningNode,
  author: Pick<Person, "http">,
  diaryId: string,
  name: string,
  minutes: number | number[],
  fields: Record<string, unknown> = {},
  now = momentOfTest(),
): Promise<string> {
  const times = [minutes].flat().map((each) => clockIn(each, MIDDAY, now));
  const planId = await planOf(author, diaryId, name, everyDayAt(...times), fields);
  await beganDaysAgo(node.database().pool, planId, 2);
  return planId;
}

/** A moment, in epoch ms, as the screens of the test's reader show it. */
export const shownTime = (at: number): string => formatClockTime(at, "en-US", MIDDAY);

/** The row of a dose, in a section or on the whole page. */
export function doseRow(within: Page | Locator, name: string): Locator {
  const page = "page" in within ? within.page() : within;
  return within.getByRole("listitem").filter({ has: page.getByRole("heading", { name, level: 3 }) });
}

/** Chooses from the menu of a dose's row. */
export async function chooseForDose(row: Locator, item: string): Promise<void> {
  await row.getByRole("button", { name: /^More for/ }).click();
  await row.getByRole("menu").getByText(item, { exact: true }).click();
}

/** The days around now in that zone. */
export const daysOf = (person: Pick<Person, "http">, diaryId: string) => dosesOfDay(person, diaryId, MIDDAY);

/** The last planned dose before `at`. */
export const slotBefore = async (
  person: Pick<Person, "http">,
  diaryId: string,
  planId: string,
  at = Date.now() + 2 * MINUTE,
) =>
  (await daysOf(person, diaryId)).slots.filter((slot) => slot.planId === planId && slot.dueAt <= at).at(-1)!
    .slot;
