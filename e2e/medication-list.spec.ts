import type { FunctionArgs } from "convex/server";
import { api } from "../lib/api.ts";
import { expectCleanScreen } from "./support/axe.ts";
import { waitUntilFetched } from "./support/loaded.ts";
import { pdfText } from "./support/pdfs.ts";
import { addMember, notebookOf, type Person } from "./support/people.ts";
import { openWrittenLists } from "./support/places.ts";
import { expect, screenTest, test } from "./support/test.ts";

const DAY = 24 * 60 * 60 * 1000;

type Content = Extract<FunctionArgs<typeof api.notes.createNote>["content"], { type: "current-medications" }>;
type Rows = Content["data"]["medications"];
type Visibility = FunctionArgs<typeof api.notes.createNote>["visibility"];

const ROWS = [
  {
    genericName: "Amlodipine",
    brandName: "Norvasc",
    dosage: "5 mg",
    timing: "in the evening",
    notes: "for her blood pressure",
  },
  { genericName: "Ibuprofen", dosage: "400 mg" },
] satisfies Rows;

/** Writes a list without a browser; returns its short id. */
async function listOf(
  author: Person,
  diaryId: string,
  medications: Rows,
  { daysAgo = 0, visibility = "team" as Visibility, summary = "As the clinic gave it" } = {},
): Promise<string> {
  const noteId = await author.http.mutation(api.notes.createNote, {
    diaryId,
    type: "current-medications",
    title: "Her medications",
    content: { type: "current-medications", data: { medications, summary } },
    noteDate: Date.now() - daysAgo * DAY,
    visibility,
    tags: [],
  });
  return (await author.http.query(api.notes.getNote, { noteId }))!.shortId;
}

const latestOf = async ({ http }: Person, diaryId: string) =>
  (await http.query(api.notes.latestMedications, { diaryId }))!;

/** Changes the newest list without a browser. */
async function changeList(
  person: Person,
  diaryId: string,
  change: FunctionArgs<typeof api.notes.changeMedications>["change"],
) {
  const { _id, version } = await latestOf(person, diaryId);
  await person.http.mutation(api.notes.changeMedications, {
    diaryId,
    list: { noteId: _id, version },
    change,
    title: "Current Medications",
  });
}

/** The name of the list of all lists. */
const LISTS = "Lists";

