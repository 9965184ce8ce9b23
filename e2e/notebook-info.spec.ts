import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { unzipSync } from "fflate";
import { api } from "../lib/api.ts";
import { tellAbout } from "./support/notebooks.ts";
import { addMember, notebookOf, noteOf } from "./support/people.ts";
import { placesOf } from "./support/places.ts";
import { spec } from "./support/spec.ts";
import { expect, screenTest, test } from "./support/test.ts";

const section = (page: Page, name: string) =>
  page
    .getByRole("main")
    .locator("section")
    .filter({ has: page.getByRole("heading", { level: 2, name }) });

test("the information page shows what is recorded, grouped as in the form, and phone numbers are links", async ({
  someone,
}) => {
  const anna = await someone("Anna Keller");
  const { _id, shortId } = await notebookOf(anna);
  const { page } = anna;
  await page.goto(`/care/${shortId}/info`);
  await expect(page.getByRole("heading", { level: 1, name: "Rosa Blum" })).toBeVisible();
  for (const name of ["Medical Info", "Legal Info", "Gov/Insurance"]) {
    await expect(section(page, name)).toContainText("Nothing recorded yet");
  }
  await expect(section(page, "Basic Info")).toContainText("Germany");
  await expect(section(page, "Basic Info")).not.toContainText("Date of birth");

  // The page is live.
  await tellAbout(anna, _id);
  await expect(section(page, "Basic Info")).toContainText("Mar 5, 1942");
  await expect(section(page, "Medical Info")).toContainText("Penicillin, nuts");
  await expect(section(page, "Legal Info")).toContainText("Living will");
  await expect(section(page, "Legal Info")).toContainText("Blue folder");
  await expect(section(page, "Gov/Insurance")).toContainText("A123");
  await expect(page.getByText("Nothing recorded yet")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "+49 (30) 12-34" })).toHaveAttribute("href", "tel:+49301234");
  await expect(page.getByRole("link", { name: "Anna Keller, +49 170 1" })).toHaveAttribute(
    "href",
    "tel:+491701",
  );

  // The copy of the notebook opens in any browser.
  await noteOf(anna, _id, "A quiet morning", "Slept until <b>six</b>.");
  const saved = page.context().waitForEvent("download");
  await page.getByRole("button", { name: "Download this notebook" }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toMatch(/^Rosa Blum's Care Notebook \d{4}-\d\d-\d\d\.zip$/);
  const files = unzipSync(await readFile(await download.path()));
  expect(Object.keys(files)).toEqual(["notebook.html", "notebook.json"]);
  await page.setContent(Buffer.from(files["notebook.html"]!).toString());
  await expect(page.getByRole("heading", { name: "A quiet morning" })).toBeVisible();
  await expect(page.getByText("Slept until <b>six</b>.")).toBeVisible();
});

test("the information page prints without the screen's buttons", async ({ someone }) => {
  const anna = await someone("Anna Keller", { colorScheme: "dark" });
  const { _id, shortId } = await notebookOf(anna);
  await tellAbout(anna, _id);
  const { page } = anna;
  await page.goto(`/care/${shortId}/info`);
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute("data-printed", "");
  });
  await page.getByRole("button", { name: "Print" }).click();
  await expect(page.locator("body[data-printed]")).toHaveCount(1);
  await page.emulateMedia({ media: "print" });
  await expect(section(page, "Medical Info")).toBeVisible();
  await expect(page.getByText("Printed from CareDiary")).toBeVisible();
  for (const hidden of [
    page.getByRole("banner"),
    page.getByRole("navigation").first(),
    page.getByRole("button", { name: "Print" }),
    page.getByRole("heading", { name: "Manage this notebook" }),
  ]) {
    await expect(hidden).toBeHidden();
  }
  const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(paper).toBe("rgb(255, 255, 255)");
  // The dark scheme prints dark text too: pale text would be unreadable on paper.
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  const colour = (token: string) =>
    page.evaluate((name) => getComputedStyle(document.documentElement).getPropertyValue(name), token);
  expect([await colour("--surface-sunken"), await colour("--red-ink")]).toEqual(["#f2ece1", "#a3241b"]);
});

