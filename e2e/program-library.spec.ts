import type { Locator, Page } from "@playwright/test";
import { api } from "../lib/api.ts";
import { expectClean, LOOKS } from "./support/axe.ts";
import { stopClock } from "./support/clock.ts";
import { addMember, notebookOf, noteOf } from "./support/people.ts";
import { HIP_PROGRAM, uploadProgram } from "./support/programs.ts";
import { spec } from "./support/spec.ts";
import { expect, screenTest, test } from "./support/test.ts";

const asFile = (name: string, text: string | Buffer) => ({
  name,
  mimeType: "application/json",
  buffer: Buffer.from(text),
});
const choose = (page: Page, name: string, text: string | Buffer) =>
  page.locator("input[type=file]").setInputFiles(asFile(name, text));
const alert = (page: Page) => page.getByRole("alert").filter({ hasText: /./ });
const cards = (page: Page) => page.getByRole("list", { name: "Programs" }).getByRole("listitem");
const tree = (page: Page) => page.getByRole("tree", { name: "Phases and activities" });
const item = (page: Page, name: string | RegExp) => tree(page).getByRole("treeitem", { name });
const OFFICIAL = [
  "A chemotherapy cycle at home",
  "After a hip replacement",
  "Coming home after a stroke",
  "Living at home with dementia",
  "New type 2 diabetes",
];

/** Expects that what `act` shows stays for exactly `ms` by the page's clock, which has to be installed. */
async function expectToStay(page: Page, act: () => Promise<unknown>, words: Locator, ms: number) {
  // The page's clock stands still, so slow machines don't fail.
  await stopClock(page);
  await act();
  await expect(words).toHaveCount(1);
  await page.clock.runFor(ms - 100);
  await expect(words).toHaveCount(1);
  await page.clock.runFor(200);
  await expect(words).toHaveCount(0);
  await page.clock.resume();
}

