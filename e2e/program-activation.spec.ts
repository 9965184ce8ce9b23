import type { Page } from "@playwright/test";
import { api } from "../lib/api.ts";
import { findZoneAtHour } from "../test/zones.ts";
import { expectClean, LOOKS } from "./support/axe.ts";
import { mutationsOf } from "./support/comments.ts";
import { addMember, notebookOf, noteOf, type Person } from "./support/people.ts";
import { activateProgram, HIP_PROGRAM, tasksOf, uploadProgram } from "./support/programs.ts";
import { spec } from "./support/spec.ts";
import { expect, screenTest, test } from "./support/test.ts";
import { watchCalls } from "./support/watched.ts";

const next = (page: Page) => page.getByRole("button", { name: "Next", exact: true }).click();
const back = (page: Page) => page.getByRole("button", { name: "Back", exact: true }).click();
const activateButton = (page: Page) => page.getByRole("button", { name: "Activate program" });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 2, name });
const currentStep = (page: Page) => page.getByRole("list", { name: "Steps" }).locator("[aria-current=step]");
const activities = (page: Page) => page.getByTestId("activities");
const baseline = (page: Page) => page.getByLabel(/^When is it\?/);

/** A notebook with the program in its library; returns the address of the wizard. */
async function libraryOf(owner: Person, program: Record<string, unknown> = HIP_PROGRAM) {
  const { _id: diaryId, shortId } = await notebookOf(owner);
  const programId = await uploadProgram(owner, diaryId, program);
  const care = `/care/${shortId}`;
  return { diaryId, programId, care, wizard: `${care}/programs/library/${programId}/activate` };
}

screenTest(
  "the wizard goes through its steps in order, and Back goes one step back",
  {
    tag: spec("CORE-483 CORE-484 CORE-485 CORE-486 CORE-487"),
  },
  async ({ someone }) => {
    const anna = await someone("Anna Keller");
    const { wizard } = await libraryOf(anna);
    const { page } = anna;
    await page.goto(wizard);
    await expect(page.getByRole("list", { name: "Steps" }).getByRole("listitem")).toHaveText([
      /Baseline/,
      /Activities/,
      /Assign/,
      /Confirm/,
    ]);
    await expect(currentStep(page)).toContainText("Baseline");
    await expect(page.getByRole("button", { name: "Back", exact: true })).toHaveCount(0);
    for (const [step, title] of [
      ["Activities", "Which activities?"],
      ["Assign", "Who does what?"],
      ["Confirm", "Is this right?"],
    ] as const) {
      await next(page);
      await expect(currentStep(page)).toContainText(step);
      await expect(heading(page, title)).toBeFocused();
    }
    await expect(page.getByRole("button", { name: "Next", exact: true })).toHaveCount(0);
    await expect(activateButton(page)).toBeVisible();
    for (const step of ["Assign", "Activities", "Baseline"]) {
      await back(page);
      await expect(currentStep(page)).toContainText(step);
    }
    await expect(page.getByRole("button", { name: "Back", exact: true })).toHaveCount(0);
  },
);

test("day 0 starts as today in the notebook's time zone, and has to be a date", {
  tag: spec("CORE-489"),
}, async ({ someone }) => {
  const today = () => new Date().toLocaleDateString("sv-SE", { timeZone: "Europe/Berlin" });
  // Anna's day differs from Berlin's: her zone is twelve hours ahead or thirteen behind.
  const hour = new Date().toLocaleString("en", {
    timeZone: "Europe/Berlin",
    hour: "2-digit",
    hourCycle: "h23",
  });
  const timezoneId = Number(hour) < 12 ? "Pacific/Pago_Pago" : "Pacific/Kiritimati";
  const anna = await someone("Anna Keller", { timezoneId });
  const { wizard } = await libraryOf(anna);
  const { page } = anna;
  const before = today();
  await page.goto(wizard);
  await expect(page.getByText("Day of discharge").first()).toBeVisible();
  await expect(page.getByText("The day on which she comes home.")).toBeVisible();
  await expect(baseline(page)).not.toHaveValue("");
  // Midnight may have passed meanwhile.
  expect([before, today()]).toContain(await baseline(page).inputValue());
  await baseline(page).fill("2027-03-20");
  await expect(page.getByRole("list", { name: "Phases" }).getByRole("listitem")).toHaveText([
    "Arriving at homeMar 20, 2027 to Mar 26, 2027",
    "Going furtherMar 27, 2027 to Apr 16, 2027",
  ]);
  await baseline(page).fill("");
  await next(page);
  await expect(page.getByRole("alert")).toHaveText("Please choose a date");
  await expect(currentStep(page)).toContainText("Baseline");
  await baseline(page).fill("2090-01-01");
  await next(page);
  await expect(page.getByRole("alert")).toHaveText("Please choose a date within five years of today");
});

