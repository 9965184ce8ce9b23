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

    // One that goes on is said to go on, here and in the words that the list and the plans differ.
    await page.getByRole("button", { name: "Stop amlodipine 5 mg" }).click();
    await dialog.getByRole("radio", { name: "The plan goes on" }).check();
    await stop.click();
    await expect(page.getByText("amlodipine is off the list. Its plan goes on.")).toBeVisible();
    expect(await endedAt(anna, amlodipine)).toBeNull();
    await expect(page.getByText(/^amlodipine has a plan \(5 mg\) and isn't on the list of/)).toBeVisible();

    // Without a plan nothing is asked, and who may not change plans is told that it goes on.
    await page.getByRole("button", { name: "Stop ibuprofen 400 mg" }).click();
    await expect(dialog.getByRole("radio")).toHaveCount(0);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("link", { name: "Add amlodipine to the list" }).click();
    await expect(page.getByRole("dialog", { name: "Add a medication" })).toBeVisible();
    await expect(dialog.getByLabel("Generic name")).toHaveValue("amlodipine");
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await cora.page.goto(`/care/${shortId}/medications`);
    await cora.page.getByRole("button", { name: "Stop amlodipine" }).click();
    await expect(cora.page.getByRole("dialog").getByText("Its plan goes on")).toBeVisible();
  },
);

screenTest("no link of the words about differences leads to its own page", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const { _id, shortId } = await notebookOf(anna);
  await listOf(anna, _id, [{ genericName: "ibuprofen", dosage: "400 mg" }]);
  const planId = await aPlan(anna, _id, "ramipril");
  const { page } = anna;
  for (const path of [`plans/${planId}`, "plans", "medications"]) {
    await page.goto(`/care/${shortId}/${path}`);
    const notice = page.getByRole("alert").filter({ hasText: "The list and the plans differ" });
    await expect(notice).toContainText("ramipril has a plan (5 mg) and isn't on the list of");
    // A form that opens above the page is somewhere else.
    for (const link of await notice.getByRole("link").all())
      await expect(link, path).not.toHaveAttribute("href", `/care/${shortId}/${path}`);
  }
});

test("the page for the visit says where the list and the plans differ, on paper too", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const { _id, shortId } = await notebookOf(anna);
  await listOf(anna, _id, [{ genericName: "ramipril", dosage: "5 mg" }, { genericName: "ibuprofen" }]);
  await aPlan(anna, _id, "ramipril", 0.5);
  await aPlan(anna, _id, "metformin");
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
  // The list on paper says it too.
  await page.goto(`/care/${shortId}/medications`);
  await expect(
    page.getByText(/^ramipril: the list of .* says 5 mg, the plan says 0.5 tablet of 5 mg$/),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: "Change the plan of ramipril" })).toBeHidden();
});
