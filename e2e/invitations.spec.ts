import type { Page } from "@playwright/test";
import { hashOfAddress } from "../server/mail/unsubscribe_links.ts";
import { stopClock } from "./support/clock.ts";
import { alterCall, brokenTable } from "./support/faults.ts";
import { expireIn, invite, letMinutesPass, linkIn } from "./support/invitations.ts";
import { addMember, newEmail, notebookOf, noteOf } from "./support/people.ts";
import { spec } from "./support/spec.ts";
import { expect, screenTest, test } from "./support/test.ts";

const DAY = 24 * 60 * 60 * 1000;

const pending = (page: Page) => page.getByRole("region", { name: "Pending invitations" });
const card = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });

/** Collects the calls that a page sends. */
function callsOf(page: Page): { udfPath?: string; args?: unknown[] }[] {
  const calls: { udfPath?: string; args?: unknown[] }[] = [];
  page.on("websocket", (socket) =>
    socket.on("framesent", ({ payload }) => calls.push(JSON.parse(String(payload)))),
  );
  return calls;
}

screenTest(
  "whoever invites an address that wants no letters is told so, and gets the link to pass on",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const { shortId } = await notebookOf(anna);
    const { page } = anna;
    const email = newEmail("Petra");
    await node
      .database()
      .pool.query("insert into mail_blocks (address_hash, reason) values ($1, 'asked in an invitation')", [
        hashOfAddress(email),
      ]);
    await page.goto(`/care/${shortId}/members`);
    await page.getByRole("link", { name: "Invite someone" }).click();
    await page.getByRole("button", { name: "By mail" }).click();
    await page.getByLabel("E-mail address").fill(email);
    await page.getByRole("button", { name: "Send invitation" }).click();
    await expect(
      page.getByText(`${email}: Invited, but this address wants no letters`).first(),
    ).toBeVisible();
    const row = card(page, email);
    await expect(row.getByText("This address wants no letters from here.", { exact: false })).toBeVisible();
    await expect(row.getByRole("button", { name: `Copy link for ${email}` })).toBeVisible();
    await expect(row.getByRole("button", { name: `Resend to ${email}` })).toHaveCount(0);
  },
);

