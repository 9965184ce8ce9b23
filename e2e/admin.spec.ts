import type { Page } from "@playwright/test";
import { addUser, callsOf, demote, promote } from "./support/admin.ts";
import { alterCall, holdAnswers } from "./support/faults.ts";
import { notebookOf } from "./support/people.ts";
import { uploadProgram } from "./support/programs.ts";
import { spec } from "./support/spec.ts";
import { expect, screenTest, test } from "./support/test.ts";

const menuOf = (page: Page) => page.getByRole("navigation", { name: "Administration" });
const rowsOf = (page: Page) => page.locator("tbody tr");

test("administrators enter the back-office, super administrators also manage administrators, and everybody else is refused", async ({
  someone,
  node,
}) => {
  const adam = await someone("Adam Amtmann");
  const { page } = adam;
  const calls = callsOf(page);
  const denied = page.getByRole("heading", { level: 1, name: "Access Denied" });
  for (const path of ["/admin", "/admin/manage-admins"]) {
    await page.goto(path);
    await expect(denied, "@WORK-573").toBeVisible();
    await expect(page.getByText("You need admin privileges to access this area."), "@WORK-574").toBeVisible();
    await expect(menuOf(page)).toHaveCount(0);
  }
  expect(
    calls.filter(({ path }) => path.startsWith("adminDb:") || path === "admin:listAdmins"),
    "@WORK-572",
  ).toEqual([]);
  expect(calls.find(({ path }) => path === "admin:getAdminStatus")?.args, "@WORK-585").toEqual({});
  await page.getByRole("link", { name: "Back to Home" }).click();
  await expect(page, "@WORK-575").toHaveURL("/home");

  await page.goto("/admin/manage-admins");
  await promote(node, adam);
  // At once, without a reload.
  await expect(menuOf(page).getByText("ADMIN", { exact: true }), "@WORK-577").toBeVisible();
  await expect(page.getByText("You need super admin privileges to access this page.")).toBeVisible();
  await expect(denied).toBeVisible();
  await expect(menuOf(page).getByRole("link", { name: "Users" })).toBeVisible();
  await expect(menuOf(page).getByRole("link", { name: "Manage Admins" }), "@WORK-582").toHaveCount(0);
  expect(calls.filter(({ path }) => path === "admin:listAdmins")).toEqual([]);

  await addUser(node, "Otto Ohnerecht");
  await promote(node, adam, true);
  await expect(menuOf(page).getByText("SUPER ADMIN", { exact: true }), "@WORK-576").toBeVisible();
  await expect(menuOf(page).getByRole("link", { name: "Manage Admins" }), "@WORK-581").toHaveAttribute(
    "aria-current",
    "page",
  );
  await expect(
    page.getByRole("columnheader"),
    "@WORK-603 @WORK-867 @WORK-868 @WORK-869 @WORK-870",
  ).toHaveText(["Name", "Email", "Admin level", "Created"]);
  await expect(rowsOf(page).filter({ hasText: adam.email }).locator("th, td")).toHaveText([
    "Adam Amtmann",
    adam.email,
    "SUPER ADMIN",
    /^[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d{2} [AP]M$/,
  ]);
  await expect(rowsOf(page).filter({ hasText: "Otto Ohnerecht" })).toHaveCount(0);
  await expect(
    page.getByText("Promotion is done by backend functions, not on this screen"),
    "@WORK-871",
  ).toBeVisible();
  await expect(page.getByText("npm run admin -- promote", { exact: true })).toBeVisible();
  expect(calls.findLast(({ path }) => path === "admin:listAdmins")?.args, "@WORK-866").toEqual({});
  const main = page.getByRole("main");
  await expect(
    main.locator("input, select, textarea, [role=checkbox], [role=switch]"),
    "@WORK-872",
  ).toHaveCount(0);
  // The button that folds the menu on small screens is the only one.
  await expect(main.locator("table button, .mantine-Button-root"), "@WORK-872").toHaveCount(0);

  const slow = await adam.context.newPage();
  const release = await holdAnswers(slow, "admin:getAdminStatus");
  await slow.goto("/admin");
  await expect(slow.getByRole("status").getByText("Loading admin status..."), "@WORK-578").toBeAttached();
  await expect(menuOf(slow)).toHaveCount(0);
  release();
  await expect(menuOf(slow), "@WORK-579").toBeVisible();
  await slow.setViewportSize({ width: 390, height: 844 });
  const fold = menuOf(slow).getByRole("button", { name: "Statistics" });
  await expect(menuOf(slow).getByRole("link", { name: "Tasks" })).toBeHidden();
  await fold.click();
  await menuOf(slow).getByRole("link", { name: "Tasks" }).click();
  await expect(slow).toHaveURL("/admin/tasks");
  await expect(menuOf(slow).getByRole("link", { name: "Users" })).toBeHidden();
  await demote(node, adam);
  await expect(slow.getByRole("heading", { level: 1, name: "Access Denied" })).toBeVisible();
  await promote(node, adam);
  await menuOf(slow).getByRole("link", { name: "Back to app" }).click();
  await expect(slow, "@WORK-580").toHaveURL("/home");
});

test("the statistics of the back-office change live", async ({ someone, node }) => {
  const adam = await someone("Adam Amtmann");
  await promote(node, adam);
  const { page } = adam;
  const calls = callsOf(page);
  const card = (name: string) =>
    page.getByRole("list", { name: "Tables" }).getByRole("link", { name: new RegExp(`^${name} ?[\\d,]+$`) });
  const cards = [
    ["Users", "users", "@WORK-605"],
    ["Notebooks", "diaries", "@WORK-606"],
    ["Notes", "notes", "@WORK-607"],
    ["Note Types", "note_types", "@WORK-608"],
    ["Attachments", "attachments", "@WORK-609"],
    ["Tasks", "tasks", "@WORK-610"],
    ["Comments", "comments", "@WORK-611"],
    ["Members", "members", "@WORK-612"],
    ["Invitations", "invitations", "@WORK-613"],
    ["Programs", "programs", "@WORK-614"],
    ["Notebook Programs", "diary_programs", "@WORK-615"],
    ["Phase Progress", "phase_progress", "@WORK-616"],
    ["Activity Activations", "activity_activations", "@WORK-617"],
    ["Program Exports", "exports where kind = 'program'", "@WORK-618"],
    ["Audit Events", "audit_events", "@WORK-619"],
  ] as const;
  const figures = async () => {
    const counts = cards.map(([name, counted]) => `(select count(*) from ${counted}) as "${name}"`);
    const { rows } = await node.database().pool.query<Record<string, string>>(`select ${counts.join()}`);
    return new Map(Object.entries(rows[0]!).map(([name, count]) => [name, Number(count)]));
  };
  for (const [path, line] of [
    ["/admin", "@WORK-586"],
    ["/admin/stats", "@WORK-587"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: "Statistics" }), line).toBeVisible();
    await expect(menuOf(page).locator("[aria-current=page]")).toHaveText("Statistics");
    // The figures follow some seconds later, and the server's own work adds to them.
    await expect(async () => {
      const all = await figures();
      for (const [name, , cardLine] of cards) {
        const text = `${name}${all.get(name)!.toLocaleString("en-US")}`;
        expect(await card(name).textContent(), cardLine).toBe(text);
      }
      const total = [...all.values()].reduce((sum, count) => sum + count, 0);
      const documents = await page.getByText("Total Documents").locator("..").textContent();
      expect(documents, "@WORK-620").toBe(`Total Documents${total.toLocaleString("en-US")}`);
    }).toPass({ timeout: 20_000 });
  }
  expect(calls.find(({ path }) => path === "adminDb:getStats")?.args, "@WORK-604").toEqual({});
  const users = (await figures()).get("Users")!;
  await addUser(node, "One more");
  await expect(card("Users")).toContainText((users + 1).toLocaleString("en-US"), { timeout: 20_000 });
  await card("Note Types").click();
  await expect(page).toHaveURL("/admin/note-types");
});

