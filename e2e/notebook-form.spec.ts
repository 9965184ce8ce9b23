import type { Page } from "@playwright/test";
import { api } from "../lib/api.ts";
import { alterCall, brokenTable } from "./support/faults.ts";
import { selected, TABS } from "./support/notebook-form.ts";
import { addMember, notebookOf, type Person } from "./support/people.ts";
import { placesOf } from "./support/places.ts";
import { spec } from "./support/spec.ts";
import { expect, screenTest, test } from "./support/test.ts";

const QUESTION = "You have unsaved changes. Leave without saving?";

const tab = (page: Page, name: string) => page.getByRole("tab", { name });
const saveButton = (page: Page) => page.getByRole("button", { name: /^Save( & Next)?$/ });

async function chooseCountry(page: Page, name = "Germany") {
  await page.getByRole("combobox", { name: "Country/region" }).fill(name);
  await page.getByRole("option", { name, exact: true }).click();
}

/** The arguments of the page's calls of a function, in order. */
function sentTo(page: Page, udfPath: string) {
  const sent: Record<string, unknown>[] = [];
  page.on("websocket", (socket) =>
    socket.on("framesent", ({ payload }) => {
      const message = JSON.parse(String(payload));
      if (message.udfPath === udfPath) sent.push(message.args[0]);
    }),
  );
  return sent;
}

const details = async (person: Person, diaryId: string) =>
  (await person.http.query(api.diaries.getDiary, { diaryId }))!.details;

test("the form creates a notebook with four tabs, in any order", {
  tag: spec("CORE-095 CORE-096 CORE-097 CORE-098 CORE-099 CORE-100"),
}, async ({ someone }) => {
  const { page } = await someone("Anna Keller");
  await page.goto("/care/new");
  await expect(page.getByRole("tab")).toHaveText(TABS);
  for (const name of [TABS[3]!, TABS[1]!, TABS[0]!, TABS[2]!]) {
    await tab(page, name).click();
    await expect(selected(page)).toHaveText(name);
    await expect(page.getByRole("button", { name: "Create notebook" })).toBeInViewport();
  }
  await tab(page, TABS[0]!).click();
  await page.getByLabel("Person's full name").fill("Rosa Blum");
  await tab(page, TABS[3]!).click();
  await tab(page, TABS[0]!).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByLabel("Person's full name")).toHaveValue("Rosa Blum");
});

