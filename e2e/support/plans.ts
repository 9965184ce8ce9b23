import type { Page } from "@playwright/test";
import type { FunctionArgs } from "convex/server";
import { api } from "../../lib/api.ts";
import { dayInZone } from "../../lib/zone-day.ts";
import { expect } from "./expect.ts";
import type { Person } from "./people.ts";

type PlanArgs = FunctionArgs<typeof api.plans.createPlan>;

/** A plan once a day at eight, made without a browser; returns its id. */
export const planOf = (
  { http }: Pick<Person, "http">,
  diaryId: string,
  name: string,
  more: Partial<PlanArgs> = {},
): Promise<string> =>
  http.mutation(api.plans.createPlan, {
    diaryId,
    facts: { name, strength: "5 mg" },
    doseUnit: "tablet",
    schedule: { kind: "clock", times: [{ at: "08:00", amount: 1 }], days: { everyDays: 1 } },
    firstDay: dayInZone(Date.now(), "Europe/Berlin"),
    lastDay: null,
    minGapMinutes: null,
    maxCount: null,
    maxAmount: null,
    windowHours: 24,
    sameDoseMinutes: 240,
    lateAfterMinutes: 60,
    lateUntilMinutes: 240,
    ...more,
  });

/** Goes on to the next question of the editor. */
export const next = (page: Page) => page.getByRole("button", { name: "Next", exact: true }).click();

/** Waits for a question of the editor. */
export const question = (page: Page, name: string) =>
  expect(page.getByRole("heading", { name })).toBeVisible();