test("the picker shows the library, and filters it by words and by category", {
  tag: spec("CORE-454 CORE-455 CORE-456 CORE-457"),
}, async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const { _id, shortId } = await notebookOf(anna);
  await uploadProgram(anna, _id);
  const { page } = anna;
  await page.goto(`/care/${shortId}/programs/add`);
  await expect(page.getByRole("heading", { level: 1, name: "Add Care Program" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Upload program" })).toBeVisible();
  // The notebook's own programs come first.
  await expect(cards(page).getByRole("heading")).toHaveText([HIP_PROGRAM.programName, ...OFFICIAL]);
  const chips = page.getByRole("group", { name: "Category" });
  await expect(chips.getByRole("radio", { name: "All" })).toBeChecked();

  const search = page.getByRole("searchbox", { name: "Search programs" });
  await search.fill("neutropenic SEPSIS");
  await expect(cards(page).getByRole("heading")).toHaveText(["A chemotherapy cycle at home"]);
  await search.fill("walking");
  await expect(cards(page)).toHaveCount(2);
  await chips.getByText("Rehabilitation").click();
  await expect(cards(page).getByRole("heading")).toHaveText([HIP_PROGRAM.programName]);
  // With the keyboard, one at a time.
  await page.keyboard.press("ArrowRight");
  await expect(chips.getByRole("radio", { name: "Surgery and recovery" })).toBeChecked();
  await expect(chips.getByRole("radio", { checked: true })).toHaveCount(1);
  await expect(cards(page).getByRole("heading")).toHaveText(["After a hip replacement"]);
  await search.fill("nothing of the kind");
  await expect(page.getByText("No programs found")).toBeVisible();
  await page.getByRole("button", { name: "Show all programs" }).click();
  await expect(cards(page)).toHaveCount(6);
  await expect(search).toHaveValue("");
  await expect(chips.getByRole("radio", { name: "All" })).toBeChecked();
});

test("a file that is no program is refused with the specified message, for three seconds", {
  tag: spec("CORE-458 CORE-459 CORE-460 CORE-461 CORE-462 CORE-463 CORE-464 CORE-465 CORE-466"),
}, async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const { shortId } = await notebookOf(anna);
  const { page } = anna;
  await page.clock.install();
  await page.goto(`/care/${shortId}/programs/add`);
  await expect(cards(page)).toHaveCount(5);
  for (const [name, text, message] of [
    ["hip.txt", "{}", "Please upload a JSON file"],
    ["hip.json", "{", "Invalid JSON format"],
    ["hip.json", '{"phases": []}', "Missing programName field"],
    ["hip.json", '{"programName": "Hip"}', "Missing phases field"],
    ["hip.json", '{"programName": "Hip", "phases": []}', "A program needs at least one phase"],
    // An umlaut in Latin-1.
    [
      "hip.json",
      Buffer.from('{"programName": "\u00dc"}', "latin1"),
      "This file isn't UTF-8: please save it with that encoding and upload it again",
    ],
  ] as const) {
    const errorMessage = page.getByRole("alert").getByText(message, { exact: true });
    await expectToStay(page, () => choose(page, name, text), errorMessage, 3000);
  }
  await expect(cards(page)).toHaveCount(5);
});

test("an uploaded program is there at once for every member, and its message closes after two seconds", {
  tag: spec("CORE-455 CORE-467 CORE-468 CORE-482"),
}, async ({ someone, node }) => {
  const [anna, jonas] = [await someone("Anna Keller"), await someone("Jonas Weber")];
  const { _id, shortId } = await notebookOf(anna);
  await addMember(node, _id, jonas, "extended");
  const address = `/care/${shortId}/programs/add`;
  await anna.page.clock.install();
  await Promise.all([anna.page.goto(address), jonas.page.goto(address)]);
  await expect(cards(jonas.page)).toHaveCount(5);
  // People who may not activate may not upload either.
  await expect(jonas.page.getByRole("button", { name: "Upload program" })).toHaveCount(0);

  await anna.page.getByRole("searchbox").fill("stroke");
  // With the byte order mark of editors for Windows.
  const file = Buffer.from(`\ufeff${JSON.stringify(HIP_PROGRAM)}`, "utf16le");
  const done = anna.page.getByText(`Program "${HIP_PROGRAM.programName}" created successfully!`);
  await expectToStay(anna.page, () => choose(anna.page, "hip.JSON", file), done, 2000);
  for (const { page } of [anna, jonas]) {
    await expect(cards(page).getByRole("heading").first()).toHaveText(HIP_PROGRAM.programName);
  }
});

test("a file can be dropped on the page", { tag: spec("CORE-455") }, async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const { shortId } = await notebookOf(anna);
  const { page } = anna;
  await page.goto(`/care/${shortId}/programs/add`);
  await expect(cards(page)).toHaveCount(5);
  const files = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], "hip.json", { type: "application/json" }));
    return transfer;
  }, JSON.stringify(HIP_PROGRAM));
  await page.dispatchEvent("main", "dragover", { dataTransfer: files });
  await page.dispatchEvent("main", "drop", { dataTransfer: files });
  await expect(cards(page)).toHaveCount(6);
});

test("errors that the server finds name their place in the file, for five seconds", {
  tag: spec("CORE-469 CORE-470"),
}, async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const { shortId } = await notebookOf(anna);
  const { page } = anna;
  await page.clock.install();
  await page.goto(`/care/${shortId}/programs/add`);
  const [first, second] = HIP_PROGRAM.phases;
  const wrong = { ...HIP_PROGRAM, phases: [first, { ...second, dayRange: { start: 9, end: 3 } }] };
  await expect(cards(page)).toHaveCount(5);
  const errorMessage = page.getByRole("alert").getByText("phases[1].dayRange.end: must be at least start");
  await expectToStay(page, () => choose(page, "hip.json", JSON.stringify(wrong)), errorMessage, 5000);
});