screenTest(
  "every field is saved, and details appear where a box is ticked",
  {
    tag: spec("CORE-115 CORE-116 CORE-119 CORE-122 CORE-123 CORE-124 CORE-125 CORE-126"),
  },
  async ({ someone }) => {
    const anna = await someone("Anna Keller");
    const { page } = anna;
    await page.goto("/care/new");
    await page.getByLabel("Person's full name").fill("Rosa Blum");
    await page.getByLabel("Notebook name").fill("Rosa at home");
    await page.getByLabel("Description").fill("Since the fall");
    await page.getByRole("combobox", { name: "Country/region" }).click();
    // All that there are, by decision, rather than about 110.
    await expect(page.getByRole("listbox").getByRole("option")).toHaveCount(249);
    await chooseCountry(page);
    await expect(page.getByRole("combobox", { name: "Time zone" })).toHaveValue("Europe/Berlin");
    await page.getByLabel("Date of birth").fill("1942-03-05");
    await page.getByLabel("Gender").selectOption({ label: "Female" });
    // The device's language is proposed; every language is found by its own and by its English name.
    const language = page.getByRole("combobox", { name: "Language" });
    await expect(language).toHaveValue("English");
    await language.fill("turk");
    await expect(page.getByRole("option", { name: "Türkçe (Turkish)" })).toBeVisible();
    await language.fill("Deut");
    await page.getByRole("option", { name: "Deutsch (German)" }).click();
    await page.getByLabel("Phone number").fill("+49 30 1234");
    await page.getByRole("button", { name: "Add a contact" }).click();
    await expect(page.getByLabel("Name of contact 1")).toBeFocused();
    await page.getByLabel("Name of contact 1").fill("Anna Keller");
    await page.getByLabel("Phone of contact 1").fill("+49 170 1");
    await page.getByRole("button", { name: "Add a contact" }).click();
    await page.getByLabel("Name of contact 2").fill("Nobody");
    await page.getByRole("button", { name: "Remove contact 2" }).click();
    await expect(page.getByLabel("Name of contact 2")).toHaveCount(0);
    await page.getByLabel("Preferences").fill("Tea, no milk");

    await tab(page, TABS[1]!).click();
    await page.getByLabel("Blood type").selectOption("A+");
    await page.getByRole("radiogroup", { name: "Organ donor" }).getByLabel("No", { exact: true }).check();
    await page.getByLabel("Allergies").fill(" Penicillin,, nuts , ");
    await page.getByLabel("Conditions").fill("High blood pressure ,");
    await page.getByLabel("Doctor's name").fill("Dr. Sahin");
    await page.getByLabel("Doctor's phone").fill("+49 30 99");
    await page.getByLabel("Doctor's address").fill("Main Street 1");
    await page.getByLabel("Medical history").fill("Hip replaced 2019");

    await tab(page, TABS[2]!).click();
    for (const label of [
      "Signed by",
      "Date of consent",
      "Name and phone of the attorney",
      "Notes on the directives",
    ]) {
      await expect(page.getByLabel(label)).toHaveCount(0);
    }
    await page.getByLabel("Medical consent has been given").check();
    await page.getByLabel("Signed by").pressSequentially("rosa blm");
    // The caret stays in the middle of the word.
    await page.getByLabel("Signed by").press("ArrowLeft");
    await page.getByLabel("Signed by").pressSequentially("u");
    await expect(page.getByLabel("Signed by")).toHaveValue("ROSA BLUM");
    await page.getByLabel("Date of consent").fill("2026-01-02");
    await page.getByLabel("There is a power of attorney").check();
    await page.getByLabel("Name and phone of the attorney").fill("Anna Keller, +49 170 1");
    for (const directive of ["Living will", "Do not resuscitate (DNR)", "Organ donation"]) {
      await page.getByLabel(directive).check();
      await expect(page.getByLabel("Notes on the directives")).toBeVisible();
      await page.getByLabel(directive).uncheck();
      await expect(page.getByLabel("Notes on the directives")).toHaveCount(0);
    }
    await page.getByLabel("Living will").check();
    await page.getByLabel("Notes on the directives").fill("Blue folder");

    await tab(page, TABS[3]!).click();
    await page.getByLabel("Government ID").fill("C01X");
    await page.getByLabel("Insurance fund").fill("Public Fund");
    await page.getByLabel("Member number").fill("A123");
    await page.getByRole("radiogroup", { name: "Ambulance cover" }).getByLabel("Yes").check();
    await page.getByRole("button", { name: "Create notebook" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Rosa at home" })).toBeVisible();

    const [notebook] = await anna.http.query(api.diaries.listMyDiaries, {});
    const { _id, region, timeZone, description } = notebook!;
    expect({ region, timeZone, description }).toEqual({
      region: "DE",
      timeZone: "Europe/Berlin",
      description: "Since the fall",
    });
    expect(await details(anna, _id)).toMatchObject({
      fullName: "Rosa Blum",
      dateOfBirth: "1942-03-05",
      gender: "female",
      phoneNumber: "+49 30 1234",
      emergencyContacts: [{ name: "Anna Keller", phone: "+49 170 1" }],
      preferences: "Tea, no milk",
      language: "de",
      bloodType: "A+",
      organDonor: false,
      allergies: ["Penicillin", "nuts"],
      conditions: ["High blood pressure"],
      familyDoctor: { name: "Dr. Sahin", phone: "+49 30 99", address: "Main Street 1" },
      medicalHistory: "Hip replaced 2019",
      medicalConsent: { signed: true, signedBy: "ROSA BLUM", signedDate: "2026-01-02" },
      powerOfAttorney: { hasPOA: true, nameAndPhone: "Anna Keller, +49 170 1" },
      advanceDirectives: {
        hasLivingWill: true,
        hasDNR: false,
        hasOrganDonation: false,
        notes: "Blue folder",
      },
      govIdInfo: "C01X",
      medicalInsurance: { fundName: "Public Fund", memberNumber: "A123" },
      ambulanceCover: true,
    });
  },
);

screenTest(
  "a missing name or country is marked, from any tab",
  {
    tag: spec("CORE-108 CORE-109 CORE-110 CORE-111 CORE-114"),
  },
  async ({ someone }) => {
    const { page } = await someone("Anna Keller");
    await page.goto("/care/new");
    // The device's country is proposed.
    await expect(page.getByRole("combobox", { name: "Country/region" })).toHaveValue("Germany");
    await page.getByRole("button", { name: "Clear the country" }).click();
    await tab(page, TABS[2]!).click();
    await page.getByRole("button", { name: "Create notebook" }).click();
    await expect(selected(page)).toHaveText(TABS[0]!);
    await expect(page.getByRole("alert")).toHaveText([
      "Person's full name is required",
      "Country/region is required",
    ]);
    await expect(page.getByLabel("Person's full name")).toBeFocused();
    await page.getByLabel("Person's full name").fill("Rosa Blum");
    await page.getByRole("button", { name: "Create notebook" }).click();
    await expect(page.getByRole("alert")).toHaveText(["Country/region is required"]);
    await expect(page.getByRole("combobox", { name: "Country/region" })).toBeFocused();
    await chooseCountry(page);
    await expect(page.getByRole("alert")).toHaveCount(0);
    await page.getByRole("button", { name: "Create notebook" }).click();
    await expect(page).toHaveURL(/\/care\/[0-9a-z]{6}$/);
  },
);

screenTest(
  "Save & Next saves the changes and leads through the tabs to the information page",
  {
    tag: spec("CORE-101 CORE-102 CORE-103"),
  },
  async ({ someone }) => {
    const anna = await someone("Anna Keller");
    const { _id, shortId } = await notebookOf(anna);
    const { page } = anna;
    const sent = sentTo(page, "diaries:updateDiaryWithPersonInfo");
    await page.goto(`/care/${shortId}/edit`);
    await expect(page.getByLabel("Person's full name")).toHaveValue("Rosa Blum");
    await expect(page.getByLabel("Notebook name")).toHaveValue("Rosa Blum's Care Notebook");
    await page.getByRole("button", { name: "Save & Next" }).click();
    await expect(selected(page)).toHaveText(TABS[1]!);
    await expect(selected(page)).toBeFocused();
    expect(sent).toHaveLength(0);

    await page.getByLabel("Allergies").fill("Penicillin");
    await page.getByRole("button", { name: "Save & Next" }).click();
    await expect(selected(page)).toHaveText(TABS[2]!);
    expect(sent).toHaveLength(1);
    expect(await details(anna, _id)).toMatchObject({ allergies: ["Penicillin"] });

    await page.getByRole("button", { name: "Save & Next" }).click();
    await expect(selected(page)).toHaveText(TABS[3]!);
    await page.getByLabel("Member number").fill("A123");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page).toHaveURL(`/care/${shortId}/info`);
    expect(sent).toHaveLength(2);
    expect(await details(anna, _id)).toMatchObject({
      allergies: ["Penicillin"],
      medicalInsurance: { memberNumber: "A123" },
    });
  },
);

screenTest(
  "when the server refuses a save, the tab stays, shows the reason, and loses nothing",
  {
    tag: spec("CORE-104 CORE-129"),
  },
  async ({ someone }) => {
    const anna = await someone("Anna Keller");
    const { shortId } = await notebookOf(anna);
    const { page } = anna;
    await alterCall(page, "diaries:updateDiaryWithPersonInfo", (args) => ({ ...args, region: "Germany" }));
    await page.goto(`/care/${shortId}/edit`);
    await page.getByLabel("Description").fill("Since the fall");
    await page.getByRole("button", { name: "Save & Next" }).click();
    await expect(page.locator("form").getByRole("alert")).toContainText("Country/region is required");
    await expect(selected(page)).toHaveText(TABS[0]!);
    await expect(page.getByLabel("Description")).toHaveValue("Since the fall");
  },
);

screenTest(
  "a failure without a message of the server's has a message of the form's own",
  {
    tag: spec("CORE-128 CORE-130"),
  },
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const { shortId } = await notebookOf(anna);
    const { page } = anna;
    await using _ = await brokenTable(node, "diaries");
    await page.goto("/care/new");
    await page.getByLabel("Person's full name").fill("Emil Weber");
    await chooseCountry(page);
    await page.getByRole("button", { name: "Create notebook" }).click();
    await expect(page.locator("form").getByRole("alert")).toContainText("Failed to create notebook");
    await page.goto(`/care/${shortId}/edit`);
    await page.getByLabel("Description").fill("Since the fall");
    await page.getByRole("button", { name: "Save & Next" }).click();
    await expect(page.locator("form").getByRole("alert")).toContainText("Failed to update notebook");
  },
);

