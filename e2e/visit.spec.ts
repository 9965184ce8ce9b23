import type { Page } from "@playwright/test";
import { api } from "../lib/api.ts";
import { expectCleanScreen } from "./support/axe.ts";
import { pdfText } from "./support/pdfs.ts";
import { addMember, notebookOf, PASSWORD, type Person } from "./support/people.ts";
import { openFromMore } from "./support/places.ts";
import { taskOf } from "./support/tasks.ts";
import { expect, screenTest, test } from "./support/test.ts";

test.use({ hasBackground: true });

const DAY = 24 * 60 * 60 * 1000;

type Visibility = "private" | "team" | "extended";

const write = (
  { http }: Pick<Person, "http">,
  diaryId: string,
  title: string,
  { visibility = "team" as Visibility, tags = [] as string[], daysAgo = 0 } = {},
) =>
  http.mutation(api.notes.createNote, {
    diaryId,
    type: "default",
    title,
    content: "She woke up three times and was tired in the morning.",
    noteDate: Date.now() - daysAgo * DAY,
    visibility,
    tags,
  });

const writeList = (
  { http }: Pick<Person, "http">,
  diaryId: string,
  medications: { genericName: string; dosage: string }[],
  daysAgo: number,
) =>
  http.mutation(api.notes.createNote, {
    diaryId,
    type: "current-medications",
    title: "Her medications",
    content: { type: "current-medications", data: { medications } },
    noteDate: Date.now() - daysAgo * DAY,
    visibility: "team",
    tags: [],
  });

/** Rosa's notebook with what a doctor asks for, and two secrets of its owner. */
async function rosasNotebook(anna: Person) {
  const notebook = await notebookOf(anna);
  const { _id: diaryId } = notebook;
  await anna.http.mutation(api.diaries.updateDiaryWithPersonInfo, {
    diaryId,
    region: "DE",
    name: "Rosa's notebook",
    personInfo: {
      fullName: "Rosa Blum",
      dateOfBirth: "1942-03-05",
      bloodType: "A+",
      allergies: ["Penicillin", "Nuts"],
      conditions: ["Heart failure"],
      emergencyContacts: [{ name: "Anna Keller", phone: "+49 30 1234567" }],
      familyDoctor: { name: "Dr. Ida Roth", phone: "+49 30 7654321" },
    },
  });
  const metformin = { genericName: "Metformin", dosage: "500 mg" };
  await writeList(anna, diaryId, [{ genericName: "Ramipril", dosage: "5 mg" }, metformin], 60);
  await writeList(anna, diaryId, [{ genericName: "Ramipril", dosage: "10 mg" }, metformin], 3);
  await write(anna, diaryId, "Slept badly", { daysAgo: 1 });
  await write(anna, diaryId, "How I feel about it", { visibility: "private" });
  await write(anna, diaryId, "Is it my fault?", { visibility: "private", tags: ["question"] });
  await write(anna, diaryId, "Is the dose right?", { tags: ["Question"], daysAgo: 40 });
  return notebook;
}

const region = (page: Page, name: string) => page.getByRole("region", { name });

