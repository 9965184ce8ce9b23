import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { PUBLIC_PATHS } from "../../features/marketing/rules.ts";
import type { Schedule } from "../../features/plans/rules/schedule.ts";
import { api } from "../../lib/api.ts";
import { addPlan } from "../../test/ledger.ts";
import { pngOf } from "../../test/pictures.ts";
import { clockIn, everyDayAt, planOf, whenNeeded } from "../../test/plans.ts";
import { attach } from "./attachments.ts";
import { say } from "./comments.ts";
import { invite } from "./invitations.ts";
import { addMember, newEmail, notebookOf, noteOf, PASSWORD, type Person } from "./people.ts";
import { activateProgram, HIP_PROGRAM, uploadProgram } from "./programs.ts";
import type { RunningNode } from "./running-node.ts";
import { laterToday, taskOf } from "./tasks.ts";

/** A screen: its address, and what to do there before one looks at it. */
export type Screen = { path: string; name?: string; before?: (page: Page) => Promise<void> };

export const PUBLIC_SCREENS: readonly Screen[] = [
  ...PUBLIC_PATHS,
  ...["/sign-in", "/sign-in/forgot-password", "/sign-in/two-factor", "/sign-in/reset-password"],
  ...["/sign-in/verify-email", "/sign-in/confirm-address#token=x", "/sign-up"],
  ...["/care", "/invitations/nothing/accept", "/first-administrator/nothing"],
].map((path) => ({ path }));

const DAILY = { interval: { every: 1, unit: "day" } };

const press =
  (name: string | RegExp, awaited: "dialog" | "menu" = "dialog") =>
  async (page: Page) => {
    await page.getByRole("button", { name }).first().click();
    await page.getByRole(awaited).last().waitFor();
  };
const openTab = (name: string) => (page: Page) => page.getByRole("tab", { name }).click();
/** Presses "Next" until a condition holds; a form that doesn't go on fails after ten times. */
async function pressNextUntil(page: Page, isReached: () => Promise<boolean>): Promise<void> {
  for (let presses = 0; !(await isReached()); presses++) {
    if (presses === 10) throw new Error("The form doesn't go on");
    await page.getByRole("button", { name: "Next", exact: true }).click();
  }
}

/** The form keeps its step, so it begins at any step up to this one. */
const goToStep = (step: number) => async (page: Page) => {
  const steps = page.getByRole("list", { name: "Steps" }).getByRole("listitem");
  await pressNextUntil(page, async () => (await steps.nth(step).getAttribute("aria-current")) !== null);
};

async function makeCalendarLink(page: Page): Promise<void> {
  await press("Make a calendar link")(page);
  await page.getByLabel("Your password").fill(PASSWORD);
  await page.getByRole("button", { name: "Make the link" }).click();
  await page.getByRole("link", { name: "Open in my calendar" }).waitFor();
}

/** Opens all parts of the editor of plans. */
async function openParts(page: Page) {
  await page.getByRole("button", { name: "Something else" }).click();
  const closed = page.locator("form details:not([open]) > summary");
  while ((await closed.count()) > 0) await closed.first().click();
}

