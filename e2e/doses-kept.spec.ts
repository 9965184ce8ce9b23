import type { Page } from "@playwright/test";
import { api } from "../lib/api.ts";
import { givenArgs } from "../test/doses.ts";
import { planOf, whenNeeded } from "../test/plans.ts";
import { expectCleanScreen } from "./support/axe.ts";
import { daysOf, doseRow, MIDDAY, middayNotebook, plannedIn, slotBefore } from "./support/doses.ts";
import { addMember, type Person } from "./support/people.ts";
import type { RunningNode } from "./support/running-node.ts";
import { expect, type SignUp, test } from "./support/test.ts";

test.use({ timezoneId: MIDDAY, viewport: { width: 390, height: 844 } });

const QUESTION = "Was it given twice?";
const BOTH = "You both gave it: record both";

/** The row of the dose; home lists the plan as news as well. */
const rowOf = (page: Page) => doseRow(page, "ramipril").and(page.locator("[data-slot]"));

const give = (page: Page) => rowOf(page).getByRole("button", { name: /^Give/ }).click();

/** Anna has given a dose without a connection; Ben is a member. */
async function giveOffline(someone: SignUp, node: RunningNode, path: (shortId: string) => string) {
  const anna = await someone("Anna Keller");
  const ben = await someone("Ben Weber");
  const rosa = await middayNotebook(anna);
  await addMember(node, rosa._id, ben, "member");
  const planId = await plannedIn(node, anna, rosa._id, "ramipril", 1);
  const { page, context } = anna;
  await page.goto(path(rosa.shortId));
  await expect(rowOf(page).getByRole("button", { name: /^Give/ })).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText("Reconnecting…")).toBeVisible();
  await give(page);
  await expect(rowOf(page)).toContainText("Kept on this phone");
  return { anna, ben, page, rosa, planId };
}

/** Ben gives it too, before she has a connection again. */
async function giveAsBen({ anna, ben, rosa, planId }: Awaited<ReturnType<typeof giveOffline>>) {
  const slot = await slotBefore(ben, rosa._id, planId);
  await ben.http.mutation(api.doses.giveDose, givenArgs(planId, { slot }));
  await anna.context.setOffline(false);
}

async function bothGave(...args: Parameters<typeof giveOffline>) {
  const given = await giveOffline(...args);
  await giveAsBen(given);
  return given;
}

const undo = (page: Page) => rowOf(page).getByRole("button", { name: /^Undo/ }).click();

const givenBy = async (person: Pick<Person, "http">, diaryId: string) =>
  (await daysOf(person, diaryId)).doses.map(({ givenBy }) => givenBy).sort();

test("a dose kept without a connection that another gave too asks to record both, and closing the question drops nothing", async ({
  someone,
  node,
}) => {
  const { anna, page, rosa } = await bothGave(someone, node, (id) => `/care/${id}/doses`);
  const question = page.getByRole("dialog", { name: QUESTION });
  await expect(question).toContainText("Ben Weber");
  await expect(question.getByRole("button", { name: BOTH })).toBeFocused();
  await expectCleanScreen(page, "the question");
  const left = page.getByText("1 entry about a dose waits for your answer");
  const row = rowOf(page);
  for (const close of [
    () => question.getByRole("button", { name: "Close" }).click(),
    () => page.keyboard.press("Escape"),
    // Beside the dialog.
    () => page.mouse.click(5, 5),
  ]) {
    await close();
    await expect(question).toHaveCount(0);
    await expect(left).toBeVisible();
    await expect(row).toContainText("Your entry waits for your answer");
    await expect(row).toContainText("Given by Ben Weber");
    await page.getByRole("button", { name: "Answer", exact: true }).click();
    await expect(question).toBeVisible();
  }
  // Neither does a reload.
  await page.reload();
  await expect(question).toBeVisible();
  await question.getByRole("button", { name: BOTH }).click();
  await expect(page.getByRole("region", { name: "Given twice?" })).toContainText("Ben Weber");
  await expect(question).toHaveCount(0);
  await expect(left).toHaveCount(0);
  expect(await givenBy(anna, rosa._id)).toEqual(["Anna Keller", "Ben Weber"]);
});