test("the form asks before one leaves a tab or the edit form with unsaved changes", {
  tag: spec("CORE-105 CORE-106"),
}, async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const { _id, shortId } = await notebookOf(anna);
  const { page } = anna;
  const question = page.getByRole("dialog").getByText(QUESTION);
  const answer = (name: string) => page.getByRole("dialog").getByRole("button", { name });
  await page.goto(`/care/${shortId}/info`);
  await page.getByRole("main").getByRole("link", { name: "Edit Info" }).first().click();
  await tab(page, TABS[1]!).click();
  await expect(selected(page)).toHaveText(TABS[1]!);
  await tab(page, TABS[0]!).click();
  await page.getByLabel("Description").fill("Since the fall");

  await tab(page, TABS[1]!).click();
  await expect(question).toBeVisible();
  await answer("Keep editing").click();
  await expect(page.getByLabel("Description")).toHaveValue("Since the fall");

  await placesOf(page).getByRole("link", { name: "Notes" }).click();
  await expect(question).toBeVisible();
  await answer("Keep editing").click();
  await expect(page).toHaveURL(`/care/${shortId}/edit`);
  await expect(page.getByLabel("Description")).toHaveValue("Since the fall");

  await tab(page, TABS[1]!).click();
  await answer("Leave without saving").click();
  await expect(selected(page)).toHaveText(TABS[1]!);
  await tab(page, TABS[0]!).click();
  await expect(page.getByLabel("Description")).toHaveValue("");

  await page.getByLabel("Description").fill("Again");
  await page.goBack();
  await expect(question).toBeVisible();
  await answer("Leave without saving").click();
  await expect(page).toHaveURL(`/care/${shortId}/info`);
  // The discarded text doesn't come back.
  await page.goto(`/care/${shortId}/edit`);
  await expect(page.getByLabel("Description")).toHaveValue("");
  await expect(page.getByText("We kept what you had written")).toHaveCount(0);
  expect(await anna.http.query(api.diaries.getDiary, { diaryId: _id })).toMatchObject({ description: "" });
});