screenTest(
  "a table loads twenty more rows at a time while rows are added and removed",
  {
    tag: spec("WORK-622 WORK-623 WORK-624 WORK-625 WORK-626"),
  },
  async ({ someone, node }) => {
    const adam = await someone("Adam Amtmann");
    await promote(node, adam);
    const { pool } = node.database();
    const ids: string[] = [];
    for (let number = 0; number < 45; number++) ids.push(await addUser(node, `Visitor ${number}`, number));
    const { page } = adam;
    const calls = callsOf(page);
    await page.goto("/admin/users?q=Visitor");
    const more = page.getByRole("button", { name: "Load More" });
    const emails = () =>
      rowsOf(page).evaluateAll((rows) => rows.map((row) => row.querySelector("td")!.textContent!));
    const storedEmails = async () => {
      const { rows } = await pool.query<{ email: string }>(
        "select email from users where name like 'Visitor%' order by created_at desc, id desc",
      );
      return rows.map(({ email }) => email);
    };
    await expect(rowsOf(page)).toHaveCount(20);
    await expect(page.getByText("20 or more found for “Visitor”").first()).toBeVisible();
    const { rows } = await pool.query<{ count: string }>("select count(*) from users");
    await expect(page.getByText(`${rows[0]!.count} in all`)).toBeVisible();

    // Rows are added and removed on loaded pages and on the next ones.
    await addUser(node, "Visitor, new");
    await addUser(node, "Visitor between", 5.5);
    await addUser(node, "Visitor far below", 30.5);
    await pool.query("delete from users where id = any($1)", [[ids[3], ids[19], ids[25], ids[44]]]);
    await expect(rowsOf(page).first()).toContainText("Visitor, new");
    await expect.poll(async () => (await emails()).includes(`${ids[19]}@example.org`)).toBe(false);
    const shown = await emails();
    expect(shown).toEqual((await storedEmails()).slice(0, shown.length));

    await more.focus();
    await page.keyboard.press("Enter");
    await expect(rowsOf(page)).toHaveCount(shown.length + 20);
    await expect(more).toBeFocused();
    await expect(
      page.getByRole("status").filter({ hasText: `${shown.length + 20} users shown.` }),
    ).toBeAttached();
    await addUser(node, "Visitor in the middle", 10.5);
    await pool.query("delete from users where id = $1", [ids[22]]);
    await expect.poll(emails).toEqual((await storedEmails()).slice(0, shown.length + 20));

    await page.keyboard.press("Enter");
    await expect(more).toHaveCount(0);
    expect(await emails()).toEqual(await storedEmails());
    expect(new Set(await emails()).size).toBe(44);
    // The button is gone, so the focus moves to the first of the new rows.
    await expect(rowsOf(page).nth(shown.length + 20)).toBeFocused();
    await expect(page.getByRole("status").filter({ hasText: "44 users shown, that is all." })).toBeAttached();

    // After twelve hours the table has to be opened again, which writes another audit event.
    const openings = () => calls.filter(({ path }) => path === "admin:recordTableOpening").length;
    expect(openings()).toBe(1);
    await pool.query("update admin_openings set opened_at = now() - interval '13 hours' where user_id = $1", [
      adam.userId,
    ]);
    await expect(page.getByText("This table has been open for long")).toBeVisible();
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(rowsOf(page)).toHaveCount(20);
    expect(openings()).toBe(2);
    const pages = calls.filter(({ path }) => path === "adminDb:listUsers");
    const sizes = pages.map(({ args }) => (args.paginationOpts as { numItems: number }).numItems);
    expect(new Set(sizes)).toEqual(new Set([20]));
  },
);