test("activities are preselected and have warnings, and at least one has to be chosen", {
  tag: spec("CORE-488 CORE-490 CORE-491 CORE-492 CORE-493"),
}, async ({ someone }) => {
  const anna = await someone("Anna Keller", { viewport: { width: 390, height: 844 } });
  const { wizard } = await libraryOf(anna);
  const { page } = anna;
  await page.goto(wizard);
  await next(page);
  const box = (name: string) => activities(page).getByRole("checkbox", { name });
  await expect(box("Walk with the frame")).toBeChecked();
  await expect(box("Practise stairs")).not.toBeChecked();
  await expect(box("Read the leaflet together")).toBeChecked();
  await expect(page.getByText("6 of 7 selected")).toBeVisible();
  await expect(page.getByText("Check first: Dizziness when standing up; Fever")).toBeVisible();
  const { height, content } = await activities(page).evaluate((list) => ({
    height: list.getBoundingClientRect().height,
    content: list.scrollHeight,
  }));
  expect(height).toBe(24 * 16);
  expect(content).toBeGreaterThan(height);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  await page.getByRole("button", { name: "Select none" }).click();
  await next(page);
  await expect(page.getByRole("alert")).toHaveText("Please select at least one activity");
  await expect(currentStep(page)).toContainText("Activities");
  await box("Practise stairs").check();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await next(page);
  await expect(page.getByRole("list", { name: "Activities" }).getByRole("listitem")).toHaveCount(1);
});

for (const [where, viewport] of [
  ["CORE-515 a popover at a desk", { width: 1280, height: 900 }],
  ["CORE-514 in the list on a phone", { width: 390, height: 844 }],
] as const) {
  test(`the frequency of an activity is changed in ${where}`, async ({ someone }) => {
    const anna = await someone("Anna Keller", { viewport });
    const { wizard } = await libraryOf(anna);
    const { page } = anna;
    await page.goto(wizard);
    await next(page);
    await page.getByRole("button", { name: /Change how often: Walk with the frame/ }).click();
    const isPopover = viewport.width > 1000;
    await expect(page.getByRole("dialog", { name: "How often: Walk with the frame" })).toHaveCount(
      isPopover ? 1 : 0,
    );
    const editor = isPopover
      ? page.getByRole("dialog", { name: "How often: Walk with the frame" })
      : activities(page).getByRole("group", { name: "How often: Walk with the frame" });
    await editor
      .getByLabel(/^Every/)
      .first()
      .fill("2");
    await expect(
      page.getByRole("button", { name: "Every 2 days. Change how often: Walk with the frame" }),
    ).toBeVisible();
    if (isPopover) await page.keyboard.press("Escape");
    await next(page);
    await expect(page.getByRole("listitem").filter({ hasText: "Walk with the frame" })).toContainText(
      "Every 2 days",
    );
  });
}