screenTest(
  "the create form asks before one leaves it with text in it, and not without",
  {
    tag: spec("CORE-106"),
  },
  async ({ someone }) => {
    const anna = await someone("Anna Keller");
    await notebookOf(anna);
    const { page } = anna;
    await page.goto("/care/new");
    await page.getByRole("link", { name: "Cancel" }).click();
    await expect(page).toHaveURL("/care");
    await page.getByRole("link", { name: "Create a Notebook" }).click();
    await page.getByLabel("Person's full name").fill("Emil");
    await page.getByRole("link", { name: "Cancel" }).click();
    await expect(page.getByRole("dialog").getByText(QUESTION)).toBeVisible();
    await page.getByRole("button", { name: "Leave without saving" }).click();
    await expect(page).toHaveURL("/care");
  },
);

test("the browser asks before it closes a page with unsaved changes", { tag: spec("CORE-107") }, async ({
  someone,
}) => {
  const anna = await someone("Anna Keller");
  const { shortId } = await notebookOf(anna);
  const { page } = anna;
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  await page.goto(`/care/${shortId}/edit`);
  await page.getByLabel("Description").fill("Since the fall");
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => asked).toEqual(["beforeunload"]);
  await page.getByRole("button", { name: "Save & Next" }).click();
  await expect(selected(page)).toHaveText(TABS[1]!);
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => page.isClosed()).toBe(true);
  expect(asked).toEqual(["beforeunload"]);
});