/** Every screen of somebody's notebook, with the long words of real names and something of each kind. */
export async function careScreens(node: RunningNode, anna: Person, jonas: Person): Promise<Screen[]> {
  const { _id: diaryId, shortId } = await notebookOf(anna, "Annemarie Schwarzenberger-Hofstätter");
  await addMember(node, diaryId, jonas, "member");
  const note = await noteOf(
    anna,
    diaryId,
    "Krankenversicherungskartenverlängerung",
    "Slept well.\nhttps://example.org/a/very/long/address/without/any/blank/that/nobody/would/type",
  );
  const place = { diaryId, noteId: note._id };
  const picture = await pngOf({ width: 320, height: 200 });
  await attach(anna, place, { name: "garden-behind-the-house.png", mimeType: "image/png", buffer: picture });
  await say(jonas, place, "Lovely! Did she take the tablet at eight?");
  await anna.http.mutation(api.notes.changeMedications, {
    diaryId,
    list: null,
    change: {
      kind: "add",
      medication: {
        genericName: "Hydrochlorothiazide",
        brandName: "Esidrix",
        dosage: "12.5 mg",
        notes: "half a tablet",
      },
    },
    title: "Her medications",
  });
  const weekdays: Schedule = {
    kind: "clock",
    times: [
      { at: "08:00", amount: 0.5 },
      { at: "20:00", amount: 1.25 },
    ],
    days: { weekdays: ["MO", "WE", "FR"] },
  };
  const planId = await planOf(anna, diaryId, "Hydrochlorothiazide", weekdays, {
    facts: { strength: "25 mg", form: "Retardkapsel" },
    visibility: "extended",
    sameDoseMinutes: 240,
    mealRelation: "before",
    mealMinutes: 30,
    minGapMinutes: 270,
    maxCount: 4,
    saidBy: "Dr Schwarzenberger-Hofstätter, letter of 3 May",
    instructions: "Blutdruckmessung vorher",
  });
  const programId = await uploadProgram(anna, diaryId);
  const started = await activateProgram(anna, diaryId, programId, {
    daysAgo: 9,
    activities: ["walk", "tablets", "garden"],
    assignedTo: jonas.userId,
  });
  const another = await uploadProgram(anna, diaryId, { ...HIP_PROGRAM, programName: "Stairs again" });
  await taskOf(anna, diaryId, "Call Dr. Lorenz about the physiotherapist", {
    assignedTo: anna.userId,
    scheduledDate: laterToday(),
  });
  const repeated = await taskOf(anna, diaryId, "Water her flowers", {
    scheduledDate: laterToday(),
    recurrence: DAILY,
  });
  await invite(anna, diaryId, newEmail("A very long name of a nurse"), { role: "admin" });
  const offered = await notebookOf(jonas, "Emil Weber");
  await invite(jonas, offered._id, anna.email, { personalMessage: "You know him best." });

  for (const [name, strength] of [
    ["Hydrochlorothiazide", "12.5 mg"],
    ["Krankenversicherungskartenverlängerungstropfen", "1,000 mcg"],
  ] as const)
    await planOf(anna, diaryId, name, everyDayAt(clockIn(20, "Europe/Berlin")), {
      facts: { strength },
      instructions: "Half an hour before breakfast, with a large glass of water",
    });
  const needed = await planOf(anna, diaryId, "Ibuprofen", whenNeeded(1, 2), {
    facts: { strength: "400 mg" },
    minGapMinutes: 240,
    maxCount: 4,
    saidBy: "Dr. Schwarzenberger-Hofstätter, letter of 3 May",
  });
  const minutesAgo = Date.now() - 60_000;
  await jonas.http.mutation(api.doses.giveDose, {
    entryId: randomUUID(),
    planId: needed,
    slot: null,
    amount: 1,
    givenAt: minutesAgo,
    sentAt: Date.now(),
  });
  await addPlan(node.database().pool, {
    diaryId,
    userId: anna.userId,
    name: "Hydrochlorothiazide",
    schedule: everyDayAt("08:00", "20:00"),
    firstDay: new Date().toISOString().slice(0, 10),
    instructions: "With a glass of water, before breakfast.",
  });

  const appointmentId = await anna.http.mutation(api.appointments.createAppointment, {
    diaryId,
    title: "Krankenversicherungskartenverlängerung bei Dr. Schwarzenberger-Hofstätter",
    starts: `${new Date(laterToday()).toISOString().slice(0, 10)}T23:30`,
    place: "Bahnhofstraße 4, 12345 Neustadt an der Weinstraße",
    phone: "+49 30 123456",
    bring: "Card, list of medicines, the old letters",
    travelMinutes: 25,
  });
  await makeWebhooks(node, anna.userId, diaryId);

  const care = `/care/${shortId}`;
  return [
    ...[
      "/home",
      "/updates",
      "/notifications",
      "/notifications/settings",
      "/search?q=sleep",
      "/account",
      "/account/webhooks",
      "/care",
      "/care/new",
    ].map((path) => ({ path })),
    ...["all", "assigned", "created"].map((tab) => ({ path: `/tasks?tab=${tab}` })),
    { path: `/tasks/repeated/${repeated}` },
    ...["month", "week", "day"].map((mode) => ({ path: `/calendar?mode=${mode}` })),
    { path: "/recording" },
    { path: "/more" },
    { path: "/more/help" },
    { path: "/more/not-sent" },
    { path: "/home", name: "the account menu", before: openAccountMenu },
    { path: "/tasks?tab=all", name: "a new task", before: press("New task") },
    { path: care },
    { path: care, name: "the notebooks to switch to", before: press(/Switch notebook/) },
    { path: `${care}/note/new` },
    { path: `${care}/note/new?type=default` },
    { path: `${care}/note/new?type=current-medications` },
    { path: `${care}/note/${note.shortId}` },
    { path: `${care}/note/${note.shortId}/edit` },
    { path: `${care}/note/zzzzzz` },
    { path: `${care}/handover` },
    { path: `${care}/handover`, name: "handing over", before: openHandover },
    { path: `${care}/medications` },
    { path: `${care}/doses` },
    { path: `${care}/doses`, name: "giving all", before: press("Give both…") },
    {
      path: `${care}/doses`,
      name: "a dose that was given already",
      before: press(/^It has already been given/),
    },
    { path: `${care}/doses`, name: "the sheet of a dose", before: press(/^1 tablet, /) },
    {
      path: `${care}/doses`,
      name: "the menu of a dose",
      before: press(/^More for Hydrochlorothiazide/, "menu"),
    },
    { path: `${care}/doses/month` },
    { path: `${care}/plans` },
    { path: `${care}/plans/new` },
    { path: `${care}/plans/new`, name: "all parts of a new plan", before: openParts },
    { path: `${care}/plans/${planId}/change` },
    { path: `${care}/plans/${planId}/change`, name: "all parts of a changed plan", before: openParts },
    { path: `${care}/plans/${planId}` },
    { path: `${care}/plans/${planId}`, name: "correcting a plan", before: press("Correct a typing error") },
    { path: `${care}/plans/${planId}`, name: "ending a plan", before: press("End") },
    { path: `${care}/plans/zone` },
    { path: `${care}/programs` },
    { path: `${care}/programs/${started}` },
    { path: `${care}/programs/${started}`, name: "managing a program", before: press("Manage Program") },
    { path: `${care}/programs/add` },
    { path: `${care}/programs/library/${another}` },
    ...[0, 1, 2, 3].map((step) => ({
      path: `${care}/programs/library/${another}/activate`,
      name: `starting a program, step ${step + 1}`,
      before: goToStep(step),
    })),
    { path: `${care}/members` },
    { path: `${care}/members?invite=true` },
    { path: `${care}/members?invite=mail` },
    { path: `${care}/appointments` },
    { path: `${care}/appointments`, name: "a new appointment", before: press("New appointment") },
    { path: `${care}/appointments/${appointmentId}` },
    { path: `${care}/appointments/${appointmentId}`, name: "asking someone", before: press("Ask someone") },
    { path: `${care}/escalation` },
    { path: `${care}/escalation`, name: "setting up who is told", before: openSetup },
    { path: `${care}/info` },
    { path: `${care}/info`, name: "deleting a notebook", before: press("Delete notebook") },
    ...["1 Basic Info", "2 Medical Info", "3 Legal Info", "4 Gov/Insurance"].map((tab) => ({
      path: `${care}/edit`,
      name: `the form of a notebook, ${tab}`,
      before: openTab(tab),
    })),
    { path: "/account", name: "the form of a calendar link", before: press("Make a calendar link") },
    { path: "/account", name: "a new calendar link", before: makeCalendarLink },
    { path: "/account", name: "the form of an access token", before: press("Make an access token") },
    { path: "/account/webhooks", name: "the form of a webhook", before: press("Make a webhook") },
    {
      path: "/account/webhooks",
      name: "the messages of a webhook",
      before: press("Latest messages, Kitchen display"),
    },
    {
      path: "/account/webhooks",
      name: "a new secret of a webhook",
      before: press("New secret, Kitchen display"),
    },
    { path: "/account", name: "deleting one's account", before: press("Delete account") },
  ];
}