screenTest(
  "a program is a tree: phases are open, activities closed, and two buttons open or close everything",
  {
    tag: spec("CORE-424 CORE-425 CORE-426 CORE-471 CORE-472 CORE-473"),
  },
  async ({ someone }) => {
    const anna = await someone("Anna Keller");
    const { _id, shortId } = await notebookOf(anna);
    const programId = await uploadProgram(anna, _id);
    const { page } = anna;
    await page.goto(`/care/${shortId}/programs/add`);
    await cards(page).getByRole("link", { name: HIP_PROGRAM.programName }).click();
    await expect(page).toHaveURL(`/care/${shortId}/programs/library/${programId}`);
    await expect(page.getByRole("heading", { level: 1, name: HIP_PROGRAM.programName })).toBeVisible();

    await expect(item(page, /^Arriving at home Day 0–6/)).toHaveAttribute("aria-expanded", "true");
    await expect(item(page, /^Going further Day 7–27/)).toHaveAttribute("aria-expanded", "true");
    await expect(tree(page).getByText("Short ways, many breaks.")).toBeVisible();
    const walk = item(page, /^Walk with the frame Every 1 day/);
    await expect(walk).toHaveAttribute("aria-expanded", "false");
    await expect(item(page, /^Tablets against pain 3 times per 1 day/)).toBeVisible();
    await expect(item(page, "Give a tablet")).toHaveCount(0);

    await page.getByRole("button", { name: "Expand All" }).click();
    await expect(tree(page).locator("[aria-expanded=false]")).toHaveCount(0);
    await expect(item(page, "Give a tablet")).toBeVisible();
    await expect(tree(page).getByText("Dizziness when standing up")).toBeVisible();
    await page.getByRole("button", { name: "Collapse All" }).click();
    await expect(tree(page).locator("[aria-expanded=true]")).toHaveCount(0);
    await expect(tree(page).getByRole("treeitem")).toHaveCount(2);

    await item(page, /^Arriving at home/)
      .getByText("Arriving at home")
      .click();
    await walk.getByText("Walk with the frame").first().click();
    await expect(walk).toHaveAttribute("aria-expanded", "true");
    await expect(walk.getByRole("treeitem", { name: "Walk with the frame" })).toBeVisible();
  },
);

screenTest("the tree works with the keyboard alone", { tag: spec("CORE-471") }, async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const { _id, shortId } = await notebookOf(anna);
  const programId = await uploadProgram(anna, _id);
  const { page } = anna;
  await page.goto(`/care/${shortId}/programs/library/${programId}`);
  const first = item(page, /^Arriving at home/);
  await page.getByRole("button", { name: "Collapse All" }).click();
  await page.keyboard.press("Tab");
  await expect(first).toBeFocused();
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await press("ArrowDown");
  await expect(item(page, /^Going further/)).toBeFocused();
  await press("Home", "ArrowRight", "ArrowRight");
  const walk = item(page, /^Walk with the frame Every/);
  await expect(walk).toBeFocused();
  await press("Enter", "ArrowDown");
  await expect(walk.getByRole("treeitem", { name: "Walk with the frame" })).toBeFocused();
  await press("ArrowLeft", "ArrowLeft");
  await expect(walk).toHaveAttribute("aria-expanded", "false");
  await press("ArrowLeft", "ArrowLeft");
  await expect(first).toHaveAttribute("aria-expanded", "false");
  await press("End");
  await expect(item(page, /^Going further/)).toBeFocused();
  await press(" ");
  await expect(item(page, /^Going further/)).toHaveAttribute("aria-expanded", "true");
  // Tab leaves the tree and returns to the same item.
  await press("Shift+Tab", "Tab");
  await expect(item(page, /^Going further/)).toBeFocused();
});