test.describe("the invite form", () => {
  test("checks the address, counts the message's characters, sends, and closes after 2 seconds", async ({
    someone,
    node,
  }) => {
    const anna = await someone("Anna Keller");
    const { _id, shortId } = await notebookOf(anna);
    const { page } = anna;
    const calls = callsOf(page);
    await page.clock.install();
    await page.goto(`/care/${shortId}/members`);
    await expect(pending(page).getByText("No pending invitations")).toBeVisible();
    await page.getByRole("link", { name: "Invite someone" }).click();
    await page.getByRole("button", { name: "By mail" }).click();
    const address = page.getByLabel("E-mail address");
    await expect(address, "@CORE-176").toBeFocused();
    const roles = page.getByRole("radiogroup", { name: "Role" }).getByRole("radio");
    await expect(roles).toHaveCount(4);
    for (const [index, name, line] of [
      [0, "Caregiver", "@CORE-191"],
      [1, "Admin", "@CORE-192"],
      [2, "Clinician", ""],
      [3, "Viewer", "@CORE-193"],
    ] as const)
      await expect(roles.nth(index), line).toHaveAccessibleName(name);
    await expect(roles.nth(0)).toBeChecked();
    await expect(
      page.getByText("Can see what is shared with everyone, and comment on it, but give no medicines."),
    ).toBeVisible();

    for (const wrong of ["", "  ", "petra.example.org"]) {
      await address.fill(wrong);
      await page.getByRole("button", { name: "Send invitation" }).click();
      await expect(page.getByRole("alert"), "@CORE-187 @CORE-188").toHaveText(
        "Please enter a valid email address",
      );
      await expect(address).toBeFocused();
      await expect(address).toHaveAccessibleDescription("Please enter a valid email address");
    }
    expect(
      calls.some(({ udfPath }) => udfPath === "invitations:createInvitation"),
      "@CORE-187",
    ).toBe(false);

    const message = page.getByLabel("Personal message");
    await expect(page.getByText("0 / 360"), "@CORE-196").toBeVisible();
    await message.fill("x".repeat(358));
    await message.press("End");
    await page.keyboard.type("yz!?");
    await expect(page.getByText("360 / 360"), "@CORE-196").toBeVisible();
    await expect(message, "@CORE-195").toHaveValue(`${"x".repeat(358)}yz`);
    await message.fill("");

    const email = newEmail("Petra");
    await address.fill(`  ${email.toUpperCase()} `);
    await page.getByRole("radio", { name: "Viewer" }).check();
    // From here on the page's clock stands still.
    await stopClock(page);
    await page.getByRole("button", { name: "Send invitation" }).click();
    await expect(page.getByText("Invitation sent")).toBeVisible();
    const call = calls.find(({ udfPath }) => udfPath === "invitations:createInvitation");
    expect(call!.args, "@CORE-189 @CORE-190 @CORE-194").toEqual([{ diaryId: _id, email, role: "extended" }]);
    await page.clock.runFor(1900);
    await expect(page).toHaveURL(`/care/${shortId}/members?invite=mail`);
    await expect(page.getByText("Invitation sent")).toBeVisible();
    await page.clock.runFor(200);
    await expect(page, "@CORE-197").toHaveURL(`/care/${shortId}/members`);
    await page.clock.resume();
    await expect(page.getByText("Invitation sent")).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Invite someone" })).toBeFocused();
    await expect(pending(page)).toContainText(email);
    await expect(pending(page)).toContainText("Viewer");
    expect(await linkIn(node, email)).toMatch(/^\/invitations\/[\w-]{20,}\/accept$/);
  });

  screenTest(
    "shows the server's message when the server refuses an invitation, and keeps the typed text",
    {
      tag: spec("CORE-198"),
    },
    async ({ someone, node }) => {
      const anna = await someone("Anna Keller");
      const jonas = await someone("Jonas Weber");
      const { _id, shortId } = await notebookOf(anna);
      await addMember(node, _id, jonas, "member");
      const { page } = anna;
      await page.goto(`/care/${shortId}/members?invite=mail`);
      await page.getByLabel("E-mail address").fill(jonas.email);
      await page.getByLabel("Personal message").fill("Come in");
      await page.getByRole("button", { name: "Send invitation" }).click();
      await expect(page.getByRole("alert")).toHaveText("This person is already a member of this notebook");
      await expect(page.getByLabel("E-mail address")).toHaveValue(jonas.email);
      await expect(page.getByLabel("Personal message")).toHaveValue("Come in");
      await expect(page.getByRole("button", { name: "Send invitation" })).toBeEnabled();
    },
  );

  screenTest(
    "shows an error of its own when an invitation fails without a message",
    {
      tag: spec("CORE-199"),
    },
    async ({ someone, node }) => {
      const anna = await someone("Anna Keller");
      const { shortId } = await notebookOf(anna);
      await anna.page.goto(`/care/${shortId}/members?invite=mail`);
      await anna.page.getByLabel("E-mail address").fill(newEmail("Petra"));
      await using _ = await brokenTable(node, "invitations");
      await anna.page.getByRole("button", { name: "Send invitation" }).click();
      await expect(anna.page.getByRole("alert")).toHaveText("Failed to send invitation");
    },
  );

  screenTest("closes by Cancel, and is hidden from members who may not invite", async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const jonas = await someone("Jonas Weber");
    const { _id, shortId } = await notebookOf(anna);
    await addMember(node, _id, jonas, "member");
    await anna.page.goto(`/care/${shortId}/members?invite=mail`);
    await anna.page.getByRole("button", { name: "Cancel", exact: true }).click();
    await expect(anna.page).toHaveURL(`/care/${shortId}/members`);
    await expect(anna.page.getByLabel("E-mail address")).toHaveCount(0);
    await jonas.page.goto(`/care/${shortId}/members?invite=mail`);
    await expect(jonas.page.getByText("2 member(s) total")).toBeVisible();
    await expect(jonas.page.getByLabel("E-mail address")).toHaveCount(0);
  });
});