for (const form of ["new", "edit"] as const) {
  test(`text in the ${form} form is back after a reload, and gone once it is saved or discarded`, async ({
    someone,
  }) => {
    const anna = await someone("Anna Keller");
    const { shortId } = await notebookOf(anna);
    const { page } = anna;
    page.on("dialog", (dialog) => void dialog.accept());
    const path = form === "new" ? "/care/new" : `/care/${shortId}/edit`;
    const notice = page.getByText("We kept what you had written");
    const before = form === "new" ? "" : "Rosa Blum";
    await page.goto(path);
    await page.getByLabel("Person's full name").fill("Rosa Maria Blum");
    await page.reload();
    await expect(notice).toBeVisible();
    await expect(page.getByLabel("Person's full name")).toHaveValue("Rosa Maria Blum");
    await page.getByRole("button", { name: "Discard the draft" }).click();
    await expect(notice).toHaveCount(0);
    await expect(page.getByLabel("Person's full name")).toHaveValue(before);
    await page.reload();
    await expect(page.getByLabel("Person's full name")).toHaveValue(before);
    await expect(notice).toHaveCount(0);
    // After a full page load the kit's styles come last, and must not override these.
    await expect(page.getByRole("button", { name: "Choose a photo" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Take a photo" })).toBeHidden();
    const preferences = page.getByLabel("Preferences");
    const height = async () => (await preferences.boundingBox())!.height;
    const empty = await height();
    expect(empty).toBeGreaterThan(60);
    await preferences.fill("Tea without milk\n".repeat(8));
    expect(await height()).toBeGreaterThan(empty + 60);
    await preferences.fill("");

    await page.getByLabel("Person's full name").fill("Rosa Maria Blum");
    if (form === "new") await chooseCountry(page);
    await page.reload();
    await expect(notice).toBeVisible();
    await page
      .locator("form")
      .getByRole("button", { name: /Create notebook|Save & Next/ })
      .click();
    if (form === "new") await expect(page).toHaveURL(/\/care\/[0-9a-z]{6}$/);
    else await expect(selected(page)).toHaveText(TABS[1]!);
    await page.goto(path);
    await expect(page.getByLabel("Person's full name")).toHaveValue(form === "new" ? "" : "Rosa Maria Blum");
    await expect(notice).toHaveCount(0);
  });
}

test("without a connection a save waits, says so, and is sent when the connection is back", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller");
  const { _id, shortId } = await notebookOf(anna);
  const { page } = anna;
  await page.goto(`/care/${shortId}/edit`);
  await page.getByLabel("Description").fill("Written on the train");
  await node.stop();
  await page.getByRole("button", { name: "Save & Next" }).click();
  await expect(page.getByText("What you wrote is kept here and will be saved")).toBeVisible();
  await expect(selected(page)).toHaveText(TABS[0]!);
  await node.start();
  await expect(selected(page)).toHaveText(TABS[1]!, { timeout: 60_000 });
  await expect(page.getByText("What you wrote is kept here and will be saved")).toHaveCount(0);
  expect(await anna.http.query(api.diaries.getDiary, { diaryId: _id })).toMatchObject({
    description: "Written on the train",
  });
});

screenTest(
  "the form opens for owner and admins; everybody else and a missing notebook get one message",
  {
    tag: spec("CORE-131 CORE-599"),
  },
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const { _id, shortId } = await notebookOf(anna);
    const words = "Notebook not found or you don't have permission to edit it.";
    for (const [role, mayEdit] of [
      ["admin", true],
      ["member", false],
      ["extended", false],
    ] as const) {
      const person = await someone(`Person ${role}`);
      await addMember(node, _id, person, role);
      await person.page.goto(`/care/${shortId}/edit`);
      if (mayEdit) await expect(person.page.getByLabel("Person's full name")).toHaveValue("Rosa Blum");
      else await expect(person.page.getByRole("heading", { level: 1 })).toHaveText(words);
      await expect(saveButton(person.page)).toHaveCount(mayEdit ? 1 : 0);
    }
    const outsider = await someone("Otto Outside");
    for (const id of [shortId, "zzzzzz"]) {
      await outsider.page.goto(`/care/${id}/edit`);
      await expect(outsider.page.getByRole("heading", { level: 1 })).toHaveText(words);
    }
  },
);