/** A webhook that was told of something, and one that was turned off because it failed. Nothing is sent to them. */
async function makeWebhooks(node: RunningNode, userId: string, diaryId: string): Promise<void> {
  const { pool } = node.database();
  await pool.query(
    `with hooks as (
       insert into webhooks (id, user_id, name, host, sealed, areas, all_notebooks, last_ok, last_failed_at, last_failure,
                             failures, failing_since, paused_until, disabled_at, disabled_reason)
       values (gen_random_uuid(), $1, 'Kitchen display', 'display.example.org', '\\x00', '{members}', true,
               now() - interval '1 hour', now() - interval '2 minutes', '503', 1, now(), 'infinity', null, null),
              (gen_random_uuid(), $1, 'Krankenversicherungskartenverlängerungsprogramm', 'krankenversicherung.example.org',
               '\\x00', null, true, null, now() - interval '1 day', 'ENOTFOUND', 20, now() - interval '2 days', null, now(),
               'failing')
       returning id, name)
     insert into webhook_deliveries (webhook_id, diary_id, kind, change, subject_id, role, told_as, made_at, tried_at,
                                     attempts, outcome, failure, next_attempt_at)
     select h.id, $2, split_part(d.told, '.', 1), 'insert', gen_random_uuid(), 'owner', d.told, now() - d.ago, now() - d.ago,
            d.attempts, d.outcome, d.failure, now() + interval '1 day'
       from hooks h, (values ('note.created', interval '1 hour', 1, 'sent', null),
                             ('dose.updated', interval '2 hours', 3, null, '503'),
                             ('task.deleted', interval '3 days', 14, 'failed', 'ETIMEDOUT')) d(told, ago, attempts, outcome, failure)
      where h.name = 'Kitchen display'`,
    [userId, diaryId],
  );
}

async function openSetup(page: Page) {
  await page
    .getByRole("button", { name: /^Set up/ })
    .first()
    .click();
  await page.getByLabel("Tell next").selectOption({ index: 1 });
}

async function openHandover(page: Page) {
  await page.getByRole("button", { name: "Hand over" }).click();
  await page.getByLabel("What happened").waitFor();
}

async function openAccountMenu(page: Page) {
  await page.getByRole("button", { name: /^Your account/ }).click();
  await page.getByRole("button", { name: "Sign out" }).waitFor();
}

export const ADMIN_SCREENS: readonly Screen[] = [
  "/admin",
  ...["users", "care", "notes", "tasks", "members", "programs", "audit", "manage-admins", "queues"].map(
    (table) => `/admin/${table}`,
  ),
].map((path) => ({ path }));