test.describe("pending invitations of a notebook", () => {
  screenTest(
    "an admin invites, resends and cancels, and the invited person's card follows",
    {
      tag: spec("CORE-172 CORE-173 CORE-174 CORE-175 CORE-186 CORE-600 CORE-601 CORE-602"),
    },
    async ({ mailed: { someone, node } }) => {
      const anna = await someone("Anna Keller");
      const mia = await someone("Mia Lang");
      const petra = await someone("Petra Sommer");
      const { _id, shortId } = await notebookOf(anna);
      await addMember(node, _id, mia, "admin");
      const { page } = mia;
      await petra.page.goto("/care");
      await expect(petra.page.getByRole("heading", { name: "Welcome to CareDiary!" })).toBeVisible();
      await page.goto(`/care/${shortId}/members?invite=mail`);
      await page.getByLabel("E-mail address").fill(petra.email);
      await page.getByRole("radio", { name: "Admin" }).check();
      await page.getByLabel("Personal message").fill("Dear Petra,\nplease join us.");
      await page.getByRole("button", { name: "Send invitation" }).click();
      const row = card(page, petra.email);
      await expect(row).toContainText("Admin");
      await expect(row).toContainText("please join us.");
      await expect(row).toContainText("Expires in 14 days");
      await expect(row).toContainText("Sent by Mia Lang just now");
      await expect(card(petra.page, "Rosa Blum's Care Notebook")).toBeVisible();
      const first = await linkIn(node, petra.email);

      await letMinutesPass(node, 2);
      await expect(row).toContainText("Sent by Mia Lang 2 minutes ago");
      await row.getByRole("button", { name: "Resend" }).click();
      await expect(page.getByText(`The invitation was sent to ${petra.email} again`)).toBeVisible();
      await expect(row).toContainText("Sent by Mia Lang just now");
      const second = await linkIn(node, petra.email, 2);
      expect(second).not.toBe(first);

      await row.getByRole("button", { name: "Cancel the invitation" }).click();
      const question = page.getByRole("dialog", { name: "Cancel invitation" });
      await question.getByRole("button", { name: "Keep it" }).click();
      await expect(row).toBeVisible();
      await row.getByRole("button", { name: "Cancel the invitation" }).click();
      await question.getByRole("button", { name: "Cancel invitation" }).click();
      await expect(row).toHaveCount(0);
      await expect(pending(page).getByText("No pending invitations")).toBeVisible();
      await expect(card(petra.page, "Rosa Blum's Care Notebook")).toHaveCount(0);
      // Each link says that the invitation has ended, and whom to ask.
      for (const link of [first, second]) {
        await petra.page.goto(link);
        await expect(petra.page.getByRole("heading", { name: "Invalid invitation" })).toBeVisible();
        await expect(petra.page.getByText("This invitation link is not valid.")).toBeVisible();
        await expect(petra.page.getByRole("main")).toContainText("was taken back. Ask Mia Lang");
      }
    },
  );

  test("shows the reason when cancelling or resending fails, and lists the invitation again", {
    tag: spec("CORE-182 CORE-183 CORE-184 CORE-185"),
  }, async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const { _id, shortId } = await notebookOf(anna);
    const email = newEmail("Petra");
    await invite(anna, _id, email);
    const { page } = anna;
    await page.goto(`/care/${shortId}/members`);
    const row = card(page, email);
    const cancel = async () => {
      await row.getByRole("button", { name: "Cancel the invitation" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Cancel invitation" }).click();
    };
    const alert = page.getByRole("alert");
    const dismiss = async () => {
      await page.getByRole("button", { name: "Dismiss" }).click();
      await expect(alert).toHaveCount(0);
    };

    await row.getByRole("button", { name: "Resend" }).click();
    await expect(alert).toContainText("Please wait a minute before sending it again");
    await dismiss();
    await letMinutesPass(node, 2);
    {
      await using _ = await brokenTable(node, "invitations");
      await row.getByRole("button", { name: "Resend" }).click();
      await expect(alert).toContainText("Failed to resend invitation");
      await dismiss();
      await cancel();
      await expect(alert).toContainText("Failed to cancel invitation");
      await dismiss();
    }
    await expect(row).toBeVisible();

    // It was answered elsewhere just before: shows the server's message.
    const other = await anna.context.newPage();
    const done = await invite(anna, _id, newEmail("Done"));
    await node
      .database()
      .db.updateTable("invitations")
      .set({ status: "declined", responded_at: new Date() as never })
      .where("id", "=", done)
      .execute();
    await alterCall(other, "invitations:cancelInvitation", () => ({ invitationId: done }));
    await other.goto(`/care/${shortId}/members`);
    await card(other, email).getByRole("button", { name: "Cancel the invitation" }).click();
    await other.getByRole("dialog").getByRole("button", { name: "Cancel invitation" }).click();
    await expect(other.getByRole("alert")).toContainText("This invitation has been declined.");
    await expect(card(other, email)).toBeVisible();
  });

  screenTest(
    "lists pending, unexpired invitations with the days that are left",
    {
      tag: spec("CORE-205 CORE-016"),
    },
    async ({ mailed: { someone, node } }) => {
      const anna = await someone("Anna Keller");
      const petra = await someone("Petra Sommer");
      const { _id, shortId } = await notebookOf(anna);
      await invite(anna, _id, petra.email);
      const soon = newEmail("Soon");
      const over = newEmail("Over");
      await invite(anna, _id, soon);
      await invite(anna, _id, over);
      await expireIn(node, petra.email, 2 * DAY + 60_000);
      await expireIn(node, soon, DAY - 60_000);
      await expireIn(node, over, -1);
      const { page } = anna;
      await page.goto(`/care/${shortId}/members`);
      await expect(card(page, petra.email)).toContainText("Expires in 3 days");
      await expect(card(page, soon)).toContainText(/Expires in 1 day\b/);
      await expect(card(page, over)).toHaveCount(0);
      const people = page.getByRole("region", { name: "People" });
      await expect(people.getByRole("listitem")).toHaveCount(1);
      await expect(people.getByRole("listitem")).toContainText("Anna Keller");
      await petra.page.goto("/care");
      await expect(card(petra.page, "Rosa Blum's Care Notebook")).toBeVisible();
      await expireIn(node, petra.email, -1);
      await expect(card(petra.page, "Rosa Blum's Care Notebook")).toHaveCount(0);
      await expect(card(page, petra.email)).toHaveCount(0);
    },
  );

  test("copies a link on a server without mail, and shows it where the browser has no clipboard", async ({
    someone,
    node,
  }) => {
    const anna = await someone("Anna Keller", { permissions: ["clipboard-read", "clipboard-write"] });
    const petra = await someone("Petra Sommer");
    const { _id, shortId } = await notebookOf(anna);
    await invite(anna, _id, petra.email);
    const { page } = anna;
    await page.goto(`/care/${shortId}/members`);
    await page.getByRole("button", { name: `Copy link for ${petra.email}` }).click();
    await expect(page.getByText("Link copied.")).toBeVisible();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    await petra.page.goto(link);
    await expect(petra.page.getByRole("button", { name: "Accept" })).toBeVisible();

    await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
    await page.reload();
    await page.getByRole("button", { name: `Copy link for ${petra.email}` }).click();
    const field = page.getByRole("textbox", { name: `Link for ${petra.email}` });
    await expect(field).toBeFocused();
    await expect(field).toHaveValue(/^http.*\/invitations\/[\w-]+\/accept$/);
    // Another link keeps the former ones valid: this one and the one in the mail.
    await expect(petra.page.getByRole("button", { name: "Accept" })).toBeVisible();
    for (const each of [link, await linkIn(node, petra.email), await field.inputValue()]) {
      await petra.page.goto(each);
      await expect(petra.page.getByRole("button", { name: "Accept" })).toBeVisible();
    }
  });
});

test.describe("invitations on /care", () => {
  screenTest(
    "show each on a card, which opens the notebook or disappears",
    async ({ mailed: { someone } }) => {
      const anna = await someone("Anna Keller");
      const petra = await someone("Petra Sommer");
      const rosa = await notebookOf(anna, "Rosa Blum");
      const emil = await notebookOf(anna, "Emil Weber");
      await notebookOf(petra, "Ida Sommer");
      await noteOf(anna, rosa._id, "One");
      await noteOf(anna, rosa._id, "Two");
      const { page } = petra;
      const calls = callsOf(page);
      await page.goto("/care");
      await expect(page.getByRole("heading", { name: "Care Notes" })).toBeVisible();
      await expect(page.getByRole("heading", { name: "Pending Invitations" }), "@WORK-218").toHaveCount(0);

      await invite(anna, rosa._id, petra.email, { role: "admin", personalMessage: "Please come\nand help." });
      const second = await invite(anna, emil._id, petra.email, { role: "extended" });
      const section = page.getByRole("region", { name: "Pending Invitations" });
      const first = card(page, "Rosa Blum's Care Notebook");
      await expect(section.getByRole("listitem"), "@WORK-217").toHaveCount(2);
      await expect(first, "@WORK-246 @WORK-247").toContainText("About Rosa Blum");
      await expect(first, "@WORK-248").toContainText("Anna Keller invites you as");
      // The label of an invited admin is Caregiver (workspace 6); the text names the later role.
      await expect(first.getByText("Caregiver", { exact: true }), "@WORK-249").toBeVisible();
      await expect(first).toContainText("with the role Admin");
      await expect(first, "@WORK-250").toContainText("Please come\nand help.");
      await expect(first, "@WORK-251").toContainText("1 member");
      await expect(first, "@WORK-252").toContainText("2 notes");
      await expect(first, "@WORK-253").toContainText("Updated just now");
      await expect(first, "@WORK-254").toContainText("Invited just now");
      await expect(
        card(page, "Emil Weber's Care Notebook").getByText("Viewer", { exact: true }),
      ).toBeVisible();
      await expect(card(page, "Emil Weber's Care Notebook").getByRole("blockquote")).toHaveCount(0);
      expect(
        calls.some((call) => JSON.stringify(call).includes('"invitations:listMyInvitations","args":[{}]')),
        "@WORK-260",
      ).toBe(true);

      await card(page, "Emil Weber's Care Notebook").getByRole("button", { name: "Decline" }).click();
      await expect(section.getByRole("listitem"), "@WORK-256 @WORK-257").toHaveCount(1);
      await expect
        .poll(
          () => calls.find(({ udfPath }) => udfPath === "invitations:declineInvitation")?.args,
          "@WORK-259",
        )
        .toEqual([{ invitationId: second }]);
      await first.getByRole("button", { name: "Accept" }).click();
      await expect(page, "@WORK-255").toHaveURL(`/care/${rosa.shortId}`);
      await expect(page.getByRole("heading", { level: 1, name: "Rosa Blum's Care Notebook" })).toBeVisible();
      expect(
        calls.find(({ udfPath }) => udfPath === "invitations:acceptInvitation")?.args,
        "@WORK-258",
      ).toEqual([{ invitationId: expect.any(String) }]);
      await page.goto("/care");
      await expect(page.getByRole("link", { name: "Rosa Blum" })).toBeVisible();
      await expect(page.getByRole("heading", { name: "Pending Invitations" }), "@WORK-257").toHaveCount(0);
    },
  );

  test("log a failed answer, show a message, and keep the card", {
    tag: spec("WORK-261 WORK-262"),
  }, async ({ mailed: { someone, node } }) => {
    const anna = await someone("Anna Keller");
    const petra = await someone("Petra Sommer");
    const { _id } = await notebookOf(anna);
    await invite(anna, _id, petra.email);
    const { page } = petra;
    const logged: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") logged.push(message.text());
    });
    await page.goto("/care");
    await using _ = await brokenTable(node, "invitations");
    for (const [button, text, call] of [
      ["Accept", "Failed to accept invitation", "invitations.acceptInvitation failed"],
      ["Decline", "Failed to decline invitation", "invitations.declineInvitation failed"],
    ] as const) {
      await page.getByRole("button", { name: button }).click();
      await expect(page.getByRole("status").filter({ hasText: text })).toBeVisible();
      await expect.poll(() => logged.some((line) => line.includes(call))).toBe(true);
      await expect(page.getByRole("button", { name: button })).toBeEnabled();
    }
    await expect(page.getByRole("alert")).toHaveCount(0);
    await expect(page).toHaveURL("/care");
  });
});