test("a doctor comes in by a link, reads the page for the visit, comments, and is offered no changes", async ({
  someone,
}) => {
  const anna = await someone("Anna Keller");
  const lee = await someone("Dora Lee");
  const { _id: diaryId, shortId } = await rosasNotebook(anna);
  await taskOf(anna, diaryId, "Wash her hair", { scheduledDate: Date.now() });

  await anna.page.goto(`/care/${shortId}/members?invite`);
  await anna.page.getByRole("radio", { name: "Clinician" }).check();
  await anna.page.getByRole("button", { name: "Share a link" }).click();
  await anna.page.getByLabel("Your password").fill(PASSWORD);
  await anna.page.getByRole("button", { name: "Share the link" }).click();
  const link = anna.page.getByRole("textbox", { name: "Link" });
  await expect(link).toHaveValue(/\/accept$/);
  const { page } = lee;
  await page.goto(await link.inputValue());
  await expect(page.getByRole("main")).toContainText("write own notes and start care programs");
  await page.getByRole("button", { name: "Accept" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Anna Keller has to let you in" })).toBeVisible();
  await anna.page.goto(`/care/${shortId}/members`);
  await expect(anna.page.getByRole("heading", { name: "Let Dora Lee in as clinician?" })).toBeVisible();
  await anna.page.getByRole("button", { name: "Let in", exact: true }).click();
  await expect(page).toHaveURL(`/care/${shortId}`);

  await openFromMore(page, "For the visit");
  const main = page.getByRole("main");
  await expect(page.getByRole("heading", { level: 1, name: "For the visit" })).toBeVisible();
  await expect(region(page, "Allergies").getByRole("listitem")).toHaveText(["Penicillin", "Nuts"]);
  await expect(main).toContainText("Mar 5, 1942");
  await expect(region(page, "To ask")).toContainText("Is the dose right?");
  const valid = page.getByRole("list", { name: "Valid now" }).getByRole("listitem");
  await expect(valid).toHaveText([
    /^Ramipril10 mgsince \w+ \d+, \d+$/,
    /^Metformin500 mgsince \w+ \d+, \d+ or before$/,
  ]);
  await expect(region(page, "Medications")).toContainText("Ramipril: 5 mg → 10 mg");
  await expect(main).not.toContainText("How I feel about it");
  await expect(main).not.toContainText("Is it my fault?");
  await expect(main.getByRole("button")).toHaveText(["Print", "Ask at the visit"]);

  await main.getByRole("link", { name: "Slept badly" }).click();
  await page.getByRole("textbox", { name: "Write a comment" }).fill("Let us try it later in the day.");
  await page.getByRole("button", { name: "Send" }).click();
  const comments = region(page, "Comments (1)").getByRole("listitem");
  await expect(comments).toContainText("Dora LeeClinician");
  for (const name of ["Edit", "Delete", "New task", "Add files"])
    await expect(main.getByRole("button", { name, exact: true })).toHaveCount(0);
  await expect(main.getByRole("button", { name: "Edit the comment by Dora Lee" })).toBeVisible();

  // What the family sees, and on paper.
  await anna.page.goto(`/care/${shortId}/visit`);
  const recent = region(anna.page, "The last 14 days");
  await expect(recent).toContainText("1 comment by the team");
  await expect(recent).toContainText("Slept badly");
  await expect(anna.page.getByRole("main")).not.toContainText("How I feel about it");
  // With as many notes as the page lists, it is two sheets at most.
  for (let i = 0; i < 19; i++)
    await write(anna, diaryId, `Day ${i % 13}: what she ate, how she slept and what she did`, {
      daysAgo: i % 13,
    });
  await expect(recent.getByRole("heading", { level: 4 })).toHaveCount(20);
  const pages = await pdfText(await anna.page.pdf({ format: "A4" }));
  expect(pages.length).toBeLessThanOrEqual(2);
  const paper = pages.join(" ");
  for (const words of [
    "Rosa Blum",
    "Penicillin",
    "Ramipril",
    "Is the dose right?",
    "Newer information may be",
  ])
    expect(paper).toContain(words);
  for (const words of ["Ask at the visit", "Answered", "How I feel", "my fault"])
    expect(paper).not.toContain(words);
});

screenTest(
  "what is asked stands on everybody's page until its author says that it is answered",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const jonas = await someone("Jonas Weber");
    const { _id: diaryId, shortId } = await notebookOf(anna);
    await addMember(node, diaryId, jonas, "member");
    await anna.page.goto(`/care/${shortId}/visit`);
    await expect(anna.page.getByText("No open questions.")).toBeVisible();
    await jonas.page.goto(`/care/${shortId}/medications`);
    await jonas.page.getByRole("link", { name: "For the visit" }).click();
    await jonas.page.getByRole("button", { name: "Ask at the visit" }).click();
    const dialog = jonas.page.getByRole("dialog", { name: "Ask at the visit" });
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByText("Please write what you want to ask")).toBeVisible();
    await dialog.getByLabel("What do you want to ask?").fill("May she drive again?\nShe asks every day.");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toHaveCount(0);
    for (const { page } of [jonas, anna]) {
      await expect(region(page, "To ask").getByRole("link", { name: "May she drive again?" })).toBeVisible();
      await expect(region(page, "To ask")).toContainText("She asks every day.");
    }
    const [note] = await anna.http.query(api.notes.listNotes, { diaryId });
    expect(note).toMatchObject({ title: "May she drive again?", visibility: "team", tags: ["question"] });
    // An owner may edit it too; another caregiver may not.
    const mia = await someone("Mia Lang");
    await addMember(node, diaryId, mia, "member");
    await mia.page.goto(`/care/${shortId}/visit`);
    await expect(mia.page.getByRole("link", { name: "May she drive again?" })).toBeVisible();
    await expect(mia.page.getByRole("button", { name: /^Answered/ })).toHaveCount(0);
    await expect(anna.page.getByRole("button", { name: /^Answered/ })).toHaveCount(1);
    await jonas.page.getByRole("button", { name: /^Answered/ }).click();
    for (const { page } of [anna, jonas, mia])
      await expect(page.getByText("No open questions.")).toBeVisible();
    expect(await anna.http.query(api.notes.getNote, { noteId: note!._id })).toMatchObject({
      tags: [],
      version: 2,
    });
  },
);