screenTest(
  "activities are assigned to members, oneself as Me, one by one or all at once",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const jonas = await someone("Jonas Weber");
    const { diaryId, wizard } = await libraryOf(anna);
    await addMember(node, diaryId, jonas, "admin");
    const { page } = anna;
    await page.goto(wizard);
    await next(page);
    await next(page);
    const who = (title: string) => page.getByLabel(`Who does ${title}`);
    await expect(who("Walk with the frame").getByRole("option")).toHaveText([
      "Unassigned",
      "Me",
      "Jonas Weber",
    ]);
    await expect(who("Walk with the frame")).toHaveValue("");
    await page.getByLabel("Assign all to").selectOption("Jonas Weber");
    await expect(who("Walk in the garden")).toHaveValue(jonas.userId);
    await who("Walk with the frame").selectOption("Me");
    await expect(page.getByLabel("Assign all to")).toHaveValue("mixed");
    await next(page);
    const loads = page.getByRole("region", { name: "Tasks a week" });
    await expect(loads.getByRole("listitem").filter({ hasText: "Jonas Weber" })).toContainText("tasks");
    await expect(loads.getByRole("listitem").filter({ hasText: "Me" })).toContainText("7 tasks");
  },
);

screenTest(
  "people are proposed with the reason; one press takes all proposals, and each can be changed",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const jonas = await someone("Jonas Weber");
    const vroni = await someone("Vroni Viewer");
    const { diaryId, wizard } = await libraryOf(anna);
    await addMember(node, diaryId, jonas, "member");
    await addMember(node, diaryId, vroni, "extended");
    const done = (title: string, by: Person, count: number) =>
      node.database().pool.query(
        `insert into tasks (id, diary_id, title, status, completed_at, completed_by, created_by)
         select gen_random_uuid(), $1, $2, 'completed', now(), $3, $3 from generate_series(1, $4::int)`,
        [diaryId, title, by.userId, count],
      );
    await done("Give a tablet", jonas, 2);
    await done("Give a tablet", vroni, 9);
    await done("Wash her hair", anna, 4);
    const { page } = anna;
    await page.goto(wizard);
    await next(page);
    await next(page);
    const who = (title: string) => page.getByLabel(`Who does ${title}`);
    const row = (title: string) => page.getByRole("listitem").filter({ hasText: title });
    await expect(row("Tablets against pain")).toContainText(
      "Proposed: Jonas Weber did most of these in the last 30 days",
    );
    await expect(row("Walk with the frame")).toContainText(
      "Proposed: You did most tasks in the last 30 days",
    );
    // Nothing is chosen for somebody who doesn't ask for it.
    await expect(who("Tablets against pain")).toHaveValue("");
    await who("Walk with the frame").selectOption("Jonas Weber");
    await page.getByRole("button", { name: /^Take all \d proposals$/ }).click();
    await expect(who("Tablets against pain")).toHaveValue(jonas.userId);
    await expect(who("Walk with the frame")).toHaveValue(jonas.userId);
    await expect(who("Walk in the garden")).toHaveValue(anna.userId);
    await expect(page.getByRole("button", { name: /proposal/ })).toHaveCount(0);
    await who("Walk in the garden").selectOption("Unassigned");
    await expect(page.getByRole("button", { name: "Take the proposal" })).toBeVisible();
  },
);

