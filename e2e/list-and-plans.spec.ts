import { api } from "../lib/api.ts";
import { everyDayAt, planOf } from "../test/plans.ts";
import { addMember, notebookOf, type Person } from "./support/people.ts";
import { expect, screenTest, test } from "./support/test.ts";

type Row = { genericName: string; dosage?: string };

const listOf = ({ http }: Person, diaryId: string, medications: Row[]) =>
  http.mutation(api.notes.createNote, {
    diaryId,
    type: "current-medications",
    title: "Her medications",
    content: { type: "current-medications", data: { medications } },
    noteDate: Date.now(),
    visibility: "team",
    isEncrypted: false,
    tags: [],
  });
const aPlan = (author: Pick<Person, "http">, diaryId: string, name: string, amount = 1) =>
  planOf(author, diaryId, name, everyDayAt(["08:00", amount]), { facts: { strength: "5 mg" } });
const endedAt = async ({ http }: Person, planId: string) =>
  (await http.query(api.plans.getPlan, { planId }))!.plan.endedAt;

screenTest(
  "a medication that is stopped on the list asks what becomes of its plan",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const cora = await someone("Cora Caregiver");
    const { _id, shortId } = await notebookOf(anna);
    await addMember(node, _id, cora, "member");
    await listOf(anna, _id, [
      { genericName: "ramipril", dosage: "5 mg" },
      { genericName: "amlodipine", dosage: "5 mg" },
      { genericName: "ibuprofen", dosage: "400 mg" },
    ]);
    const ramipril = await aPlan(anna, _id, "ramipril");
    const amlodipine = await aPlan(anna, _id, "amlodipine");
    const { page } = anna;
    await page.goto(`/care/${shortId}/medications`);
    const dialog = page.getByRole("dialog");
    const stop = dialog.getByRole("button", { name: "Stop", exact: true });
    await page.getByRole("button", { name: "Stop ramipril 5 mg" }).click();
    await expect(dialog).toContainText("ramipril 5 mg: 1 tablet at 8:00");
    await stop.click();
    await expect(dialog.getByText("Choose what becomes of its plan")).toBeVisible();
    await dialog.getByRole("radio", { name: "The plan ends too" }).check();
    await dialog.getByLabel("Reason (optional)").fill("Dr Lee said so");
    await stop.click();
    await expect(page.getByText("ramipril stopped, and its plan has ended.")).toBeVisible();
    expect(await endedAt(anna, ramipril)).not.toBeNull();

    // The plan that goes on is asked about among the medicines.
    await page.getByRole("button", { name: "Stop amlodipine 5 mg" }).click();
    await dialog.getByRole("radio", { name: "The plan goes on" }).check();
    await stop.click();
    await expect(page.getByText("amlodipine is off the list. Its plan goes on.")).toBeVisible();
    expect(await endedAt(anna, amlodipine)).toBeNull();

    // Without a plan nothing is asked, and a member who may not change plans reads that it goes on.
    await page.getByRole("button", { name: "Stop ibuprofen 400 mg" }).click();
    await expect(dialog.getByRole("radio")).toHaveCount(0);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.goto(`/care/${shortId}/plans`);
    const question = page.getByRole("group", { name: "A question about amlodipine" });
    await expect(question).toContainText(/The list of .* doesn't have it\. Is it still taken\?/);
    await question.getByRole("button", { name: "Still taken" }).click();
    await expect(question).toHaveCount(0);
    await cora.page.goto(`/care/${shortId}/medications`);
    await cora.page.getByRole("button", { name: "Stop amlodipine" }).click();
    await expect(cora.page.getByRole("dialog").getByText("Its plan goes on")).toBeVisible();
  },
);