screenTest("a viewer is shown no way to the page, and nothing on it", async ({ someone, node }) => {
  const anna = await someone("Anna Keller");
  const vera = await someone("Vera Blum");
  const { _id: diaryId, shortId } = await rosasNotebook(anna);
  await addMember(node, diaryId, vera, "extended");
  const { page } = vera;
  for (const path of ["info", "medications"]) {
    await page.goto(`/care/${shortId}/${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("link", { name: "For the visit" })).toHaveCount(0);
  }
  await page.goto(`/care/${shortId}/visit`);
  await expect(page.getByRole("heading", { name: "This page is for the care team." })).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText("Penicillin");
});

screenTest(
  "who becomes a clinician loses their open tasks, which is said before",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const jonas = await someone("Jonas Weber");
    const { _id: diaryId, shortId } = await notebookOf(anna);
    await addMember(node, diaryId, jonas, "member");
    const taskId = await anna.http.mutation(api.tasks.createTask, {
      diaryId,
      title: "Wash her hair",
      assignedTo: jonas.userId,
      scheduledDate: Date.now(),
    });
    const { page } = anna;
    await page.goto(`/care/${shortId}/members`);
    await page.getByRole("button", { name: "Role of Jonas Weber: Caregiver" }).click();
    await page.getByRole("menuitemradio", { name: /^Clinician/ }).click();
    const dialog = page.getByRole("dialog", { name: "Make Jonas Weber Clinician" });
    await expect(dialog).toContainText("Their open tasks become unassigned.");
    await dialog.getByRole("button", { name: "Make Clinician" }).click();
    await expect(page.getByRole("button", { name: "Role of Jonas Weber: Clinician" })).toBeVisible();
    const assignee = async () => (await anna.http.query(api.tasks.getTask, { taskId }))!.assignedTo;
    await expect.poll(assignee).toBeNull();
    await page.goto("/tasks");
    await page.getByRole("tab", { name: "All Tasks" }).click();
    await page.getByRole("button", { name: "More for Wash her hair" }).click();
    await page.getByRole("menuitem", { name: "Assign to…" }).click();
    const choices = page.getByRole("dialog", { name: "Assign to" }).getByRole("button");
    await expect(choices.filter({ hasText: "Me" })).toBeVisible();
    await expect(choices.filter({ hasText: "Jonas" })).toHaveCount(0);
  },
);

test("the page is clean for axe, and fits on small screens and with large text", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const { shortId } = await rosasNotebook(anna);
  const { page } = anna;
  await page.goto(`/care/${shortId}/visit`);
  await expect(page.getByText("Slept badly")).toBeVisible();
  await expectCleanScreen(page, "the page for a visit");
  await page.getByRole("button", { name: "Ask at the visit" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectCleanScreen(page, "the dialog to ask");
  await page.keyboard.press("Escape");
  const overflow = () =>
    page.getByRole("main").evaluate((main) => {
      const right = document.documentElement.clientWidth;
      return [...main.querySelectorAll("*")]
        .filter((one) => one.getClientRects().length > 0 && one.getBoundingClientRect().right > right + 1)
        .filter((one) => !one.closest("nav, .visually-hidden"))
        .map((one) => one.outerHTML.slice(0, 120));
    });
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await overflow(), "320 px").toEqual([]);
  await page.setViewportSize({ width: 390, height: 700 });
  await page.addStyleTag({ content: "html { font-size: 200% !important; }" });
  expect(await overflow(), "200 %").toEqual([]);
});