screenTest(
  "the confirm step names each activity that makes no tasks, and previews the others by day",
  {
    tag: spec("CORE-534"),
  },
  async ({ someone }) => {
    const anna = await someone("Anna Keller");
    const program = structuredClone(HIP_PROGRAM) as typeof HIP_PROGRAM;
    const [home] = program.phases;
    home!.activities[0]!.recurrence = { pattern: "weekly", weekly: { byWeekdays: [] } } as never;
    home!.activities[1]!.recurrence = { pattern: "monthly", monthly: { byMonthDay: [5] } } as never;
    const { wizard } = await libraryOf(anna, program);
    const { page } = anna;
    await page.goto(wizard);
    await baseline(page).fill("2027-03-20");
    await next(page);
    await next(page);
    await next(page);
    const warnings = page.getByRole("region", { name: "Scheduling warnings" });
    await expect(warnings.getByRole("listitem")).toHaveCount(2);
    await expect(warnings.getByRole("listitem").first()).toContainText("Walk with the frame:");
    await expect(warnings.getByRole("listitem").last()).toContainText("Tablets against pain:");
    // 1 leaflet, 21 walks in the garden, 6 exercises, 3 looks at the scar.
    await expect(page.getByText("31 tasks from Mar 20, 2027 to Apr 16, 2027")).toBeVisible();
    const table = page.getByRole("table");
    await expect(table.getByRole("button", { name: "Saturday, March 20, 2027: 1 task" })).toBeVisible();
    await expect(table.getByRole("button", { name: /March 21/ })).toHaveCount(0);
    await table.getByRole("button", { name: "Monday, March 29, 2027: 2 tasks" }).click();
    await expect(page.getByRole("heading", { name: "Monday, March 29, 2027" })).toBeVisible();
    await expect(page.getByText("Do the exercises (Unassigned)")).toBeVisible();
    await page.getByRole("button", { name: "Next month" }).click();
    await expect(table.getByRole("button", { name: "Friday, April 16, 2027: 1 task" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Next month" })).toBeDisabled();
  },
);

screenTest("the choices are back after the tab was closed, for the same person only", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const { wizard } = await libraryOf(anna);
  const { page } = anna;
  await page.goto(wizard);
  await baseline(page).fill("2027-03-20");
  await next(page);
  await activities(page).getByRole("checkbox", { name: "Practise stairs" }).check();
  await page.close();
  const again = await anna.context.newPage();
  await again.goto(wizard);
  await expect(again.getByText("We kept what you had written")).toBeVisible();
  await expect(currentStep(again)).toContainText("Activities");
  await expect(activities(again).getByRole("checkbox", { name: "Practise stairs" })).toBeChecked();
  await back(again);
  await expect(baseline(again)).toHaveValue("2027-03-20");
  await again.getByRole("button", { name: "Discard the draft" }).click();
  await expect(baseline(again)).not.toHaveValue("2027-03-20");
  await again.reload();
  await expect(again.getByText("We kept what you had written")).toHaveCount(0);
});

test("tasks that are over can be left out; a double click activates once", async ({ someone, node }) => {
  const anna = await someone("Anna Keller");
  const { diaryId, wizard, care } = await libraryOf(anna);
  const { page } = anna;
  // Two of today's three tablets are over.
  const now = Date.now();
  const timeZone = findZoneAtHour(17, now);
  await node.database().pool.query("update diaries set time_zone = $2 where id = $1", [diaryId, timeZone]);
  const sent = mutationsOf(page);
  await page.goto(wizard);
  await baseline(page).fill(new Date(now - 3 * 86_400_000).toLocaleDateString("sv-SE", { timeZone }));
  for (let step = 0; step < 3; step++) await next(page);
  const sum = page.getByText(/^\d+ tasks from /);
  const load = page.getByRole("region", { name: "Tasks a week" }).getByRole("listitem");
  await expect(sum).toContainText("44 tasks");
  const past = page.getByRole("region", { name: "What is over already" });
  await expect(past).toContainText("15 tasks lie before today");
  const box = past.getByRole("checkbox", { name: "Leave them out" });
  // Left out unless somebody wants to note what was done: three days with a walk and three tablets each, two
  // tablets of today, and the leaflet.
  await expect(box).toBeChecked();
  await box.uncheck();
  await expect(sum).toContainText("59 tasks");
  await box.check();
  await expect(sum).toContainText("44 tasks");
  await expect(page.getByRole("list", { name: "What comes next" }).getByRole("listitem")).toHaveText([
    /^Today: /,
    /^Tomorrow: /,
  ]);
  await expect(load).toContainText("44 tasks");
  await expect(box).toBeFocused();
  // The choices stay after going back and forth, and after a reload.
  await page.reload();
  await expect(box).toBeChecked();
  await expect(sum).toContainText("44 tasks");
  await activateButton(page).dblclick();
  await expect(page.getByRole("heading", { level: 1, name: "Back on her feet" })).toBeVisible();
  await expect(page.getByText("The program is activated, with 44 tasks.")).toBeVisible();
  expect(sent.filter((name) => name === "programs:activateProgram")).toHaveLength(1);
  const programs = await anna.http.query(api.programs.listDiaryPrograms, { diaryId });
  expect(programs).toHaveLength(1);
  await expect(page).toHaveURL(`${care}/programs/${programs[0]!._id}`);
  // Back doesn't return to the wizard, whose address now says that the program is active.
  await page.goto(wizard);
  await expect(
    page.getByRole("heading", { name: "This notebook has “Back on her feet” already" }),
  ).toBeVisible();
  await page.getByRole("link", { name: "Open the program" }).click();
  await expect(page).toHaveURL(`${care}/programs/${programs[0]!._id}`);
});

screenTest(
  "an activation that the server refuses shows the reason and keeps all choices",
  {
    tag: spec("CORE-502"),
  },
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const jonas = await someone("Jonas Weber");
    const { diaryId, programId, wizard, care } = await libraryOf(anna);
    await addMember(node, diaryId, jonas, "member");
    const { page } = anna;
    await page.goto(wizard);
    for (let step = 0; step < 3; step++) await next(page);
    await expect(page.getByRole("table")).toBeVisible();
    // Somebody else has activated it meanwhile.
    const diaryProgramId = await activateProgram(jonas, diaryId, programId);
    const news = page.getByRole("status").filter({ hasText: "Jonas Weber has activated this program here" });
    await expect(news.getByRole("link", { name: "Open the program" })).toHaveAttribute(
      "href",
      `${care}/programs/${diaryProgramId}`,
    );
    await activateButton(page).click();
    await expect(page.getByRole("alert")).toContainText(
      "Failed to activate program: This notebook already has this program",
    );
    await expect(currentStep(page)).toContainText("Confirm");
    await jonas.http.mutation(api.programs.deleteDiaryProgram, { diaryProgramId });
    await expect(news).toHaveCount(0);
    await activateButton(page).click();
    await expect(page).toHaveURL(new RegExp(`${care}/programs/[0-9a-f-]{36}$`));
  },
);

screenTest("viewers can't activate a program", async ({ someone, node }) => {
  const anna = await someone("Anna Keller");
  const petra = await someone("Petra Sommer");
  const { diaryId, wizard, care } = await libraryOf(anna);
  await addMember(node, diaryId, petra, "extended");
  const { page } = petra;
  await page.goto(`${care}/programs`);
  await expect(page.getByText("Care programs are shown to the care team only")).toBeVisible();
  await expect(page.getByRole("link", { name: "Add Care Program" })).toHaveCount(0);
  await page.goto(wizard);
  await expect(
    page.getByRole("heading", { name: "You don't have permission to activate programs in this notebook." }),
  ).toBeVisible();
});

test("when the clocks change in March everyone gets the right tasks on the right days, live", {
  tag: spec("CORE-482 CORE-499 CORE-500 CORE-501"),
}, async ({ someone, node }) => {
  const anna = await someone("Anna Keller");
  const jonas = await someone("Jonas Weber", { viewport: { width: 390, height: 844 } });
  const { _id: diaryId, shortId } = await notebookOf(anna);
  const care = `/care/${shortId}`;
  await addMember(node, diaryId, jonas, "member");
  const note = await noteOf(anna, diaryId, "Discharge");
  await jonas.page.goto(`${care}/note/${note.shortId}`);
  await expect(jonas.page.getByText("No care program belongs to this note yet.")).toBeVisible();

  // From the note to the library, with an uploaded file, and to the wizard.
  const { page } = anna;
  const uploads = watchCalls(page, "programs:createProgramFromUpload");
  const activations = watchCalls(page, "programs:activateProgram");
  await page.goto(`${care}/note/${note.shortId}`);
  await page.getByRole("link", { name: "Add Care Program" }).click();
  await expect(page.getByRole("list", { name: "Programs" })).toBeVisible();
  await page.locator("input[type=file]").setInputFiles({
    name: "back-on-her-feet.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(HIP_PROGRAM)),
  });
  await page.getByRole("list", { name: "Programs" }).getByRole("link", { name: "Back on her feet" }).click();
  await page.getByRole("link", { name: "Activate Program" }).click();
  await baseline(page).fill("2027-03-20");
  await next(page);
  await next(page);
  await page.getByLabel("Who does Tablets against pain").selectOption("Jonas Weber");
  await page.getByLabel("Who does Walk in the garden").selectOption("Me");
  await next(page);
  // 7 walks, 7 × 3 tablets, the leaflet; 21 walks in the garden, 6 exercises, 3 looks at the scar.
  await expect(page.getByText("59 tasks from Mar 20, 2027 to Apr 16, 2027")).toBeVisible();
  await activateButton(page).click();
  await expect(page.getByText("The program is activated, with 59 tasks.")).toBeVisible();
  expect(uploads).toEqual([{ programJson: JSON.stringify(HIP_PROGRAM), diaryId }]);
  expect(activations).toEqual([
    {
      programId: expect.any(String),
      diaryId,
      noteId: note._id,
      baselineDate: Date.parse("2027-03-20T00:00:00+01:00"),
      selectedActivities: expect.arrayContaining([
        expect.objectContaining({ activityId: "garden", isActivated: true, assignedTo: anna.userId }),
      ]),
      leaveOutPast: true,
    },
  ]);

  // The program appears on the note that Jonas has open, and links to its days.
  const card = jonas.page.getByRole("region", { name: "Programs" }).getByRole("listitem");
  await expect(card).toContainText("Activated");
  await expect(card).toContainText("Phase 1 of 2");
  await expect(card).toContainText("0 of 59 tasks");
  await card.getByRole("link", { name: "Back on her feet" }).click();
  const tasks = jonas.page.getByRole("region", { name: "Tasks" });
  const lines = (day: string) => tasks.locator("h3", { hasText: day }).locator("+ ul").getByRole("listitem");
  await tasks.getByLabel("Phase").selectOption("1. Arriving at home");
  // Tasks without an hour come first; several doses a day are spread from 8:00 to 20:00.
  await expect(lines("Saturday, March 20, 2027")).toHaveText([
    /^(Walk with the frame|Read the leaflet together)Unassigned/,
    /^(Walk with the frame|Read the leaflet together)Unassigned/,
    /Give a tablet08:00Jonas Weber/,
    /Give a tablet14:00Jonas Weber/,
    /Give a tablet20:00Jonas Weber/,
  ]);
  await expect(lines("Friday, March 26, 2027")).toHaveCount(4);
  await tasks.getByLabel("Phase").selectOption("2. Going further");
  await expect(tasks.locator("h3").first()).toHaveText("Saturday, March 27, 2027");
  await expect(lines("Sunday, March 28, 2027")).toHaveText([/Walk in the gardenAnna Keller/]);
  await expect(lines("Monday, March 29, 2027")).toHaveText([
    /Do the exercises|garden/,
    /Do the exercises|garden/,
  ]);
  await expect(tasks.locator("h3").last()).toHaveText("Friday, April 16, 2027");

  const [program] = await jonas.http.query(api.programs.listDiaryPrograms, { diaryId });
  const starts = (await tasksOf(jonas, program!._id))
    .filter(({ title }) => title === "Walk in the garden")
    .map(({ scheduledDate }) => new Date(scheduledDate!).toISOString().slice(0, 16));
  // Midnight in Berlin, before and after the night that lacks an hour.
  expect(starts.slice(0, 3)).toEqual(["2027-03-26T23:00", "2027-03-27T23:00", "2027-03-28T22:00"]);
  expect(starts).toHaveLength(21);
});

for (const { colorScheme, width } of LOOKS) {
  test(`axe finds no problem in the wizard, ${colorScheme}, ${width} px`, async ({ someone }) => {
    const anna = await someone("Anna Keller", { colorScheme, viewport: { width, height: 844 } });
    const { wizard } = await libraryOf(anna);
    const { page } = anna;
    await page.goto(wizard);
    await expect(heading(page, "From which day?")).toBeVisible();
    await expectClean(page, "baseline");
    await next(page);
    await expectClean(page, "activities");
    await page.getByRole("button", { name: /Change how often: Walk with the frame/ }).click();
    await expectClean(page, "how often");
    await page.keyboard.press("Escape");
    await next(page);
    await expectClean(page, "assign");
    await next(page);
    await expect(page.getByRole("table")).toBeVisible();
    await page.getByRole("table").getByRole("button").first().click();
    await expectClean(page, "confirm");
  });
}
