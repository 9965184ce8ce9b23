import type { Page } from "@playwright/test";
import { measureBusyTime } from "./support/busy-time.ts";
import { alterCall, alterResult, brokenTable, holdAnswers } from "./support/faults.ts";
import { invite } from "./support/invitations.ts";
import { addMember, newEmail, notebookOf } from "./support/people.ts";
import { placesOf } from "./support/places.ts";
import { spec } from "./support/spec.ts";
import { expect, screenTest, test } from "./support/test.ts";

const row = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });

test.describe("the members dialog", () => {
  screenTest(
    "shows the members of a notebook and removes one after a question",
    async ({ someone, node }) => {
      const anna = await someone("Anna Keller");
      const jonas = await someone("Jonas Weber");
      const { _id } = await notebookOf(anna);
      await addMember(node, _id, jonas, "member");
      const { page } = anna;
      const frames: string[] = [];
      page.on("websocket", (socket) => socket.on("framesent", ({ payload }) => frames.push(String(payload))));
      await page.goto("/care");
      const opener = page.getByRole("button", { name: "2 members" });
      await expect(opener, "@WORK-228").toBeVisible();
      expect(
        frames.some((frame) => frame.includes("members:listMembers")),
        "@WORK-269",
      ).toBe(false);
      await opener.click();
      const dialog = page.getByRole("dialog", { name: "Notebook Members" });
      await expect(dialog.getByText("2 member(s) total"), "@WORK-229 @WORK-263 @WORK-265").toBeVisible();
      expect(
        frames.some((frame) => frame.includes(`"members:listMembers","args":[{"diaryId":"${_id}"}]`)),
        "@WORK-268",
      ).toBe(true);
      await expect(dialog.getByRole("listitem"), "@WORK-264").toHaveCount(2);
      await expect(dialog.getByText("Cannot be removed")).toHaveCount(1);
      await expect(dialog.getByRole("button", { name: "Remove Anna Keller" }), "@WORK-273").toHaveCount(0);
      await expect(row(page, "Anna Keller").getByText("Cannot be removed"), "@WORK-274").toBeVisible();
      await dialog.getByRole("button", { name: "Remove Jonas Weber" }).click();
      await expect(
        page.getByText("Are you sure you want to remove Jonas Weber from this notebook?"),
        "@WORK-270 @WORK-275",
      ).toBeVisible();
      await page.getByRole("button", { name: "Cancel" }).click();
      await expect(dialog.getByText("2 member(s) total")).toBeVisible();
      expect(
        frames.some((frame) => frame.includes("members:removeMember")),
        "@WORK-276 @CORE-177",
      ).toBe(false);
      await dialog.getByRole("button", { name: "Remove Jonas Weber" }).click();
      await page.getByRole("button", { name: "Remove", exact: true }).click();
      await expect(dialog.getByText("1 member(s) total")).toBeVisible();
      const removal = frames
        .map((frame) => JSON.parse(frame))
        .find(({ udfPath }) => udfPath === "members:removeMember");
      expect(removal.args, "@WORK-279").toEqual([{ memberId: expect.any(String) }]);
      await dialog.getByRole("button", { name: "Close" }).last().click();
      await expect(dialog, "@WORK-266").toHaveCount(0);

      const petra = await someone("Petra Sommer");
      await addMember(node, _id, jonas, "member");
      await addMember(node, _id, petra, "extended");
      for (const { page } of [jonas, petra]) {
        await page.goto("/care");
        await page.getByRole("button", { name: "3 members" }).click();
        await expect(page.getByText("3 member(s) total")).toBeVisible();
        await expect(page.getByRole("button", { name: /^Remove/ }), "@WORK-272").toHaveCount(0);
        await expect(row(page, "Anna Keller").getByText("Cannot be removed")).toBeVisible();
        await expect(page.getByText("Cannot be removed")).toHaveCount(1);
      }
    },
  );

  screenTest(
    "lets an admin remove others, never the owner",
    {
      tag: spec("WORK-271 WORK-273 WORK-274 CORE-603"),
    },
    async ({ someone, node }) => {
      const anna = await someone("Anna Keller");
      const mia = await someone("Mia Lang");
      const jonas = await someone("Jonas Weber");
      const { _id } = await notebookOf(anna);
      await addMember(node, _id, mia, "admin");
      await addMember(node, _id, jonas, "extended");
      const { page } = mia;
      await page.goto("/care");
      await page.getByRole("button", { name: "3 members" }).click();
      await expect(row(page, "Anna Keller").getByText("Cannot be removed")).toBeVisible();
      await expect(row(page, "Anna Keller").getByRole("button")).toHaveCount(0);
      await page.getByRole("button", { name: "Remove Jonas Weber" }).click();
      await page.getByRole("button", { name: "Remove", exact: true }).click();
      await expect(page.getByText("2 member(s) total")).toBeVisible();
    },
  );

  test("dims the row and says so while it removes a member", {
    tag: spec("CORE-178 CORE-179 WORK-277 WORK-278"),
  }, async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const jonas = await someone("Jonas Weber");
    const { _id, shortId } = await notebookOf(anna);
    await addMember(node, _id, jonas, "member");
    for (const place of ["/care", `/care/${shortId}/members`]) {
      const release = await holdAnswers(anna.page, "members:removeMember");
      await anna.page.goto(place);
      if (place === "/care") await anna.page.getByRole("button", { name: "2 members" }).click();
      const bright = await row(anna.page, "Jonas Weber").evaluate((item) => getComputedStyle(item).opacity);
      expect(bright).toBe("1");
      await anna.page.getByRole("button", { name: "Remove Jonas Weber" }).click();
      await anna.page.getByRole("button", { name: "Remove", exact: true }).click();
      await expect(anna.page.getByRole("button", { name: "Removing..." })).toBeDisabled();
      await expect(row(anna.page, "Jonas Weber")).toHaveCSS("opacity", "0.5");
      release();
      await expect(anna.page.getByText("1 member(s) total")).toBeVisible();
      await addMember(node, _id, jonas, "member");
    }
  });

  screenTest("says when there are no members", { tag: spec("WORK-267 CORE-171") }, async ({ someone }) => {
    const anna = await someone("Anna Keller");
    const { shortId } = await notebookOf(anna);
    await alterResult(anna.page, "members:listMembers", []);
    await anna.page.goto("/care");
    await anna.page.getByRole("button", { name: "1 member" }).click();
    const dialog = anna.page.getByRole("dialog", { name: "Notebook Members" });
    await expect(dialog.getByText("No members found")).toBeVisible();
    await expect(dialog.getByText("0 member(s) total")).toBeVisible();
    await anna.page.goto(`/care/${shortId}/members`);
    await expect(anna.page.getByText("No members found")).toBeVisible();
  });

  screenTest(
    "shows a new role at once, and closes for somebody who is removed",
    async ({ someone, node }) => {
      const anna = await someone("Anna Keller");
      const mia = await someone("Mia Lang");
      const { _id } = await notebookOf(anna);
      await addMember(node, _id, mia, "admin");
      await mia.page.goto("/care");
      await mia.page.getByRole("button", { name: "2 members" }).click();
      await expect(row(mia.page, "Mia Lang")).toContainText("Admin");
      const { db } = node.database();
      await db.updateTable("members").set({ role: "extended" }).where("user_id", "=", mia.userId).execute();
      await expect(row(mia.page, "Mia Lang")).toContainText("Viewer");
      await db.deleteFrom("members").where("user_id", "=", mia.userId).execute();
      await expect(mia.page.getByRole("dialog")).toHaveCount(0);
      await expect(mia.page.getByText("is no longer among your notebooks.")).toBeVisible();
      await expect(mia.page.getByRole("heading", { name: "Welcome to CareDiary!" })).toBeVisible();
    },
  );
});