test("an administrator edits a program", async ({ someone, node }) => {
  const adam = await someone("Adam Amtmann");
  const { _id } = await notebookOf(adam);
  await promote(node, adam);
  const programId = await uploadProgram(adam, _id);
  const { page } = adam;
  const calls = callsOf(page);
  const sent = () => calls.filter(({ path }) => path === "admin:updateProgramAdmin").map(({ args }) => args);
  await page.goto("/admin/programs");
  const row = rowsOf(page).first();
  const edit = row.getByRole("button", { name: "Edit" });
  const dialog = page.getByRole("dialog", { name: "Edit program" });
  const save = dialog.getByRole("button", { name: "Save" });
  const name = dialog.getByLabel("Name");
  const version = dialog.getByLabel("Version");
  await edit.click();
  await expect(name, "@WORK-597 @WORK-761 @WORK-873").toHaveValue("Back on her feet");
  await expect(version).toHaveValue("1");
  await expect(version).toHaveAttribute("type", "number");
  await expect(version, "@WORK-877").toHaveAttribute("min", "0");
  await expect(version, "@WORK-878").toHaveAttribute("step", "0.1");
  await expect(version, "@WORK-879").toHaveAccessibleDescription(
    "Increment by 0.1 for minor change, 1.0 for major",
  );
  for (const [flag, words, line] of [
    ["Active", "Can be activated by users", "@WORK-880"],
    ["Public", "Visible in the public library", "@WORK-881"],
    ["Official", "Verified by a healthcare organisation", "@WORK-882"],
  ] as const) {
    await expect(dialog.getByRole("switch", { name: flag }), line).toHaveAccessibleDescription(words);
  }
  await expect(save, "@WORK-883").toBeDisabled();
  await name.fill("Other");
  await expect(save).toBeEnabled();
  await name.fill("Back on her feet");
  await expect(save).toBeDisabled();
  await name.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(edit).toBeFocused();
  expect(sent(), "@WORK-885").toEqual([]);

  await edit.click();
  await name.fill("  ");
  await version.fill("");
  await save.click();
  await expect(dialog.getByRole("alert"), "@WORK-874 @WORK-875").toHaveText([
    "Name is required",
    "Version is required",
  ]);
  await expect(name).toBeFocused();
  await name.fill("Back on her feet");
  await version.fill("-1");
  await save.click();
  await expect(dialog.getByRole("alert"), "@WORK-877").toHaveText(["Version must be at least 0"]);
  expect(sent()).toEqual([]);

  await version.fill("1");
  await version.press("ArrowUp");
  await expect(version).toHaveValue("1.1");
  await dialog.getByRole("switch", { name: "Public" }).press("Space");
  await save.click();
  await expect(dialog).toHaveCount(0);
  await expect(row).toContainText("ACTIVEPUBLIC1.1");
  await edit.click();
  await name.fill("Steady on her feet");
  await dialog.getByRole("switch", { name: "Active" }).press("Space");
  await dialog.getByRole("switch", { name: "Official" }).press("Space");
  await save.click();
  await expect(row).toContainText("Steady on her feet");
  await expect(row).toContainText("INACTIVEPUBLICOFFICIAL1.1");
  expect(sent(), "@WORK-886 @WORK-888 @WORK-889 @WORK-890 @WORK-891 @WORK-892 @WORK-893").toEqual([
    { programId, version: 1.1, isPublic: true },
    { programId, name: "Steady on her feet", isActive: false, isOfficial: true },
  ]);
  // The page writes only edits of programs, the user's own record, and which table was opened.
  const writes = calls.filter(({ type }) => type !== "Add").map(({ path }) => path);
  // On a slow machine the app has meanwhile noted the browser's time zone.
  expect(new Set([...writes, "notifications:setSettings"])).toEqual(
    new Set([
      ...["users:syncUser", "notifications:setSettings"],
      ...["admin:recordTableOpening", "admin:updateProgramAdmin"],
    ]),
  );
});