screenTest(
  "a program can be activated until the notebook has it; then its page and the picker say so",
  {
    tag: spec("CORE-474 CORE-475 CORE-476 CORE-477 CORE-452"),
  },
  async ({ someone, node }) => {
    const [anna, jonas] = [await someone("Anna Keller"), await someone("Jonas Weber")];
    const { _id, shortId } = await notebookOf(anna);
    await addMember(node, _id, jonas, "extended");
    const programId = await uploadProgram(anna, _id);
    const address = `/care/${shortId}/programs/library/${programId}`;
    await Promise.all([anna.page.goto(address), jonas.page.goto(address)]);
    const activate = (page: Page) => page.getByRole("link", { name: "Activate Program" });
    await expect(activate(anna.page)).toHaveAttribute("href", new RegExp(`/library/${programId}/activate$`));
    await expect(tree(jonas.page)).toBeVisible();
    await expect(activate(jonas.page)).toHaveCount(0);
    await expect(anna.page.getByText("Activated")).toHaveCount(0);

    const { diaryProgramId } = await anna.http.mutation(api.programs.activateProgram, {
      programId,
      diaryId: _id,
      baselineDate: Date.now(),
      selectedActivities: [{ activityId: "walk", isActivated: true }],
    });
    for (const { page } of [anna, jonas]) {
      await expect(page.getByText("Activated", { exact: true })).toBeVisible();
      await expect(activate(page)).toHaveCount(0);
    }
    await anna.page.goto(`/care/${shortId}/programs/add`);
    await expect(cards(anna.page).filter({ hasText: HIP_PROGRAM.programName })).toContainText("Activated");

    await anna.http.mutation(api.programs.deleteDiaryProgram, { diaryProgramId });
    await expect(cards(anna.page).filter({ hasText: "Activated" })).toHaveCount(0);

    // It is active nowhere now: only its uploader may remove it from the library.
    await expect(tree(jonas.page)).toBeVisible();
    await expect(jonas.page.getByRole("button", { name: "Remove from library" })).toHaveCount(0);
    await cards(anna.page).getByRole("link", { name: HIP_PROGRAM.programName }).click();
    await anna.page.getByRole("button", { name: "Remove from library" }).click();
    const question = anna.page.getByRole("dialog", { name: "Remove program" });
    await question.getByRole("button", { name: "Cancel" }).click();
    await anna.page.getByRole("button", { name: "Remove from library" }).click();
    await question.getByRole("button", { name: "Remove", exact: true }).click();
    await expect(anna.page.getByText("was removed from the library.")).toBeVisible();
    await expect(cards(anna.page).getByRole("heading")).toHaveText(OFFICIAL);
    await expect(jonas.page.getByRole("heading", { level: 1, name: "Program not found" })).toBeVisible();
  },
);

screenTest("a program that is chosen for a note can wait there to be started", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const { _id, shortId } = await notebookOf(anna);
  const note = await noteOf(anna, _id);
  const programId = await uploadProgram(anna, _id);
  const { page } = anna;
  await page.goto(`/care/${shortId}/programs/add?noteId=${note._id}`);
  await cards(page).getByRole("link", { name: HIP_PROGRAM.programName }).click();
  await expect(page.getByRole("link", { name: "Activate Program" })).toHaveAttribute(
    "href",
    new RegExp(`/library/${programId}/activate\\?noteId=${note._id}$`),
  );
  await page.getByRole("button", { name: "Start later" }).click();
  await expect(page).toHaveURL(new RegExp(`/care/${shortId}/note/`));
  await expect(page.getByText("Not started yet")).toBeVisible();
  const { linked } = (await anna.http.query(api.programs.getProgramsForNote, { noteId: note._id }))!;
  expect(linked.map((program) => program.programId)).toEqual([programId]);
});

screenTest(
  "a program that doesn't exist or belongs to somebody else shows a message and a way back",
  async ({ someone }) => {
    const [anna, otto] = [await someone("Anna Keller"), await someone("Otto Weber")];
    const { shortId } = await notebookOf(anna);
    const foreign = await uploadProgram(otto, (await notebookOf(otto))._id);
    const { page } = anna;
    for (const programId of [foreign, "018f0000-0000-7000-8000-000000000000", "x"]) {
      await page.goto(`/care/${shortId}/programs/library/${programId}`);
      await expect(page.getByRole("heading", { level: 1, name: "Program not found" })).toBeVisible();
    }
    await page.getByRole("link", { name: "All programs" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Add Care Program" })).toBeVisible();
  },
);

for (const { colorScheme, width } of LOOKS) {
  test(`axe finds no problem on the library in the ${colorScheme} scheme, and nothing is wider than a phone`, async ({
    someone,
  }) => {
    const anna = await someone("Anna Keller", { colorScheme, viewport: { width, height: 844 } });
    const { _id, shortId } = await notebookOf(anna);
    const programId = await uploadProgram(anna, _id);
    const { page } = anna;
    const care = `/care/${shortId}/programs`;
    await page.goto(`${care}/add`);
    await expect(cards(page)).toHaveCount(6);
    await choose(page, "hip.txt", "");
    await expect(alert(page)).toBeVisible();
    await expectNoOverflow(page);
    await page.goto(`${care}/library/${programId}`);
    await page.getByRole("button", { name: "Expand All" }).click();
    await expect(item(page, "Give a tablet")).toBeVisible();
    await expectNoOverflow(page);
  });
}

async function expectNoOverflow(page: Page) {
  await expectClean(page);
  const [pageWidth, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(pageWidth).toBeLessThanOrEqual(window);
}