test("the information page shows each role exactly what it may do", {
  tag: spec("CORE-599 CORE-605 CORE-607 CORE-613"),
}, async ({ someone, node }) => {
  const anna = await someone("Anna Keller");
  const { _id, shortId } = await notebookOf(anna);
  await tellAbout(anna, _id);
  const manage = ["Archive", "Keep it on no device", "Transfer ownership", "Delete notebook"];
  const all = ["Basic Info", "Medical Info", "Legal Info", "Gov/Insurance"];
  const pages = ["Handover", "Appointments", "Members", "Programs", "Info"];
  const teams = [...pages, "For the visit", "When nobody answers"];
  const everybodys = ["Print", "Download this notebook"];
  const roles = [
    {
      role: "owner",
      pages: [...pages, "Edit Info", "For the visit", "When nobody answers"],
      actions: [
        ...everybodys,
        "For the visit",
        "Edit Info",
        "Change the time",
        "When nobody answers",
        ...manage,
      ],
      sections: [...all, "Reminders", "Take it with you", "Manage this notebook"],
      writes: true,
    },
    {
      role: "admin",
      pages: [...pages, "Edit Info", "For the visit", "When nobody answers"],
      actions: [
        ...everybodys,
        "For the visit",
        "Edit Info",
        "Change the time",
        "When nobody answers",
        "Leave this notebook",
      ],
      sections: [...all, "Reminders", "Take it with you"],
      writes: true,
    },
    {
      role: "member",
      pages: teams,
      actions: [...everybodys, "For the visit", "When nobody answers", "Leave this notebook"],
      sections: [...all, "Reminders", "Take it with you"],
      writes: true,
    },
    {
      role: "clinician",
      pages: teams,
      actions: [...everybodys, "For the visit", "When nobody answers", "Leave this notebook"],
      sections: [...all, "Reminders", "Take it with you"],
      writes: true,
    },
    {
      role: "extended",
      pages,
      actions: [...everybodys, "Leave this notebook"],
      sections: ["Basic Info", "Reminders", "Take it with you"],
      writes: false,
    },
  ] as const;
  for (const { role, pages: shownPages, actions, sections, writes } of roles) {
    const person = role === "owner" ? anna : await someone(`Person ${role}`);
    if (role !== "owner") await addMember(node, _id, person, role);
    const { page } = person;
    await page.goto(`/care/${shortId}/info`);
    const main = page.getByRole("main");
    await expect(main.getByRole("heading", { level: 2 }), role).toHaveText([...sections]);
    const buttons = await main.getByRole("button").allInnerTexts();
    const links = await main
      .locator("a:not([href^='tel:'])")
      .filter({ hasNot: page.locator("nav") })
      .evaluateAll((found) =>
        found.filter((link) => !link.closest("nav") && link.textContent).map((link) => link.textContent!),
      );
    expect([...buttons, ...links].sort(), role).toEqual([...actions].sort());
    await expect(page.getByRole("link", { name: "Anna Keller, +49 170 1" }), role).toBeVisible();
    await placesOf(page).getByRole("link", { name: "More" }).click();
    const more = main.getByRole("region", { name: "Rosa Blum" }).getByRole("link");
    await expect(more, role).toHaveText(shownPages.map((name) => new RegExp(`^${name}`)));
    await more.filter({ hasText: "Members" }).click();
    await expect(main.getByRole("heading", { level: 1, name: "Members" }), role).toBeVisible();
    await placesOf(page).getByRole("link", { name: "Notes" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Rosa Blum's Care Notebook" })).toBeVisible();
    // Hidden isn't empty.
    await expect(
      page.getByText(writes ? "No diary notes yet" : "Notes are shown to the care team only"),
      role,
    ).toBeVisible();
    await expect(
      page.getByText(
        writes ? "Create your first note" : "As a viewer you see here what is shared with viewers too.",
      ),
      role,
    ).toBeVisible();
    await expect(page.getByRole("link", { name: "New note" }).first(), role).toBeVisible({ visible: writes });
  }
});

screenTest(
  "the owner archives a notebook, all members find it under Archived, and the owner takes it back",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const jonas = await someone("Jonas Weber");
    const { _id, shortId } = await notebookOf(anna);
    await addMember(node, _id, jonas, "member");
    await jonas.page.goto("/care");
    await expect(jonas.page.getByRole("region", { name: "Shared With Me" })).toBeVisible();
    const { page } = anna;
    await page.goto(`/care/${shortId}/info`);
    await page.getByRole("button", { name: "Archive", exact: true }).click();
    // Archiving affects all members, so the question names them.
    const question = page.getByRole("dialog", { name: "Archive this notebook" });
    await expect(question).toContainText("for you and for Jonas Weber");
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(question).toHaveCount(0);
    await expect(jonas.page.getByRole("region", { name: "Shared With Me" })).toBeVisible();
    await page.getByRole("button", { name: "Archive", exact: true }).click();
    await question.getByRole("button", { name: "Archive for everyone" }).click();
    await expect(page.getByText("This notebook is archived.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Unarchive" })).toBeVisible();

    await expect(jonas.page.getByRole("region", { name: "Shared With Me" })).toHaveCount(0);
    const archived = jonas.page.getByRole("button", { name: "Archived (1)" });
    await expect(archived).toHaveAttribute("aria-expanded", "false");
    await expect(jonas.page.getByRole("link", { name: "Rosa Blum" })).toHaveCount(0);
    await archived.click();
    await expect(jonas.page.getByText("Owned by Anna Keller")).toBeVisible();
    await jonas.page.getByRole("link", { name: "Rosa Blum" }).click();
    await expect(jonas.page.getByText("This notebook is archived.")).toBeVisible();
    await expect(jonas.page.getByRole("link", { name: "New note" }).first()).toBeVisible();

    await page.getByRole("button", { name: "Unarchive" }).click();
    await expect(page.getByText("This notebook is archived.")).toHaveCount(0);
    await expect(jonas.page.getByText("This notebook is archived.")).toHaveCount(0);
    await page.goto("/care");
    await expect(
      page.getByRole("region", { name: "Care Notes" }).getByText("Rosa Blum").first(),
    ).toBeVisible();
    await expect(page.getByRole("button", { name: /Archived/ })).toHaveCount(0);
  },
);

