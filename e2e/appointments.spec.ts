import { api } from "../lib/api.ts";
import { addDays } from "../lib/dates/zone-day.ts";
import { expectClean } from "./support/axe.ts";
import { addMember, notebookOf, type Person } from "./support/people.ts";
import { today } from "./support/tasks.ts";
import { expect, screenTest, test } from "./support/test.ts";

const inDays = (count: number) => addDays(today(), count);

/** An appointment by a call; returns its id. */
const add = ({ http }: Pick<Person, "http">, diaryId: string, overrides: object = {}) =>
  http.mutation(api.appointments.createAppointment, {
    diaryId,
    title: "Dr. Lorenz",
    starts: `${inDays(2)}T09:30`,
    ...overrides,
  });

test("an appointment is added by what, when and where, and is on home and in the calendar", async ({
  someone,
}) => {
  const anna = await someone("Anna Keller");
  const { page } = anna;
  const { shortId } = await notebookOf(anna, "Rosa Blum");
  await page.goto(`/care/${shortId}/appointments`);
  await expect(page.getByText("No appointments")).toBeVisible();
  await page.getByRole("button", { name: "New appointment" }).click();
  const form = page.getByRole("dialog", { name: "New appointment" });
  await form.getByRole("button", { name: "Add" }).click();
  await expect(form.getByLabel(/What is it/)).toBeFocused();
  await expect(form.getByText("Please say what it is")).toBeVisible();
  await form.getByLabel(/What is it/).fill("Dr. Lorenz, heart");
  await form.getByLabel("Day", { exact: true }).fill(inDays(1));
  await form.getByLabel("Time", { exact: true }).fill("09:30");
  await form.getByLabel("Where").fill("Main Street 4");
  await form.getByRole("button", { name: "Add" }).click();
  await expect(form).toHaveCount(0);
  await expect(page.getByRole("listitem").filter({ hasText: "Dr. Lorenz, heart" })).toContainText(
    "Main Street 4",
  );
  await expectClean(page, "the appointments");
  await page.goto("/home");
  const onHome = page.getByRole("region", { name: "Appointments" });
  await expect(onHome).toContainText("Nobody drives yet.");
  await onHome.getByRole("button", { name: /^I’ll drive ?: Dr\. Lorenz, heart$/ }).click();
  await expect(onHome).toContainText("You drive.");
  await page.goto(`/calendar?mode=week&date=${inDays(1)}`);
  await page.getByRole("link", { name: /Appointment: ?9:30\sAM Dr\. Lorenz, heart/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Dr. Lorenz, heart" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Show on a map" })).toHaveAttribute(
    "href",
    "geo:0,0?q=Main%20Street%204",
  );
  await expectClean(page, "an appointment");
});

screenTest("of two who take the drive one has it, and the other sees who", async ({ node, someone }) => {
  const anna = await someone("Anna Keller");
  const jonas = await someone("Jonas Weber");
  const { _id: diaryId, shortId } = await notebookOf(anna, "Rosa Blum");
  await addMember(node, diaryId, jonas, "member");
  const appointmentId = await add(anna, diaryId);
  for (const { page } of [anna, jonas]) await page.goto(`/care/${shortId}/appointments/${appointmentId}`);
  const drive = ({ page }: typeof anna) => page.getByRole("button", { name: /^I’ll drive/ });
  await expect(drive(jonas)).toBeVisible();
  await drive(anna).click();
  await expect(anna.page.getByText("You drive.")).toBeVisible();
  await expect(jonas.page.getByText("Anna Keller drives.")).toBeVisible();
  await expect(drive(jonas)).toHaveCount(0);
  // A moved appointment asks the driver again, except the one who moves it.
  await jonas.page.getByRole("button", { name: "Edit" }).click();
  const form = jonas.page.getByRole("dialog");
  await form.getByLabel("Day", { exact: true }).fill(inDays(3));
  await form.getByRole("button", { name: "Save" }).click();
  await expect(anna.page.getByText("Nobody drives yet.")).toBeVisible();
  await expect(anna.page.getByText("Asked to drive: Anna Keller")).toBeVisible();
  // Someone without an account drives.
  await jonas.page.getByRole("button", { name: "Ask someone" }).click();
  await form.getByLabel("Whom").selectOption("Someone who isn’t a member");
  await form.getByLabel("Name").fill("Aunt Ilse");
  await form.getByRole("button", { name: "Add" }).click();
  await expect(anna.page.getByText("Aunt Ilse drives.")).toBeVisible();
});