screenTest(
  "an empty tab explains itself, and the first medication needs only one of its names",
  async ({ someone }) => {
    const anna = await someone("Anna Keller");
    const { _id, shortId } = await notebookOf(anna);
    const { page } = anna;
    await page.clock.install();
    await page.goto(`/care/${shortId}`);
    await openWrittenLists(page);
    await expect(page).toHaveURL(`/care/${shortId}/medications`);
    await expect(page.getByRole("heading", { name: "No medication list yet" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Write the first list" })).toHaveAttribute(
      "href",
      `/care/${shortId}/note/new?type=current-medications`,
    );
    await page.getByRole("button", { name: "Add one medication" }).click();
    const dialog = page.getByRole("dialog", { name: "Add a medication" });
    await expect(dialog.getByText("The owner, admins, caregivers and clinicians see it.")).toBeVisible();
    await expect(dialog.getByLabel("Brand name")).toBeFocused();
    // The dialog's own timer gives it the focus once more, later than anybody could have pressed the button.
    await page.clock.runFor(500);
    await dialog.getByLabel("Dosage").fill("5 mg");
    await dialog.getByRole("button", { name: "Add" }).click();
    await expect(dialog.getByRole("alert")).toHaveText(
      "Please enter the generic name or the brand name of this medication",
    );
    await expect(dialog.getByLabel("Generic name")).toBeFocused();
    await dialog.getByLabel("Brand name").fill("Tritace");
    await dialog.getByRole("button", { name: "Add" }).click();
    await expect(page.getByRole("list", { name: "Medications" })).toContainText("Tritace");
    await expect(page.getByText("Written today by Anna Keller")).toBeVisible();
    expect(await latestOf(anna, _id)).toMatchObject({
      visibility: "team",
      medications: [{ brandName: "Tritace", genericName: "", dosage: "5 mg" }],
    });
  },
);

screenTest(
  "the tab says what is valid, who changed what, and what replaced former lists",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const jonas = await someone("Jonas Weber");
    const { _id, shortId } = await notebookOf(anna);
    await addMember(node, _id, jonas, "member");
    const first = await listOf(anna, _id, ROWS, { daysAgo: 30 });
    await listOf(
      jonas,
      _id,
      [
        { ...ROWS[0]!, dosage: "10 mg" },
        { genericName: "Metformin", dosage: "500 mg" },
      ],
      {
        daysAgo: 20,
      },
    );
    const { page } = anna;
    await page.goto(`/care/${shortId}/medications`);
    const rows = page.getByRole("list", { name: "Medications" }).getByRole("listitem");
    await expect(rows).toHaveCount(2);
    await expect(rows.first()).toContainText("Amlodipine (Norvasc)");
    await expect(rows.first()).toContainText("10 mg · in the evening");
    await expect(rows.first()).toContainText("for her blood pressure");
    const lists = page.getByRole("list", { name: LISTS }).locator("> li");
    await expect(lists).toHaveCount(2);
    await expect(lists.first()).toContainText("Jonas Weber");
    await expect(lists.first()).toContainText("Valid now");
    await expect(lists.first().getByRole("listitem")).toHaveText([
      "Amlodipine: 5 mg → 10 mg",
      "Metformin 500 mg: added",
      "Ibuprofen: stopped",
    ]);
    await expect(lists.nth(1)).toContainText(/Replaced on .* by Jonas Weber/);
    await expect(lists.nth(1)).toContainText("The first list: 2 medications");

    // The note of an old list leads back to the valid one.
    await lists.last().getByRole("link").click();
    await expect(page).toHaveURL(`/care/${shortId}/note/${first}`);
    await expect(page.getByText(/^Replaced on .* by Jonas Weber$/)).toBeVisible();
    await page.getByRole("link", { name: "See the valid list" }).click();
    await expect(page).toHaveURL(`/care/${shortId}/medications`);
  },
);

screenTest("former lists are shown ten at a time", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const { _id, shortId } = await notebookOf(anna);
  for (let day = 11; day > 0; day--) {
    await listOf(anna, _id, [{ genericName: "Metformin", dosage: `${day} mg` }], { daysAgo: day });
  }
  const { page } = anna;
  await page.goto(`/care/${shortId}/medications`);
  const lists = page.getByRole("list", { name: LISTS }).locator("> li");
  await expect(lists).toHaveCount(10);
  await expect(lists.last().getByRole("listitem")).toHaveText(["Metformin: 11 mg → 10 mg"]);
  await page.getByRole("button", { name: "Show more lists" }).click();
  await expect(lists).toHaveCount(11);
  await expect(lists.last()).toContainText("The first list: 1 medication");
  await expect(page.getByRole("button", { name: "Show more lists" })).toHaveCount(0);
});