test("the edit dialog stays open while it saves, and shows the error when saving fails", {
  tag: spec("WORK-884 WORK-887 WORK-894"),
}, async ({ someone, node }) => {
  const adam = await someone("Adam Amtmann");
  const { _id } = await notebookOf(adam);
  await promote(node, adam);
  await uploadProgram(adam, _id, {
    programName: "To be edited",
    phases: [{ phaseName: "One", dayRange: { start: 0, end: 1 }, activities: [{ title: "Walk" }] }],
  });
  const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Edit program" });
  const open = async (page: Page, name: string) => {
    await page.goto("/admin/programs?q=To be edited");
    await page.getByRole("button", { name: "Edit To be edited" }).click();
    await dialogOf(page).getByLabel("Name").fill(name);
    await dialogOf(page).getByRole("button", { name: "Save" }).click();
  };
  const release = await holdAnswers(adam.page, "admin:updateProgramAdmin");
  await open(adam.page, "To be edited, once");
  const saving = dialogOf(adam.page).getByRole("button", { name: "Saving..." });
  await expect(saving).toBeDisabled();
  await adam.page.mouse.click(5, 5);
  await adam.page.keyboard.press("Escape");
  await expect(saving).toBeVisible();
  release();
  await expect(dialogOf(adam.page)).toHaveCount(0);

  const errorPage = await adam.context.newPage();
  await alterCall(errorPage, "admin:updateProgramAdmin", (args) => ({ ...args, programId: adam.userId }));
  await errorPage.goto("/admin/programs?q=To be edited");
  await errorPage.getByRole("button", { name: "Edit To be edited, once" }).click();
  const dialog = dialogOf(errorPage);
  await dialog.getByLabel("Version").fill("2");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Program not found");
  await expect(dialog.getByRole("button", { name: "Save" })).toBeFocused();

  const broken = await adam.context.newPage();
  await broken.goto("/admin/programs?q=To be edited");
  await broken.getByRole("button", { name: "Edit To be edited, once" }).click();
  await dialogOf(broken).getByLabel("Version").fill("2");
  await node
    .database()
    .pool.query(
      `alter table programs add constraint broken check (version <> 2 or name <> 'To be edited, once')`,
    );
  await dialogOf(broken).getByRole("button", { name: "Save" }).click();
  await expect(dialogOf(broken).getByRole("alert")).toHaveText("Failed to update program");
  await node.database().pool.query("alter table programs drop constraint broken");
  await broken.mouse.click(5, 5);
  await expect(dialogOf(broken)).toHaveCount(0);
});
