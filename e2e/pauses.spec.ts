import { api } from "../lib/api.ts";
import { everyDayAt, planOf } from "../test/plans.ts";
import { expectCleanScreen } from "./support/axe.ts";
import { addMember, notebookOf } from "./support/people.ts";
import { expect, screenTest, test } from "./support/test.ts";

const DAY = 24 * 60 * 60 * 1000;

screenTest("a pause is started, seen by others, changed and ended on Today", async ({ someone, node }) => {
  const anna = await someone("Anna Keller");
  const notebook = await notebookOf(anna);
  await planOf(anna, notebook._id, "ramipril", everyDayAt("08:00"), { facts: { strength: "5 mg" } });
  await planOf(anna, notebook._id, "metoprolol", everyDayAt("20:00"));
  const { page } = anna;
  await page.goto(`/care/${notebook.shortId}/doses`);
  await page.getByRole("button", { name: "Pause medicines…" }).click();
  const dialog = page.getByRole("dialog", { name: "Pause medicines" });
  await dialog.getByRole("radio", { name: "Only some" }).check();
  await dialog.getByRole("button", { name: "Pause", exact: true }).click();
  await expect(dialog).toContainText("Choose at least one medicine");
  await dialog.getByRole("radio", { name: "All, and those that are planned meanwhile" }).check();
  await dialog.getByRole("button", { name: "Pause", exact: true }).click();
  await expect(dialog).toBeHidden();
  const banner = page.getByRole("region", { name: "Pause" });
  await expect(banner).toContainText(/Paused since today, .*: hospital\. Nothing is due\./);
  await expect(banner).toContainText("Started by Anna Keller");

  // A viewer sees it and is offered nothing.
  const vera = await someone("Vera Viewer");
  await addMember(node, notebook._id, vera, "extended");
  await vera.page.goto(`/care/${notebook.shortId}/doses`);
  await expect(vera.page.getByRole("region", { name: "Pause" })).toContainText("hospital");
  await expect(vera.page.getByRole("button", { name: /pause/i })).toHaveCount(0);

  await banner.getByRole("button", { name: "Change the time" }).click();
  const change = page.getByRole("dialog", { name: "Change the pause" });
  const until = change.getByRole("group", { name: "Until" });
  await until.getByLabel("Day").fill("2020-01-01");
  await until.getByLabel("Time").fill("08:00");
  await change.getByRole("button", { name: "Save" }).click();
  await expect(change).toContainText("A pause must end after it began");
  await until.getByLabel("Day").fill("2027-01-05");
  await change.getByRole("button", { name: "Save" }).click();
  await expect(banner).toContainText("until Jan 5, 2027");
  await banner.getByRole("button", { name: "End the pause" }).click();
  await expect(banner).toBeHidden();
  await expect(vera.page.getByRole("region", { name: "Pause" })).toBeHidden();
});

test("Today says that little is left by the typed number, and its dialogs are clean", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const notebook = await notebookOf(anna);
  const diaryId = notebook._id;
  const planId = await planOf(anna, diaryId, "ramipril", everyDayAt("08:00", "20:00"), {
    facts: { strength: "5 mg" },
  });
  await anna.http.mutation(api.stock.recordStock, { planId, kind: "counted", amount: 7 });
  const { page } = anna;
  await page.goto(`/care/${notebook.shortId}/doses`);
  await expect(page.getByRole("button", { name: "Pause medicines…" })).toBeVisible();
  const low = page.getByText("Little left:");
  await expect(low).toHaveCount(0);
  await anna.http.mutation(api.stock.setStockWarning, { planId, warning: { below: 7, of: "days" } });
  await expect(low.locator("..")).toContainText("ramipril 5 mg, 7 tablets left, about 3 days");
  await anna.http.mutation(api.pauses.startPause, {
    diaryId,
    kind: "away",
    planIds: [planId],
    fromAt: Date.now() - DAY,
    untilAt: null,
  });
  await expect(page.getByRole("region", { name: "Pause" })).toContainText("ramipril: paused since yesterday");
  await expectCleanScreen(page, "Today with a pause");
  await page.getByRole("button", { name: "Pause medicines…" }).click();
  await expect(page.getByRole("dialog", { name: "Pause medicines" })).toBeVisible();
  await page.getByRole("radio", { name: "Only some" }).check();
  await expectCleanScreen(page, "the dialog of a pause");
  // Back closes the dialog and stays on the page.
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL(`/care/${notebook.shortId}/doses`);
});

test("a stock is counted, added to and looked up on the page of its plan, and a low one is with all medicines", async ({
  someone,
}) => {
  const anna = await someone("Anna Keller");
  const notebook = await notebookOf(anna);
  const times = everyDayAt("08:00", "20:00");
  const planId = await planOf(anna, notebook._id, "ramipril", times, { facts: { strength: "5 mg" } });
  const { page } = anna;
  await page.goto(`/care/${notebook.shortId}/plans/${planId}`);
  const left = page.getByRole("main");
  await expect(left).toContainText("The stock hasn't been counted.");
  await left.getByRole("button", { name: "Stock…" }).click();
  const dialog = page.getByRole("dialog", { name: "Stock: ramipril 5 mg" });
  await expect(dialog.getByRole("radio", { name: /Some was added/ })).toBeDisabled();
  const amount = dialog.getByRole("textbox", { name: "How many tablets" });
  await amount.fill("1.234");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toContainText("Enter at most 2 decimals");
  await amount.fill("12.5");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toContainText("12.5 tablets left. About 6 days at the planned amounts, counted on");
  await dialog.getByRole("radio", { name: /Some was added/ }).check();
  await amount.fill("30");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("listitem")).toHaveText([
    /^Added: 30 tablets, today,/,
    /^Counted: 12.5 tablets/,
  ]);
  await dialog.getByRole("textbox", { name: "Tell on Today when fewer days than this are left" }).fill("30");
  await dialog.getByRole("button", { name: "Set" }).click();
  await expect(dialog).toContainText("You are told here when fewer than 30 days are left.");
  await expectCleanScreen(page, "the dialog of a stock");
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(left).toContainText("Little left. 42.5 tablets left. About 21 days");
  await page.goto(`/care/${notebook.shortId}/plans`);
  const medicines = page.getByRole("list", { name: "Medicines", exact: true });
  await expect(medicines).toContainText("Little left. 42.5 tablets left. About 21 days");
});