screenTest(
  "a hand-written list that differs is one question on the row, and each answer settles it",
  async ({ someone }) => {
    const anna = await someone("Anna Keller");
    const { _id, shortId } = await notebookOf(anna);
    const ramipril = await aPlan(anna, _id, "ramipril");
    const amlodipine = await aPlan(anna, _id, "amlodipine");
    const metformin = await aPlan(anna, _id, "metformin");
    await listOf(anna, _id, [
      { genericName: "ramipril", dosage: "10 mg" },
      { genericName: "amlodipine", dosage: "10 mg" },
      { genericName: "ibuprofen", dosage: "400 mg" },
    ]);
    const { page } = anna;
    const ask = (name: string) => page.getByRole("group", { name: `A question about ${name}` });
    await page.goto(`/care/${shortId}/plans`);
    await expect(page.getByRole("group", { name: /^A question about/ })).toHaveCount(3);
    await expect(ask("ramipril")).toContainText("has 10 mg, the plan 5 mg. Which one is right?");
    await ask("ramipril").getByRole("button", { name: "5 mg", exact: true }).click();
    await expect(ask("ramipril")).toHaveCount(0);
    // The other one leads to the form of the plan; the plan's page asks the same.
    await ask("amlodipine").getByRole("link", { name: "10 mg…" }).click();
    await expect(page).toHaveURL(`/care/${shortId}/plans/${amlodipine}/change`);
    await page.goto(`/care/${shortId}/plans/${amlodipine}`);
    await ask("amlodipine").getByRole("button", { name: "5 mg", exact: true }).click();
    await expect(ask("amlodipine")).toHaveCount(0);

    await page.goto(`/care/${shortId}/plans`);
    await ask("metformin").getByRole("button", { name: "Stopped…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Why does it end?").fill("Dr Lee stopped it");
    await dialog.getByRole("button", { name: "End the plan" }).click();
    await expect.poll(() => endedAt(anna, metformin)).not.toBeNull();
    await expect(page.getByRole("group", { name: /^A question about/ })).toHaveCount(0);

    // A medicine that only the list has gets times, or leaves it.
    const medicines = page.getByRole("list", { name: "Medicines", exact: true });
    await expect(medicines.getByRole("listitem")).toHaveCount(3);
    const ibuprofen = medicines.getByRole("listitem").filter({ hasText: "ibuprofen" });
    await expect(ibuprofen).toContainText("No times yet");
    await expect(ibuprofen.getByRole("link", { name: "Add times for ibuprofen 400 mg" })).toHaveAttribute(
      "href",
      `/care/${shortId}/plans/new?row=2`,
    );
    await ibuprofen.getByRole("button", { name: "ibuprofen 400 mg is not taken any more" }).click();
    await dialog.getByRole("button", { name: "Stop", exact: true }).click();
    await expect(ibuprofen).toHaveCount(0);
    expect(await endedAt(anna, ramipril)).toBeNull();
  },
);

test("the page for the visit says where the list and the plans differ, on paper too", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const { _id, shortId } = await notebookOf(anna);
  await aPlan(anna, _id, "ramipril", 0.5);
  await aPlan(anna, _id, "metformin");
  await listOf(anna, _id, [{ genericName: "ramipril", dosage: "5 mg" }, { genericName: "ibuprofen" }]);
  const { page } = anna;
  for (const media of ["screen", "print"] as const) {
    await page.emulateMedia({ media });
    await page.goto(`/care/${shortId}/visit`);
    const notice = page.getByRole("note").filter({ hasText: "The list and the plans differ" });
    await expect(notice.getByRole("listitem")).toHaveText([
      "ramipril: the list says 5 mg, the plan says 0.5 tablet of 5 mg",
      "ibuprofen: on the list (no dose), and not planned",
      "metformin: planned (5 mg), and not on the list",
    ]);
    await expect(notice).toBeVisible();
  }
  // On paper the medicines have the plans' own words, and no question.
  await page.goto(`/care/${shortId}/plans`);
  const table = page.getByRole("table");
  await expect(table.getByRole("row").filter({ hasText: "ramipril" })).toContainText("0.5 tablet of 5 mg");
  await expect(table.getByRole("row").filter({ hasText: "ibuprofen" })).toBeVisible();
  await expect(page.getByText("Which one is right?")).toBeHidden();
});