screenTest("a row is changed, stopped with a reason, and the change undone", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const { _id, shortId } = await notebookOf(anna);
  await listOf(anna, _id, ROWS, { daysAgo: 3, visibility: "extended" });
  const { page } = anna;
  await page.goto(`/care/${shortId}/medications`);
  const rows = page.getByRole("list", { name: "Medications" }).getByRole("listitem");
  await page.getByRole("button", { name: "Change Amlodipine 5 mg" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Dosage").fill("10 mg");
  await dialog.getByLabel("Reason (optional)").fill("Dr Lee, letter of 3 May");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(rows.first()).toContainText("10 mg");
  const lists = page.getByRole("list", { name: LISTS }).locator("> li");
  await expect(lists.first()).toContainText("Reason: Dr Lee, letter of 3 May");
  expect(await latestOf(anna, _id)).toMatchObject({
    visibility: "extended",
    medications: [{ notes: "for her blood pressure" }, {}],
  });

  await page.getByRole("button", { name: "Stop Ibuprofen 400 mg" }).click();
  await dialog.getByLabel("Reason (optional)").fill("her stomach hurt");
  await dialog.getByRole("button", { name: "Stop", exact: true }).click();
  await expect(rows).toHaveCount(1);
  await expect(lists.first().getByRole("listitem")).toHaveText(["Ibuprofen: stopped"]);
  await page
    .getByRole("status")
    .filter({ hasText: "Ibuprofen stopped." })
    .getByRole("button", { name: "Undo" })
    .click();
  await expect(rows).toHaveCount(2);
  await expect(lists).toHaveCount(2);

  // Opened and saved unchanged, it writes nothing.
  await page.getByRole("button", { name: "Change Ibuprofen 400 mg" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(lists).toHaveCount(2);

  // From the form of a row one may also stop it, down to the last.
  await page.getByRole("button", { name: "Change Ibuprofen 400 mg" }).click();
  await dialog.getByRole("button", { name: "Stop this medication" }).click();
  await page
    .getByRole("dialog", { name: "Stop Ibuprofen" })
    .getByRole("button", { name: "Stop", exact: true })
    .click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole("button", { name: "Stop Amlodipine 10 mg" }).click();
  await dialog.getByRole("button", { name: "Stop", exact: true }).click();
  await expect(page.getByText("No medication is on this list.")).toBeVisible();
});

screenTest("an undo doesn't take away what others have changed since", async ({ someone, node }) => {
  const anna = await someone("Anna Keller");
  const jonas = await someone("Jonas Weber");
  const { _id, shortId } = await notebookOf(anna);
  await addMember(node, _id, jonas, "member");
  await listOf(anna, _id, ROWS, { daysAgo: 3 });
  const { page } = anna;
  await page.goto(`/care/${shortId}/medications`);
  await page.getByRole("button", { name: "Stop Ibuprofen 400 mg" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Stop", exact: true }).click();
  const undo = page.getByRole("button", { name: "Undo" });
  await expect(undo).toBeVisible();
  await changeList(jonas, _id, { kind: "add", medication: { genericName: "Metformin" } });
  await undo.click();
  await expect(page.getByRole("alert")).toContainText("The list has changed again since");
  await expect(page.getByRole("list", { name: "Medications" }).getByRole("listitem")).toHaveCount(2);
  await expect(page.getByRole("list", { name: "Medications" })).toContainText("Metformin");
});

test("a change without a connection waits, and one that was overtaken meanwhile is told and kept", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller", { viewport: { width: 390, height: 844 } });
  const jonas = await someone("Jonas Weber");
  const { _id, shortId } = await notebookOf(anna);
  await addMember(node, _id, jonas, "member");
  await listOf(anna, _id, ROWS, { daysAgo: 3 });
  const { page } = anna;
  await page.goto(`/care/${shortId}/medications`);
  await expect(page.getByRole("heading", { name: "Valid now" })).toBeVisible();
  // The form, the frame of dialogs and the messages are loaded ahead.
  for (const file of [/\/row-dialog-/, /\/modal-frame-/, /\/notifications-/])
    await waitUntilFetched(page, file);
  const dialog = page.getByRole("dialog", { name: "Change Amlodipine" });
  const change = async (from: string, to: string) => {
    await page.getByRole("button", { name: `Change Amlodipine ${from}` }).click();
    await dialog.getByLabel("Dosage").fill(to);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toHaveCount(0, { timeout: 12_000 });
    await expect(page.getByText("Your change is sent as soon as you are online.").first()).toBeVisible();
  };
  await anna.context.setOffline(true);
  await expect(page.getByText("Reconnecting…").first()).toBeVisible();
  await change("5 mg", "10 mg");
  await anna.context.setOffline(false);
  await expect(page.getByRole("button", { name: "Change Amlodipine 10 mg" })).toBeVisible({
    timeout: 30_000,
  });

  await anna.context.setOffline(true);
  await expect(page.getByText("Reconnecting…").first()).toBeVisible();
  await change("10 mg", "20 mg");
  await changeList(jonas, _id, { kind: "change", row: 0, medication: { ...ROWS[0]!, dosage: "7.5 mg" } });
  await anna.context.setOffline(false);
  await expect(
    page.getByRole("alert").filter({ hasText: "What you wrote is kept as a draft." }),
  ).toContainText("Failed to change the medication list: The list has changed since you opened it", {
    timeout: 30_000,
  });
  await page.getByRole("button", { name: "Change Amlodipine 7.5 mg" }).click();
  await expect(dialog.getByText("Amlodipine: 10 mg → 7.5 mg")).toBeVisible();
  await expect(dialog.getByLabel("Dosage")).toHaveValue("20 mg");
});

test("two people on phones change the list at once: the second is told, sees both, and loses nothing", async ({
  someone,
  node,
}) => {
  const phone = { viewport: { width: 390, height: 844 } };
  const anna = await someone("Anna Keller", phone);
  const jonas = await someone("Jonas Weber", phone);
  const { _id, shortId } = await notebookOf(anna);
  await addMember(node, _id, jonas, "member");
  await listOf(anna, _id, ROWS, { daysAgo: 3 });
  const dialogOf = (page: typeof anna.page) => page.getByRole("dialog", { name: "Change Amlodipine" });
  for (const { page } of [anna, jonas]) {
    await page.goto(`/care/${shortId}/medications`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.getByRole("button", { name: "Change Amlodipine 5 mg" }).click();
  }
  await dialogOf(anna.page).getByLabel("Dosage").fill("10 mg");
  await dialogOf(jonas.page).getByLabel("Dosage").fill("7.5 mg");
  await dialogOf(jonas.page).getByLabel("Timing").fill("at noon");
  await dialogOf(jonas.page).getByRole("button", { name: "Save" }).click();
  await expect(dialogOf(jonas.page)).toHaveCount(0);

  const conflict = dialogOf(anna.page)
    .getByRole("alert")
    .filter({ hasText: "The list has changed since you opened it" });
  await expect(conflict).toContainText("What Jonas Weber changed:");
  await expect(conflict.getByRole("listitem")).toHaveText([
    "Amlodipine: 5 mg → 7.5 mg",
    "Amlodipine, when: in the evening → at noon",
  ]);
  await expect(conflict).toContainText("It is now on the list as: Amlodipine (Norvasc), 7.5 mg, at noon");
  await expectCleanScreen(anna.page, "the conflict");
  // Saving asks for the choice first.
  await dialogOf(anna.page).getByRole("button", { name: "Save" }).click();
  await expect(conflict).toBeFocused();
  // A closed page keeps what was entered.
  await anna.page.reload();
  await anna.page.getByRole("button", { name: "Change Amlodipine 7.5 mg" }).click();
  await expect(conflict).toBeVisible();
  await expect(dialogOf(anna.page).getByLabel("Dosage")).toHaveValue("10 mg");
  await conflict.getByRole("button", { name: "Keep what I wrote" }).click();
  await expect(conflict).toHaveCount(0);
  await expect(dialogOf(anna.page).getByLabel("Timing")).toHaveValue("at noon");
  await dialogOf(anna.page).getByRole("button", { name: "Save" }).click();
  for (const { page } of [anna, jonas]) {
    await expect(page.getByRole("list", { name: "Medications" }).getByRole("listitem").first()).toContainText(
      "10 mg · at noon",
    );
  }
  await expect(anna.page.getByRole("list", { name: LISTS }).locator("> li")).toHaveCount(3);
});

screenTest(
  "others stopped the row meanwhile: it can be added again or left out",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const jonas = await someone("Jonas Weber");
    const { _id, shortId } = await notebookOf(anna);
    await addMember(node, _id, jonas, "member");
    await listOf(anna, _id, ROWS, { daysAgo: 3 });
    const { page } = anna;
    await page.goto(`/care/${shortId}/medications`);
    await page.getByRole("button", { name: "Change Ibuprofen 400 mg" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Dosage").fill("200 mg");
    await changeList(jonas, _id, { kind: "stop", row: 1 });
    await expect(dialog.getByText("This medication isn't on the list any more.")).toBeVisible();
    await dialog.getByRole("button", { name: "Keep what I wrote" }).click();
    await dialog.getByRole("button", { name: "Add" }).click();
    await expect(page.getByRole("list", { name: "Medications" })).toContainText("200 mg");

    await page.getByRole("button", { name: "Stop Ibuprofen 200 mg" }).click();
    await changeList(jonas, _id, { kind: "stop", row: 1 });
    await expect(dialog.getByText("Nothing is stopped yet.")).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Stop it all the same" })).toHaveCount(0);
    await dialog.getByRole("button", { name: "Leave the list as it is now" }).click();
    await expect(dialog).toHaveCount(0);
  },
);

screenTest("each reader sees which list it is, and who sees which other one", async ({ someone, node }) => {
  const anna = await someone("Anna Keller");
  const vera = await someone("Vera Vogel");
  const { _id, shortId } = await notebookOf(anna);
  await addMember(node, _id, vera, "extended");
  await anna.http.mutation(api.diaries.updateDiaryWithPersonInfo, {
    diaryId: _id,
    region: "DE",
    personInfo: { fullName: "Rosa Blum", allergies: ["Penicillin", "Latex"] },
  });
  await listOf(anna, _id, [{ genericName: "Oldol" }], { daysAgo: 9, visibility: "extended" });
  await vera.page.goto(`/care/${shortId}/medications`);
  await expect(vera.page.getByRole("heading", { name: "Valid now" })).toBeVisible();
  await expect(vera.page.getByText("Shown to the owner, admins, caregivers and clinicians.")).toBeVisible();
  await expect(vera.page.getByText("Penicillin")).toHaveCount(0);
  for (const name of [/^Change/, /^Stop/, /^Add/]) {
    await expect(vera.page.getByRole("button", { name })).toHaveCount(0);
  }
  await expect(vera.page.getByRole("button", { name: "Print" })).toBeVisible();

  await listOf(anna, _id, [{ genericName: "Teamol" }], { daysAgo: 5 });
  await expect(vera.page.getByText("A newer list exists that isn't shared with you")).toBeVisible();
  await expect(vera.page.getByRole("heading", { name: "The newest list that you see" })).toBeVisible();
  await expect(vera.page.getByText("Valid now")).toHaveCount(0);
  await expect(vera.page.getByText("Teamol")).toHaveCount(0);

  const { page } = anna;
  await page.goto(`/care/${shortId}/medications`);
  const allergies = page.getByRole("region", { name: "Allergies" });
  await expect(allergies.getByRole("listitem")).toHaveText(["Penicillin", "Latex"]);
  await expect(page.getByText(/^Viewers see the list of .* by Anna Keller\.$/)).toBeVisible();
  await listOf(anna, _id, [{ genericName: "Draftol" }], { visibility: "private" });
  const notice = page.getByRole("alert").filter({ hasText: "Only you see this list" });
  await expect(notice).toContainText(/The care team sees the list of .* by Anna Keller\./);
  await expect(notice).toContainText(/Viewers see the list of .* by Anna Keller\./);
  await expect(page.getByRole("list", { name: "Medications" })).toContainText("Draftol");
});

screenTest("that no allergies were entered isn't called that there are none", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const { _id, shortId } = await notebookOf(anna);
  await listOf(anna, _id, ROWS);
  await anna.page.goto(`/care/${shortId}/medications`);
  const allergies = anna.page.getByRole("region", { name: "Allergies" });
  await expect(allergies).toContainText(
    "Nobody has entered allergies yet. That doesn't mean that there are none.",
  );
  await expect(allergies.getByRole("link", { name: "Enter allergies" })).toBeVisible();
  await expect(anna.page.getByText(/no allergies/i)).toHaveCount(0);
});

test("on paper the list has the person, allergies, its day, numbered pages, and only what was entered", async ({
  someone,
}) => {
  const anna = await someone("Anna Keller", { viewport: { width: 390, height: 844 } });
  const { _id, shortId } = await notebookOf(anna);
  await anna.http.mutation(api.diaries.updateDiaryWithPersonInfo, {
    diaryId: _id,
    region: "DE",
    personInfo: { fullName: "Rosa Blum", dateOfBirth: "1940-03-05", allergies: ["Penicillin"] },
  });
  const many = Array.from({ length: 60 }, (_, i) => ({ genericName: `Drug ${i + 1}`, dosage: "1 mg" }));
  const note = await listOf(anna, _id, many, { summary: "Manual entry" });
  const { page } = anna;
  for (const path of [`/care/${shortId}/medications`, `/care/${shortId}/note/${note}`]) {
    await page.goto(path);
    await expect(page.getByText("Drug 60").filter({ visible: true }).first()).toBeVisible();
    const pages = await pdfText(await page.pdf({ format: "A4" }));
    expect(pages.length, path).toBeGreaterThan(1);
    for (const [index, text] of pages.entries()) {
      expect(text, path).toContain(`${index + 1} / ${pages.length}`);
      expect(text, path).toContain("Rosa Blum, born Mar 5, 1940");
    }
    const whole = pages.join("\n");
    expect(whole).toContain("Allergies: Penicillin");
    expect(whole).toMatch(/As of .*written by Anna Keller/);
    expect(whole).toContain("Drug 60");
    for (const absent of [
      "Compliance",
      "Unknown",
      "Brand name",
      "Timing",
      "Notes",
      "Manual entry",
      "Change",
      "Skip to content",
    ]) {
      expect(whole, path).not.toContain(absent);
    }
  }
});

test("the tab has no findings of axe, in both schemes, and its rows are reached with the keyboard", async ({
  someone,
}) => {
  const anna = await someone("Anna Keller");
  const { _id, shortId } = await notebookOf(anna);
  const { page } = anna;
  await page.goto(`/care/${shortId}/medications`);
  await expect(page.getByRole("heading", { name: "No medication list yet" })).toBeVisible();
  await expectCleanScreen(page, "the empty tab");
  await listOf(anna, _id, ROWS, { daysAgo: 3, visibility: "private" });
  await listOf(anna, _id, [ROWS[0]!, { brandName: "Glucophage" }, { genericName: "Metformin" }], {
    visibility: "private",
  });
  await expect(page.getByRole("list", { name: LISTS }).locator("> li")).toHaveCount(2);
  await expectCleanScreen(page, "the tab");
  await page.getByRole("button", { name: "Change Amlodipine 5 mg" }).press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await expectCleanScreen(page, "the form of a row");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Change Amlodipine 5 mg" })).toBeFocused();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("table")).toBeVisible();
});