screenTest("what came of a visit becomes a note with the answers to the questions", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const { page } = anna;
  const { _id: diaryId, shortId } = await notebookOf(anna, "Rosa Blum");
  for (const title of ["May she drive?", "Which shoes?"])
    await anna.http.mutation(api.notes.createNote, {
      diaryId,
      type: "default",
      title,
      content: title,
      noteDay: inDays(-3),
      visibility: "team",
      tags: ["question"],
    });
  const appointmentId = await add(anna, diaryId, { starts: `${inDays(-1)}T09:30` });
  await page.goto(`/care/${shortId}/appointments/${appointmentId}`);
  await page.getByRole("button", { name: "What came of it?" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("What came of it?").fill("All is well. Come back in May.");
  await dialog.getByLabel("Answer: May she drive?").fill("Not before June.");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole("link", { name: "Read what came of it" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Dr. Lorenz: what came of it" })).toBeVisible();
  await expect(page.getByText("Not before June.")).toBeVisible();
  // What has no answer stays for the next visit.
  await page.goto(`/care/${shortId}/visit`);
  const questions = page.getByRole("list", { name: "Questions" });
  await expect(questions).toContainText("Which shoes?");
  await expect(questions).not.toContainText("May she drive?");
});

screenTest("a repeated appointment is called off from one on, and stays to be seen", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const { page } = anna;
  const { _id: diaryId, shortId } = await notebookOf(anna, "Rosa Blum");
  await add(anna, diaryId, {
    title: "Dialysis",
    starts: `${inDays(1)}T08:00`,
    recurrence: { interval: { every: 1, unit: "week" } },
  });
  await page.goto(`/care/${shortId}/appointments`);
  const rows = page.getByRole("listitem").filter({ hasText: "Dialysis" });
  await expect(rows.first()).toBeVisible();
  const count = await rows.count();
  expect(count).toBeGreaterThan(10);
  await rows.nth(1).getByRole("link").click();
  await page.getByRole("button", { name: "Call off" }).click();
  const question = page.getByRole("dialog");
  await question.getByLabel("Also all later ones").check();
  await question.getByRole("button", { name: "Call off" }).click();
  await expect(page.getByRole("button", { name: "It takes place after all" })).toBeVisible();
  await page.getByRole("link", { name: "All appointments" }).click();
  await expect(rows.filter({ hasText: "Called off" })).toHaveCount(count - 1);
  await expect(rows.first()).toContainText("Nobody drives yet.");
});

test("events of a calendar file are chosen and taken over, a second time without doubles", async ({
  someone,
}) => {
  const anna = await someone("Anna Keller");
  const { page } = anna;
  const { shortId } = await notebookOf(anna, "Rosa Blum");
  const day = inDays(5).replaceAll("-", "");
  const event = (uid: string, title: string) => [
    ...["BEGIN:VEVENT", `UID:${uid}`, `SUMMARY:${title}`],
    ...[`DTSTART;TZID=Europe/Berlin:${day}T093000`, "DURATION:PT30M", "END:VEVENT"],
  ];
  const text = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    ...event("eye", "Eye doctor"),
    ...event("yoga", "Yoga"),
    "END:VCALENDAR",
  ];
  const file = { name: "calendar.ics", mimeType: "text/calendar", buffer: Buffer.from(text.join("\r\n")) };
  await page.goto(`/care/${shortId}/appointments`);
  const row = page.getByRole("listitem").filter({ hasText: "Eye doctor" });
  for (const message of ["1 appointment added, 0 changed.", "0 appointments added, 0 changed."]) {
    await expect(page.getByRole("button", { name: "From a calendar file" })).toBeVisible();
    await page.locator("input[type=file]").setInputFiles(file);
    const dialog = page.getByRole("dialog", { name: "Events of the file" });
    await dialog.getByLabel("Eye doctor").check();
    await dialog.getByRole("button", { name: "Import 1 event" }).click();
    await expect(page.getByText(message)).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await expect(row).toHaveCount(1);
  }
  await expect(row).toContainText("9:30");
  await expect(page.getByText("Yoga")).toHaveCount(0);
  await page.locator("input[type=file]").setInputFiles({ ...file, buffer: Buffer.from("hello") });
  await expect(page.getByText("This isn't a calendar file")).toBeVisible();
});