test("a dose isn't called kept before this device has it", async ({ someone, node }) => {
  const anna = await someone("Anna Keller");
  const rosa = await middayNotebook(anna);
  await plannedIn(node, anna, rosa._id, "ramipril", 1);
  const { page, context } = anna;
  await page.addInitScript(() => {
    const { encrypt } = SubtleCrypto.prototype;
    const held = { until: Promise.resolve(), release: () => {} };
    Object.assign(window, { held });
    SubtleCrypto.prototype.encrypt = async function (...args) {
      await held.until;
      return encrypt.apply(this, args);
    };
  });
  type Held = { until: Promise<void>; release: () => void };
  await page.goto(`/care/${rosa.shortId}/doses`);
  await expect(rowOf(page).getByRole("button", { name: /^Give/ })).toBeVisible();
  await page.evaluate(() => {
    const { held } = window as unknown as { held: Held };
    held.until = new Promise((resolve) => {
      held.release = resolve;
    });
  });
  await context.setOffline(true);
  await expect(page.getByText("Reconnecting…")).toBeVisible();
  await give(page);
  await expect(rowOf(page)).toContainText("Sending…");
  await expect(rowOf(page)).not.toContainText("Kept on this phone");
  await page.evaluate(() => (window as unknown as { held: Held }).held.release());
  await expect(rowOf(page)).toContainText("Kept on this phone");
});

for (const path of ["/home", "/care/$id/doses"] as const)
  test(`a dose kept without a connection can be undone in its row, and ends withdrawn: ${path}`, async ({
    someone,
    node,
  }) => {
    const { anna, page, rosa } = await giveOffline(someone, node, (id) => path.replace("$id", id));
    await undo(page);
    await expect(rowOf(page).getByRole("button", { name: /^Give/ })).toBeVisible();
    await expect(rowOf(page)).not.toContainText("Kept on this phone");
    await give(page);
    await expect(rowOf(page)).toContainText("Kept on this phone");
    await anna.context.setOffline(false);
    await expect(rowOf(page)).toContainText("Given by you");
    const { doses } = await daysOf(anna, rosa._id);
    expect(doses.map(({ state }) => state).sort()).toEqual(["given", "withdrawn"]);
  });

test("an entry that its person has undone meanwhile isn't asked about when another gave the dose", async ({
  someone,
  node,
}) => {
  const given = await giveOffline(someone, node, (id) => `/care/${id}/doses`);
  const { anna, page, rosa } = given;
  await undo(page);
  await expect(rowOf(page).getByRole("button", { name: /^Give/ })).toBeVisible();
  await giveAsBen(given);
  await expect(rowOf(page)).toContainText("Given by Ben Weber");
  await page.goto("/more/not-sent");
  await expect(page.getByText("All that you wrote on this device has been saved.")).toBeVisible();
  expect(await givenBy(anna, rosa._id)).toEqual(["Ben Weber"]);
});