test.describe("the members screen", () => {
  screenTest(
    "shows each of the four roles all members, and what the role may do",
    async ({ someone, node }) => {
      const anna = await someone("Anna Keller");
      const mia = await someone("Mia Lang");
      const jonas = await someone("Jonas Weber");
      const vera = await someone("Vera Gast");
      const { _id, shortId } = await notebookOf(anna);
      await addMember(node, _id, mia, "admin");
      await addMember(node, _id, jonas, "member");
      await addMember(node, _id, vera, "extended");
      await node
        .database()
        .db.updateTable("members")
        .set({ invited_by: mia.userId })
        .where("user_id", "=", vera.userId)
        .execute();
      await invite(anna, _id, newEmail("Petra"));
      const labels = [
        ["Anna Keller", "Owner", "@CORE-169 @CORE-170 @CORE-593 @WORK-283"],
        ["Mia Lang", "Admin", "@CORE-169 @CORE-170 @CORE-594 @WORK-284"],
        ["Jonas Weber", "Caregiver", "@CORE-169 @CORE-170 @CORE-595 @WORK-285"],
        ["Vera Gast", "Viewer", "@CORE-169 @CORE-170 @CORE-596 @WORK-286"],
      ] as const;
      for (const viewer of [anna, mia, jonas, vera]) {
        const { page } = viewer;
        await page.goto(`/care/${shortId}/members`);
        const people = page.getByRole("region", { name: "People" });
        await expect(people.getByText("4 member(s) total"), "@CORE-613").toBeVisible();
        for (const [name, label, lines] of labels) await expect(row(page, name), lines).toContainText(label);
        await expect(people.getByText("Me", { exact: true })).toHaveCount(1);
        await expect(row(page, viewer.name).getByText("Me", { exact: true })).toBeVisible();
        await expect(row(page, "Vera Gast")).toContainText(/Joined \w{3} \d+, \d{4}, invited by Mia Lang/);
        await expect(row(page, "Jonas Weber")).toContainText(jonas.email);

        const manages = viewer === anna || viewer === mia;
        await expect(page.getByRole("link", { name: "Invite someone" }), "@CORE-606 @CORE-608").toHaveCount(
          manages ? 1 : 0,
        );
        await expect(page.getByRole("button", { name: "Resend" }), "@CORE-606 @CORE-608").toHaveCount(
          manages ? 1 : 0,
        );
        await expect(
          page.getByRole("button", { name: "Cancel the invitation" }),
          "@CORE-606 @CORE-608",
        ).toHaveCount(manages ? 1 : 0);
        await expect(page.getByRole("region", { name: "Pending invitations" })).toHaveCount(manages ? 1 : 0);
        await expect(people.getByText("Cannot be removed")).toHaveCount(1);
        const removable = { [anna.name]: 3, [mia.name]: 2 }[viewer.name] ?? 0;
        await expect(people.getByRole("button", { name: /^Remove/ }), "@CORE-606 @CORE-608").toHaveCount(
          removable,
        );
        await expect(people.getByRole("button", { name: /^Role of/ })).toHaveCount(removable);
        await expect(people.getByRole("button", { name: "Leave notebook" })).toHaveCount(
          viewer === anna ? 0 : 1,
        );
      }
    },
  );

  screenTest(
    "shows the server's message when the server refuses a removal",
    {
      tag: spec("CORE-180 WORK-282"),
    },
    async ({ someone, node }) => {
      const anna = await someone("Anna Keller");
      const jonas = await someone("Jonas Weber");
      const { _id, shortId } = await notebookOf(anna);
      await addMember(node, _id, jonas, "member");
      const [owner] = await node
        .database()
        .db.selectFrom("members")
        .select("id")
        .where("user_id", "=", anna.userId)
        .execute();
      await alterCall(anna.page, "members:removeMember", () => ({ memberId: owner!.id }));
      await anna.page.goto(`/care/${shortId}/members`);
      await anna.page.getByRole("button", { name: "Remove Jonas Weber" }).click();
      await anna.page.getByRole("button", { name: "Remove", exact: true }).click();
      await expect(anna.page.getByRole("alert")).toContainText("The owner cannot be removed");
      await expect(anna.page.getByRole("button", { name: "Remove Jonas Weber" })).toBeEnabled();
    },
  );

  test("shows an error of its own when a removal fails without a message, and the row is no longer dimmed", {
    tag: spec("CORE-181 WORK-282"),
  }, async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const jonas = await someone("Jonas Weber");
    const { _id, shortId } = await notebookOf(anna);
    await addMember(node, _id, jonas, "member");
    await anna.page.goto(`/care/${shortId}/members`);
    await anna.page.getByRole("button", { name: "Remove Jonas Weber" }).click();
    {
      await using _ = await brokenTable(node, "members");
      await anna.page.getByRole("button", { name: "Remove", exact: true }).click();
      await expect(anna.page.getByRole("alert")).toContainText("Failed to remove member");
    }
    await expect(row(anna.page, "Jonas Weber")).toHaveCSS("opacity", "1");
  });

  screenTest(
    "gives roles at once, asks before it takes rights away, and undoes a change that the server refuses",
    async ({ someone, node }) => {
      const anna = await someone("Anna Keller");
      const jonas = await someone("Jonas Weber");
      const { _id, shortId } = await notebookOf(anna);
      await addMember(node, _id, jonas, "member");
      const { page } = anna;
      await page.goto(`/care/${shortId}/members`);
      // With the keyboard alone.
      const role = page.getByRole("button", { name: "Role of Jonas Weber" });
      await role.focus();
      await page.keyboard.press("Enter");
      await expect(page.getByRole("menuitemradio")).toHaveText([
        /^Admin/,
        /^Caregiver/,
        /^Clinician/,
        /^Viewer/,
      ]);
      await expect(page.getByRole("menuitemradio", { name: /^Caregiver/ })).toBeChecked();
      await expect(page.getByRole("menuitemradio", { name: /^Caregiver/ })).toBeFocused();
      await page.keyboard.press("ArrowUp");
      await expect(page.getByRole("menuitemradio", { name: /^Admin/ })).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(role).toHaveText("Admin");
      await expect(role).toBeFocused();
      await expect(page.getByText("Jonas Weber is now Admin.")).toBeAttached();

      await role.click();
      await page.getByRole("menuitemradio", { name: /^Viewer/ }).click();
      const question = page.getByRole("dialog", { name: "Make Jonas Weber Viewer" });
      await expect(question).toContainText("see what is shared with everyone");
      await question.getByRole("button", { name: "Cancel" }).click();
      await expect(role).toHaveText("Admin");
      await role.click();
      await page.getByRole("menuitemradio", { name: /^Viewer/ }).click();
      await question.getByRole("button", { name: "Make Viewer" }).click();
      await expect(role).toHaveText("Viewer");
      await jonas.page.goto(`/care/${shortId}/members`);
      await expect(row(jonas.page, "Jonas Weber")).toContainText("Viewer");

      await using _ = await brokenTable(node, "members");
      await role.click();
      await page.getByRole("menuitemradio", { name: /^Caregiver/ }).click();
      await expect(page.getByRole("alert")).toContainText("Failed to change the role");
      await expect(role).toHaveText("Viewer");
    },
  );

  screenTest("offers an admin the roles below their own", async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const mia = await someone("Mia Lang");
    const paul = await someone("Paul Roth");
    const jonas = await someone("Jonas Weber");
    const { _id, shortId } = await notebookOf(anna);
    await addMember(node, _id, mia, "admin");
    await addMember(node, _id, paul, "admin");
    await addMember(node, _id, jonas, "member");
    const { page } = mia;
    await page.goto(`/care/${shortId}/members`);
    await page.getByRole("button", { name: "Role of Jonas Weber" }).click();
    await expect(page.getByRole("menuitemradio")).toHaveText([/^Caregiver/, /^Clinician/, /^Viewer/]);
    await expect(page.getByRole("menuitem")).toHaveCount(0);
    await page.getByRole("menuitemradio", { name: /^Viewer/ }).click();
    await page.getByRole("button", { name: "Make Viewer" }).click();
    await expect(page.getByRole("button", { name: "Role of Jonas Weber" })).toHaveText("Viewer");
    await page.getByRole("button", { name: "Role of Paul Roth" }).click();
    await expect(page.getByRole("menuitemradio", { name: /^Admin/ })).toBeDisabled();
  });

  test("lets the owner hand the notebook over and leave then", async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const mia = await someone("Mia Lang");
    const { _id, shortId } = await notebookOf(anna);
    await addMember(node, _id, mia, "member");
    const { page } = anna;
    await page.goto(`/care/${shortId}/members`);
    await mia.page.goto(`/care/${shortId}/members`);
    await page.getByRole("button", { name: "Role of Mia Lang" }).click();
    await page.getByRole("menuitem", { name: "Make Mia Lang the owner…" }).click();
    await expect(page.getByRole("dialog")).toContainText("Only Mia Lang can give it back.");
    await page.getByRole("button", { name: "Hand over" }).click();
    await expect(row(page, "Mia Lang")).toContainText("Owner");
    await expect(row(page, "Anna Keller")).toContainText("Admin");
    // The new owner gets the owner's options at once.
    await expect(mia.page.getByRole("button", { name: "Role of Anna Keller" })).toBeVisible();
    await page.getByRole("button", { name: "Leave notebook" }).click();
    await page.getByRole("button", { name: "Leave", exact: true }).click();
    await expect(page).toHaveURL("/care");
    await expect(page.getByRole("heading", { name: "Welcome to CareDiary!" })).toBeVisible();
    await expect(page.getByText("You left “Rosa Blum's Care Notebook”.")).toBeVisible();
    await expect(mia.page.getByText("1 member(s) total")).toBeVisible();
    await expect(mia.page.getByText("Anna Keller is no longer in this notebook.")).toBeAttached();
  });

  screenTest(
    "shows and announces what others change, and stays open when the viewer loses rights",
    async ({ someone, node }) => {
      const anna = await someone("Anna Keller");
      const mia = await someone("Mia Lang");
      const jonas = await someone("Jonas Weber");
      const { _id, shortId } = await notebookOf(anna);
      await addMember(node, _id, mia, "admin");
      const { page } = mia;
      await page.goto(`/care/${shortId}/members?invite=mail`);
      await expect(page.getByLabel("E-mail address")).toBeFocused();
      // Who is there already isn't announced.
      await expect(row(page, "Anna Keller")).toBeVisible();
      await addMember(node, _id, jonas, "member");
      await expect(row(page, "Jonas Weber")).toBeVisible();
      const news = page.locator("[aria-live=polite]");
      await expect(news.filter({ hasText: "Jonas Weber joined this notebook." })).toBeAttached();

      await anna.page.goto(`/care/${shortId}/members`);
      await anna.page.getByRole("button", { name: "Role of Mia Lang" }).click();
      await anna.page.getByRole("menuitemradio", { name: /^Viewer/ }).click();
      await anna.page.getByRole("button", { name: "Make Viewer" }).click();
      await expect(news.filter({ hasText: "You are now Viewer." })).toBeAttached();
      await expect(page.getByRole("heading", { name: "Members" })).toBeVisible();
      await expect(page.getByLabel("E-mail address")).toHaveCount(0);
      await expect(page.getByRole("heading", { name: "Pending invitations" })).toHaveCount(0);
      await expect(page.getByRole("button", { name: /^Remove/ })).toHaveCount(0);

      await anna.page.getByRole("button", { name: "Remove Mia Lang" }).click();
      await anna.page.getByRole("button", { name: "Remove", exact: true }).click();
      await expect(page.getByText("Notebook not found or you don't have access to it.")).toBeVisible();
    },
  );

  test("stays fast with 100 members", async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const { _id, shortId } = await notebookOf(anna);
    await node.database().pool.query(
      `with made as (
         insert into users (id, clerk_user_id, email, name, created_at)
         select gen_random_uuid(), 'many-' || n || $1, 'many-' || n || $1 || '@example.org', 'Member ' || n, now()
         from generate_series(1, 99) n returning id)
       insert into members (id, diary_id, user_id, role, joined_at)
       select gen_random_uuid(), $1::uuid, id, 'member', now() from made`,
      [_id],
    );
    const { page } = anna;
    const busyMs = await measureBusyTime(page);
    let list = Infinity;
    // The best of four: a process that has just started still compiles what it runs.
    for (let visit = 0; visit < 4; visit++) {
      await page.goto(`/care/${shortId}`);
      await placesOf(page).getByRole("link", { name: "More" }).click();
      const link = page.getByRole("link", { name: /^Members/ });
      await link.hover();
      await page.waitForLoadState("networkidle");
      const before = await busyMs();
      await link.click();
      await expect(page.getByText("100 member(s) total")).toBeVisible();
      await expect(page.getByRole("button", { name: /^Remove Member/ })).toHaveCount(99);
      list = Math.min(list, (await busyMs()) - before);
    }
    const role = page.getByRole("button", { name: "Role of Member 50" });
    const shown = await busyMs();
    await role.click();
    await page.getByRole("menuitemradio", { name: /^Admin/ }).click();
    await expect(role).toHaveText("Admin");
    const change = (await busyMs()) - shown;
    console.log(
      `100 members: ${Math.round(list)} ms of work to show, ${Math.round(change)} ms to change a role`,
    );
    expect(list).toBeLessThan(800);
    expect(change).toBeLessThan(800);
  });

  test("fits at 390 px, with buttons of at least 44 px", async ({ someone, node }) => {
    const anna = await someone("Anna Keller", { viewport: { width: 390, height: 844 } });
    const jonas = await someone("Jonas Weber");
    const { _id, shortId } = await notebookOf(anna);
    await addMember(node, _id, jonas, "member");
    const { page } = anna;
    await page.goto(`/care/${shortId}/members?invite=mail`);
    await expect(page.getByLabel("E-mail address")).toBeFocused();
    await expect(row(page, "Jonas Weber")).toBeVisible();
    for (const button of await page.getByRole("main").getByRole("button").all()) {
      const box = await button.boundingBox();
      expect(box!.height, await button.textContent().then(String)).toBeGreaterThanOrEqual(44);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    // The section that was opened comes first.
    const order = await page.getByRole("main").getByRole("heading", { level: 2 }).allTextContents();
    expect(order).toContain("Invite someone");
    const form = await page.getByRole("heading", { name: "Invite someone" }).boundingBox();
    const people = await row(page, "Jonas Weber").boundingBox();
    expect(form!.y).toBeLessThan(people!.y);
  });
});