screenTest("the owner hands a notebook over to a member and stays as an admin", async ({ someone, node }) => {
  const anna = await someone("Anna Keller");
  const jonas = await someone("Jonas Weber");
  const { _id, shortId } = await notebookOf(anna);
  const { page } = anna;
  await page.goto(`/care/${shortId}/info`);
  const dialog = page.getByRole("dialog", { name: "Transfer ownership" });
  await page.getByRole("button", { name: "Transfer ownership" }).click();
  await expect(dialog.getByText("There is nobody else in this notebook yet.")).toBeVisible();
  await addMember(node, _id, jonas, "member");
  await dialog.getByRole("button", { name: "Transfer ownership" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Choose who shall own the notebook");
  await dialog.getByLabel("New owner").selectOption({ label: "Jonas Weber (Caregiver)" });
  await dialog.getByRole("button", { name: "Transfer ownership" }).click();
  await expect(page.getByText("Jonas Weber owns this notebook now. You are an admin.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Manage this notebook" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Leave this notebook" })).toBeVisible();
  const roles = await jonas.http.query(api.members.listMembers, { diaryId: _id });
  expect(roles.map(({ user, role }) => [user.name, role]).sort()).toEqual([
    ["Anna Keller", "admin"],
    ["Jonas Weber", "owner"],
  ]);
});

screenTest(
  "deletion asks for the notebook's name, lists what goes, and leads back to the list",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const jonas = await someone("Jonas Weber");
    const { _id, shortId } = await notebookOf(anna);
    await addMember(node, _id, jonas, "member");
    await noteOf(jonas, _id);
    await jonas.page.goto(`/care/${shortId}`);
    await expect(jonas.page.getByRole("link", { name: "A quiet morning" })).toBeVisible();
    const { page } = anna;
    await page.goto(`/care/${shortId}/info`);
    await page.getByRole("button", { name: "Delete notebook" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete notebook" });
    const confirm = dialog.getByRole("button", { name: "Delete notebook" });
    await expect(dialog).toContainText("for 2 members: all notes");
    await expect(dialog).toContainText("It can't be undone.");
    await expect(confirm).toBeDisabled();
    const name = dialog.getByLabel("Type the notebook's name to delete it");
    await expect(name).toBeFocused();
    await name.fill("Rosa Blum's care notebook");
    await expect(confirm).toBeDisabled();
    await name.press("Enter");
    await expect(dialog).toBeVisible();
    // With the curly apostrophe of a phone's keyboard.
    await name.fill("Rosa Blum’s Care Notebook");
    await confirm.click();
    await expect(page).toHaveURL("/care");
    await expect(page.getByText("“Rosa Blum's Care Notebook” was deleted.")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Welcome to CareDiary!" })).toBeVisible();
    await expect(jonas.page.getByRole("heading", { level: 1 })).toHaveText(
      "Notebook not found or you don't have access to it.",
    );
  },
);

screenTest("a member leaves a notebook after a question", async ({ someone, node }) => {
  const anna = await someone("Anna Keller");
  const jonas = await someone("Jonas Weber");
  const { _id, shortId } = await notebookOf(anna);
  await addMember(node, _id, jonas, "member");
  const { page } = jonas;
  await page.goto(`/care/${shortId}/info`);
  const dialog = page.getByRole("dialog", { name: "Leave this notebook" });
  await page.getByRole("button", { name: "Leave this notebook" }).click();
  await expect(dialog).toContainText("Are you sure you want to leave “Rosa Blum's Care Notebook”?");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole("button", { name: "Leave this notebook" }).click();
  await dialog.getByRole("button", { name: "Leave", exact: true }).click();
  await expect(page).toHaveURL("/care");
  await expect(page.getByText("You left “Rosa Blum's Care Notebook”.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Welcome to CareDiary!" })).toBeVisible();
  expect(await anna.http.query(api.members.listMembers, { diaryId: _id })).toHaveLength(1);
});

screenTest(
  "a notebook whose deletion the server refuses is back, with the reason",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const jonas = await someone("Jonas Weber");
    const { _id, shortId } = await notebookOf(anna);
    await addMember(node, _id, jonas, "member");
    const { page } = anna;
    await page.routeWebSocket(/\/api\/.*\/sync/, (socket) => {
      const server = socket.connectToServer();
      socket.onMessage(async (message) => {
        // The notebook gets another owner during the click.
        if (String(message).includes("diaries:deleteDiary")) {
          const [member] = (await anna.http.query(api.members.listMembers, { diaryId: _id })).filter(
            ({ user }) => user.name === "Jonas Weber",
          );
          await anna.http.mutation(api.members.transferOwnership, { memberId: member!._id });
        }
        server.send(message);
      });
    });
    await page.goto(`/care/${shortId}/info`);
    await page.getByRole("button", { name: "Delete notebook" }).click();
    await page.getByLabel("Type the notebook's name to delete it").fill("Rosa Blum's Care Notebook");
    await page.getByRole("dialog").getByRole("button", { name: "Delete notebook" }).click();
    await expect(page).toHaveURL("/care");
    await expect(page.getByRole("alert")).toContainText("Access denied");
    await expect(page.getByRole("link", { name: "Rosa Blum" })).toBeVisible();
  },
);