test("on home the question is asked as well, and stays there when its row has left", async ({
  someone,
  node,
}) => {
  const { anna, page, rosa } = await bothGave(someone, node, () => "/home");
  const question = page.getByRole("dialog", { name: QUESTION });
  await question.getByRole("button", { name: "Close" }).click();
  await page.goto("/more/not-sent");
  await expect(page.getByRole("heading", { name: "Waiting for your answer (1)" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Given: ramipril" })).toBeVisible();
  await expectCleanScreen(page, "the list of what isn't sent");
  await page.goto("/home");
  await page.getByRole("link", { name: "Answer", exact: true }).click();
  await question.getByRole("button", { name: "Only one was given: delete my entry" }).click();
  await expect(question).toHaveCount(0);
  await expect(rowOf(page)).toContainText("Given by Ben Weber");
  expect(await givenBy(anna, rosa._id)).toEqual(["Ben Weber"]);
});

test("a dose kept without a connection is written though its plan has ended meanwhile", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller");
  const rosa = await middayNotebook(anna);
  const planId = await plannedIn(node, anna, rosa._id, "ramipril", 1);
  const { page, context } = anna;
  await page.goto(`/care/${rosa.shortId}/doses`);
  await expect(rowOf(page).getByRole("button", { name: /^Give/ })).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText("Reconnecting…")).toBeVisible();
  await give(page);
  await expect(rowOf(page)).toContainText("Kept on this phone");
  await anna.http.mutation(api.plans.endPlan, { planId });
  await context.setOffline(false);
  await expect.poll(() => givenBy(anna, rosa._id)).toEqual(["Anna Keller"]);
});

test("a correction without a connection that goes against a limit is listed with what to do, and the dose stays as it was", async ({
  someone,
}) => {
  const anna = await someone("Anna Keller");
  const rosa = await middayNotebook(anna);
  const planId = await planOf(anna, rosa._id, "ibuprofen", whenNeeded());
  await anna.http.mutation(api.doses.giveDose, givenArgs(planId));
  const { page, context } = anna;
  await page.goto(`/care/${rosa.shortId}/doses`);
  await doseRow(page, "ibuprofen").getByRole("listitem").getByRole("button").click();
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("button", { name: "Correct…" }).click();
  await sheet.getByLabel("How much (tablets)").fill("5");
  await sheet.getByLabel("Why it is corrected").fill("There were five");
  await context.setOffline(true);
  await expect(page.getByText("Reconnecting…")).toBeVisible();
  await sheet.getByRole("button", { name: "Correct it" }).click();
  await expect(sheet).toContainText("Waiting to be sent");
  await expect(sheet.getByRole("button", { name: "Correct…" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await context.setOffline(false);
  await page.getByRole("link", { name: "1 change could not be saved." }).click();
  const change = page.getByRole("listitem").filter({ hasText: "Correction of a dose: ibuprofen" });
  await expect(change).toContainText("There were five");
  await expect(change).toContainText("Open the dose to see which, and correct it there.");
  await expectCleanScreen(page, "a correction that isn't made");
  expect((await daysOf(anna, rosa._id)).doses).toMatchObject([{ amount: 1 }]);
  await change.getByRole("button", { name: "Discard…" }).click();
  await change.getByRole("button", { name: "Yes, discard it for good" }).click();
  await expect(page.getByText("All that you wrote on this device has been saved.")).toBeVisible();
});

test("a dose that an earlier version kept on the device is written once", async ({ someone, node }) => {
  const anna = await someone("Anna Keller");
  const rosa = await middayNotebook(anna);
  const planId = await plannedIn(node, anna, rosa._id, "ramipril", -30);
  const { page } = anna;
  await page.goto("/tasks");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const slot = await slotBefore(anna, rosa._id, planId);
  const { entryId, givenAt } = givenArgs(planId, { slot });
  await page.evaluate(
    (entry) => {
      const person = Object.keys(localStorage).find((key) => key.startsWith("carediary.person."))!;
      const key = `${person.replace(".person.", ".draft.")}.doses.waiting`;
      localStorage.setItem(key, JSON.stringify([entry]));
    },
    {
      ...{ say: "give", diaryId: rosa._id, planId, slot, entryId, conflicts: null, isKept: true },
      args: { amount: 1, givenAt, note: "", seen: [] },
    },
  );
  await page.reload();
  await expect.poll(() => givenBy(anna, rosa._id)).toEqual(["Anna Keller"]);
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("doses.waiting"))))
    .toEqual([]);
});

test("doses given together without a connection ask about the one that another gave too", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller");
  const ben = await someone("Ben Weber");
  const rosa = await middayNotebook(anna);
  await addMember(node, rosa._id, ben, "member");
  const planId = await plannedIn(node, anna, rosa._id, "ramipril", 1);
  await plannedIn(node, anna, rosa._id, "metformin", 1);
  const { page, context } = anna;
  await page.goto(`/care/${rosa.shortId}/doses`);
  await page.getByRole("button", { name: "Give both…" }).click();
  const giveTwo = page.getByRole("button", { name: "Give 2" });
  // The dialog is loaded when it is pressed; without a connection it would say that it can't be.
  await expect(giveTwo).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText("Reconnecting…")).toBeVisible();
  await giveTwo.click();
  await expect(page.getByRole("dialog")).toContainText("Kept on this phone");
  const slot = await slotBefore(ben, rosa._id, planId);
  await ben.http.mutation(api.doses.giveDose, givenArgs(planId, { slot }));
  await page.keyboard.press("Escape");
  await context.setOffline(false);
  await page.getByRole("dialog", { name: QUESTION }).getByRole("button", { name: BOTH }).click();
  await expect.poll(() => givenBy(anna, rosa._id)).toEqual(["Anna Keller", "Anna Keller", "Ben Weber"]);
});
