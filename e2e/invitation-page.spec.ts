import type { Page } from "@playwright/test";
import { ConvexHttpClient } from "convex/browser";
import { api } from "../lib/api.ts";
import { alterCall, brokenTable } from "./support/faults.ts";
import { countFirstLoad } from "./support/first-load.ts";
import { expireIn, invite, linkIn } from "./support/invitations.ts";
import { startMailServer } from "./support/mail-server.ts";
import { addMember, newEmail, notebookOf, noteOf, PASSWORD, signUpPerson } from "./support/people.ts";
import { startRunningNode } from "./support/running-node.ts";
import { spec } from "./support/spec.ts";
import { expect, screenTest, test } from "./support/test.ts";

async function signIn(page: Page, email: string) {
  await page.getByLabel("E-mail address").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

async function signUp(page: Page, name: string, email: string) {
  await page.getByLabel("Your name").fill(name);
  await page.getByLabel("E-mail address").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
}

const masked = (email: string) => `${email[0]}•••@example.org`;

test.describe("the invitation page for the invited person", () => {
  test("shows the whole invitation; accepting it opens the notebook, once", {
    tag: spec("CORE-021 CORE-206 CORE-207 CORE-208 CORE-209 CORE-211"),
  }, async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const petra = await someone("Petra Sommer");
    const { _id, shortId } = await notebookOf(anna);
    await noteOf(anna, _id);
    await invite(anna, _id, petra.email, { personalMessage: "Please come." });
    const link = await linkIn(node, petra.email);
    const { page } = petra;
    await page.goto(link);
    const main = page.getByRole("main");
    await expect(main.getByRole("heading", { level: 1, name: "Rosa Blum's Care Notebook" })).toBeVisible();
    for (const text of [
      "About Rosa Blum",
      "Anna Keller invites you as",
      "Caregiver",
      "Please come.",
      "1 member · 1 note",
      "Invited just now",
      "Expires in 14 days",
      "You will be able to see the care team's notes",
    ])
      await expect(main).toContainText(text);
    await expect(page).toHaveURL(/\/invitations\/[^/]+\/accept$/);
    await expect(main.getByRole("button", { name: "Decline" })).toBeVisible();
    await main.getByRole("button", { name: "Accept" }).click();
    await expect(page).toHaveURL(`/care/${shortId}`);
    await expect(page.getByRole("link", { name: "A quiet morning" })).toBeVisible();

    await page.goto(link);
    await expect(
      page.getByRole("heading", { name: "This invitation has already been accepted." }),
    ).toBeVisible();
    await expect(page.getByRole("button", { name: "Accept" })).toHaveCount(0);
    await page.getByRole("link", { name: "Open the notebook" }).click();
    await expect(page).toHaveURL(`/care/${shortId}`);
  });

  screenTest(
    "declining leads to /care, and the link shows that the invitation is declined",
    {
      tag: spec("CORE-208 CORE-212"),
    },
    async ({ someone, node }) => {
      const anna = await someone("Anna Keller");
      const petra = await someone("Petra Sommer");
      const { _id } = await notebookOf(anna);
      await invite(anna, _id, petra.email);
      const link = await linkIn(node, petra.email);
      await petra.page.goto(link.replace("/invitations/", "/invitation/").replace("/accept", ""));
      await expect(petra.page).toHaveURL(link);
      await petra.page.getByRole("button", { name: "Decline" }).click();
      await expect(petra.page).toHaveURL("/care");
      await expect(petra.page.getByRole("heading", { name: "Welcome to CareDiary!" })).toBeVisible();
      await petra.page.goto(link);
      await expect(
        petra.page.getByRole("heading", { name: "This invitation has been declined." }),
      ).toBeVisible();
      await expect(petra.page.getByRole("button", { name: /Accept|Decline/ })).toHaveCount(0);
    },
  );

  screenTest(
    "shows at once that the invitation is cancelled or has expired",
    {
      tag: spec("CORE-209 CORE-210 CORE-213 CORE-214"),
    },
    async ({ someone, node }) => {
      const anna = await someone("Anna Keller");
      const petra = await someone("Petra Sommer");
      const { _id, shortId } = await notebookOf(anna);
      await invite(anna, _id, petra.email);
      const link = await linkIn(node, petra.email);
      await petra.page.goto(link);
      await expect(petra.page.getByRole("button", { name: "Accept" })).toBeVisible();
      await expireIn(node, petra.email, -1);
      await expect(petra.page.getByRole("heading", { name: "This invitation has expired." })).toBeVisible();
      await expect(petra.page.getByRole("button", { name: /Accept|Decline/ })).toHaveCount(0);
      await expireIn(node, petra.email, 60_000);
      await expect(petra.page.getByRole("button", { name: "Accept" })).toBeVisible();
      await anna.page.goto(`/care/${shortId}/members`);
      await anna.page.getByRole("button", { name: `Cancel the invitation of ${petra.email}` }).click();
      await anna.page.getByRole("dialog").getByRole("button", { name: "Cancel invitation" }).click();
      await expect(petra.page.getByRole("heading", { name: "Invalid invitation" })).toBeVisible();
      await expect(petra.page.getByText("This invitation link is not valid.")).toBeVisible();
      await petra.page.getByRole("main").getByRole("link", { name: "Your notebooks" }).click();
      await expect(petra.page).toHaveURL("/care");
    },
  );

  screenTest(
    "shows the server's message when the server refuses the answer",
    {
      tag: spec("CORE-215 CORE-217"),
    },
    async ({ mailed: { someone, node } }) => {
      const anna = await someone("Anna Keller");
      const petra = await someone("Petra Sommer");
      const rosa = await notebookOf(anna);
      const emil = await notebookOf(anna, "Emil Weber");
      const ended = await invite(anna, emil._id, petra.email);
      // Its mail is sent before it ends: mails of ended invitations aren't.
      await linkIn(node, petra.email);
      const decline = "update invitations set status = 'declined', responded_at = now() where id = $1";
      await node.database().pool.query(decline, [ended]);
      await invite(anna, rosa._id, petra.email);
      const link = await linkIn(node, petra.email, 2);
      for (const [button, call] of [
        ["Accept", "invitations:acceptInvitation"],
        ["Decline", "invitations:declineInvitation"],
      ] as const) {
        const page = await petra.context.newPage();
        await alterCall(page, call, () => ({ invitationId: ended }));
        await page.goto(link);
        await page.getByRole("button", { name: button }).click();
        await expect(page.getByRole("alert")).toContainText("This invitation has been declined.");
        await expect(page.getByRole("button", { name: button })).toBeEnabled();
      }
    },
  );

  screenTest(
    "shows an error of its own when an answer fails without a message",
    {
      tag: spec("CORE-216 CORE-218"),
    },
    async ({ someone, node }) => {
      const anna = await someone("Anna Keller");
      const petra = await someone("Petra Sommer");
      const { _id } = await notebookOf(anna);
      await invite(anna, _id, petra.email);
      await petra.page.goto(await linkIn(node, petra.email));
      await expect(petra.page.getByRole("button", { name: "Accept" })).toBeVisible();
      await using _ = await brokenTable(node, "invitations");
      for (const [button, text] of [
        ["Accept", "Failed to accept invitation"],
        ["Decline", "Failed to decline invitation"],
      ] as const) {
        await petra.page.getByRole("button", { name: button }).click();
        await expect(petra.page.getByRole("alert")).toContainText(text);
        await petra.page.getByRole("button", { name: "Dismiss" }).click();
        await expect(petra.page.getByRole("alert")).toHaveCount(0);
      }
    },
  );

  screenTest(
    "adds one member when two tabs accept at the same moment, and both tabs open the notebook",
    async ({ someone, node }) => {
      const anna = await someone("Anna Keller");
      const petra = await someone("Petra Sommer");
      const { _id, shortId } = await notebookOf(anna);
      await invite(anna, _id, petra.email);
      const link = await linkIn(node, petra.email);
      const tabs = [petra.page, await petra.context.newPage()];
      for (const tab of tabs) {
        await tab.goto(link);
        await expect(tab.getByRole("button", { name: "Accept" })).toBeVisible();
      }
      // Clicks in the pages themselves, so that neither click waits for the other.
      await Promise.all(
        tabs.map((tab) =>
          tab.getByRole("button", { name: "Accept" }).evaluate((button: HTMLElement) => button.click()),
        ),
      );
      // One tab joins the notebook; the other one also does, or learns of it and is led there.
      for (const tab of tabs) {
        const way = tab.getByRole("link", { name: "Open the notebook" });
        const isInNotebook = () => tab.url().endsWith(shortId);
        await expect.poll(async () => isInNotebook() || (await way.isVisible())).toBe(true);
        if (!isInNotebook()) await way.click();
        await expect(tab).toHaveURL(`/care/${shortId}`);
        await expect(tab.getByRole("heading", { level: 1, name: "Rosa Blum's Care Notebook" })).toBeVisible();
      }
      const { rows } = await node
        .database()
        .pool.query("select 1 from members where user_id = $1", [petra.userId]);
      expect(rows).toHaveLength(1);
    },
  );
});

test.describe("the invitation page for somebody else", () => {
  test("names the invited address, and leads to the right account and back", async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const petra = await someone("Petra Sommer");
    const jonas = await someone("Jonas Weber");
    const { _id, shortId } = await notebookOf(anna);
    await invite(anna, _id, petra.email, { personalMessage: "For Petra only" });
    const link = await linkIn(node, petra.email);
    const { page } = jonas;
    await page.goto(link);
    const main = page.getByRole("main");
    await expect(main).toContainText(`This invitation was sent to ${masked(petra.email)}.`);
    await expect(main).toContainText(`You are signed in as ${jonas.email}.`);
    await expect(main).not.toContainText(petra.email);
    await expect(main).not.toContainText("For Petra only");
    await expect(main.getByRole("button", { name: /Accept|Decline/ })).toHaveCount(0);
    await main.getByRole("button", { name: "Switch account" }).click();
    await expect(page).toHaveURL(new RegExp(`/sign-in\\?returnTo=${encodeURIComponent(link)}`));
    await signIn(page, petra.email);
    await expect(page).toHaveURL(link);
    await page.getByRole("button", { name: "Accept" }).click();
    await expect(page).toHaveURL(`/care/${shortId}`);
    const { rows } = await node
      .database()
      .pool.query("select user_id from members where diary_id = $1", [_id]);
    expect(rows.map(({ user_id }) => user_id).sort()).toEqual([anna.userId, petra.userId].sort());
  });

  test("offers to ask for access with another account; an admin sees who asks, and lets them in", async ({
    someone,
    node,
  }) => {
    const anna = await someone("Anna Keller");
    const mia = await someone("Mia Lang");
    const jonas = await someone("Jonas Weber", { viewport: { width: 390, height: 844 } });
    const { _id, shortId } = await notebookOf(anna);
    await addMember(node, _id, mia, "admin");
    const invited = newEmail("Petra");
    await invite(anna, _id, invited, { role: "extended" });
    await mia.page.goto(`/care/${shortId}/members`);
    await expect(mia.page.getByText("2 member(s) total")).toBeVisible();
    const requests = mia.page.getByRole("region", { name: "Requests to join" });
    await expect(requests).toHaveCount(0);

    const { page } = jonas;
    await page.goto(await linkIn(node, invited));
    await page.getByRole("button", { name: "Ask to be let in with this account" }).click();
    await expect(page.getByRole("main")).toContainText("You asked to be let in.");
    const row = requests.getByRole("listitem").filter({ hasText: "Jonas Weber" });
    await expect(row).toContainText(`${jonas.email} has the link of your invitation to ${invited}`);
    await expect(row).toContainText("in as viewer?");
    // This server sends no mail, so no address is verified.
    await expect(row).toContainText("Nobody has checked that this address is theirs");
    await row.getByRole("button", { name: "Let in", exact: true }).click();
    await expect(mia.page.getByText("3 member(s) total")).toBeVisible();
    await expect(requests).toHaveCount(0);
    // Whoever waited is led to the notebook.
    await expect(page).toHaveURL(`/care/${shortId}`);
  });

  screenTest("tells people whose request is declined that it is declined", async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const jonas = await someone("Jonas Weber");
    const { _id, shortId } = await notebookOf(anna);
    const invited = newEmail("Petra");
    await invite(anna, _id, invited);
    await jonas.page.goto(await linkIn(node, invited));
    await jonas.page.getByRole("button", { name: "Ask to be let in with this account" }).click();
    await anna.page.goto(`/care/${shortId}/members`);
    const requests = anna.page.getByRole("region", { name: "Requests to join" });
    await requests.getByRole("button", { name: "Don't let in" }).click();
    await expect(requests).toHaveCount(0);
    await expect(jonas.page.getByRole("main")).toContainText("Your request was declined. Ask Anna Keller");
  });
});

test.describe("the invitation page on a server without mail", () => {
  screenTest(
    "opens nothing for people who sign up with an invited address and don't have the link",
    async ({ someone, node, browser }) => {
      const anna = await someone("Anna Keller");
      const { _id } = await notebookOf(anna);
      const email = newEmail("Petra");
      const invitationId = await invite(anna, _id, email);
      const squatter = await signUpPerson(node, browser, "Sam Squatter", {}, email);
      const page = await squatter.context.newPage();
      await page.goto("/care");
      await expect(page.getByRole("heading", { name: "Welcome to CareDiary!" })).toBeVisible();
      await expect(page.getByText("Rosa Blum")).toHaveCount(0);
      for (const call of [api.invitations.acceptInvitation, api.invitations.declineInvitation]) {
        await expect(squatter.http.mutation(call, { invitationId })).rejects.toMatchObject({
          data: { message: "Access denied" },
        });
      }
      // With the link they can answer it.
      await page.goto(await linkIn(node, email));
      await page.getByRole("button", { name: "Accept" }).click();
      await expect(page.getByRole("heading", { level: 1, name: "Rosa Blum's Care Notebook" })).toBeVisible();
      await squatter.context.close();
    },
  );
});

test.describe("the invitation page for a signed-out visitor", () => {
  test("says who invites to which notebook, and that one has to sign in", {
    tag: spec("WORK-043 CORE-009 CORE-010 CORE-011"),
  }, async ({ someone, node, page }) => {
    const anna = await someone("Anna Keller");
    const petra = await someone("Petra Sommer");
    const { _id } = await notebookOf(anna);
    await invite(anna, _id, petra.email, { personalMessage: "Please come." });
    const link = await linkIn(node, petra.email);
    const sockets: string[] = [];
    page.on("websocket", (socket) => sockets.push(socket.url()));
    await page.goto(link);
    await expect(
      page.getByRole("heading", { level: 1, name: "Anna Keller invites you to “Rosa Blum's Care Notebook”" }),
    ).toBeVisible();
    const main = page.getByRole("main");
    await expect(main.getByRole("heading", { name: "Sign in required" })).toBeVisible();
    await expect(main.getByText("Please sign in", { exact: true })).toBeVisible();
    await expect(main).toContainText(`sent to ${masked(petra.email)}`);
    await expect(main.getByRole("button", { name: /Accept|Decline/ })).toHaveCount(0);
    const returnTo = encodeURIComponent(link);
    await expect(main.getByRole("link", { name: "Create an account" })).toHaveAttribute(
      "href",
      `/sign-up?returnTo=${returnTo}`,
    );
    expect(sockets).toEqual([]);
    await main.getByRole("link", { name: "Sign in" }).click();
    await expect(page).toHaveURL(`/sign-in?returnTo=${returnTo}`);
    await signIn(page, petra.email);
    await expect(page).toHaveURL(link);
    await expect(page.getByRole("button", { name: "Accept" })).toBeVisible();
  });

  screenTest(
    "shows the message of each state",
    {
      tag: spec("CORE-209 CORE-210 CORE-211 CORE-212 CORE-213 CORE-214"),
    },
    async ({ someone, node, page }) => {
      const anna = await someone("Anna Keller");
      const { _id } = await notebookOf(anna);
      const { pool } = node.database();
      for (const [set, heading] of [
        ["status = 'accepted'", "This invitation has already been accepted."],
        ["status = 'declined'", "This invitation has been declined."],
        ["expires_at = now() - interval '1 s'", "This invitation has expired."],
      ] as const) {
        const email = newEmail("Petra");
        await invite(anna, _id, email);
        const link = await linkIn(node, email);
        await page.goto(link);
        await expect(page.getByRole("heading", { name: "Anna Keller invites you" })).toBeVisible();
        const by = set.includes("accepted") ? `, accepted_by = '${anna.userId}'` : "";
        const at = set.includes("status") ? ", responded_at = now()" : "";
        await pool.query(`update invitations set ${set}${by}${at} where email = $1`, [email]);
        // A later visit shows the same state.
        await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
        await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
        await expect(page.getByText("Rosa Blum")).toHaveCount(0);
      }
      for (const path of ["/invitations/nothing/accept", `/invitations/${"x".repeat(500)}/accept`]) {
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1, name: "Invalid invitation" })).toBeVisible();
        await expect(page.getByText("This invitation link is not valid.")).toBeVisible();
      }
    },
  );

  test("loads neither the UI kit nor the live client", async ({ someone, node, page }) => {
    const anna = await someone("Anna Keller");
    const email = newEmail("Petra");
    const { _id } = await notebookOf(anna);
    await invite(anna, _id, email);
    const { bytes, files } = await countFirstLoad(page, await linkIn(node, email));
    console.log(`the invitation page, signed out: ${bytes} bytes of JavaScript in ${files} files`);
    // The size of what every page loads, plus ten per cent.
    expect(bytes).toBeLessThanOrEqual(118_900);
  });
});

screenTest(
  "a new account comes from the invitation's mail into the notebook and writes a note that the inviter sees at once",
  {
    tag: spec("CORE-186 CORE-206 CORE-207"),
  },
  async ({ someone, node, browser }) => {
    const anna = await someone("Anna Keller");
    const { shortId } = await notebookOf(anna);
    const email = newEmail("Petra Sommer");
    await anna.page.goto(`/care/${shortId}/members?invite=mail`);
    await anna.page.getByLabel("E-mail address").fill(email);
    await anna.page.getByLabel("Personal message").fill("Please come.");
    await anna.page.getByRole("button", { name: "Send invitation" }).click();
    await expect(anna.page.getByText("Invitation sent")).toBeVisible();
    const link = await linkIn(node, email);

    // The viewport of a phone.
    const context = await browser.newContext({ baseURL: node.url, viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    await page.goto(link);
    await page.getByRole("link", { name: "Create an account" }).click();
    await signUp(page, "Petra Sommer", email);
    await expect(page).toHaveURL(link);
    await page.getByRole("button", { name: "Accept" }).click();
    await expect(page).toHaveURL(`/care/${shortId}`);
    await expect(
      anna.page
        .getByRole("listitem")
        .filter({ has: anna.page.getByRole("heading", { name: "Petra Sommer" }) }),
    ).toContainText("invited by Anna Keller");
    await expect(anna.page.getByText("No pending invitations")).toBeVisible();

    await anna.page.goto(`/care/${shortId}`);
    await page.goto(`/care/${shortId}/note/new?type=default`);
    await page.getByLabel("Title").fill("My first visit");
    await page.getByLabel("Content").fill("We had tea.");
    await page.getByRole("button", { name: "Save note" }).click();
    await expect(anna.page.getByRole("link", { name: "My first visit" })).toBeVisible();
    await context.close();
  },
);

screenTest(
  "a server with mail leads back to the invitation once the new address is confirmed, and offers no link to copy",
  async ({ browser }) => {
    const mail = await startMailServer();
    const node = await startRunningNode({ SMTP_URL: mail.url, MAIL_FROM: "care@example.org" });
    try {
      const context = await browser.newContext({ baseURL: node.url });
      const page = await context.newPage();
      const confirm = async (who: Page, email: string) => {
        const found = async () =>
          (await mail.letters(email)).flatMap(({ text }) => text?.match(/\/sign-in\/verify-email\S+/) ?? []);
        await expect.poll(async () => (await found()).length, { timeout: 20_000 }).toBe(1);
        await who.goto((await found())[0]!);
        await who.getByRole("button", { name: "Confirm" }).click();
      };
      const annasEmail = newEmail("Anna Keller");
      await page.goto("/sign-up");
      await signUp(page, "Anna Keller", annasEmail);
      // The letter may come before the answer, which marks this browser as the one that made the account.
      await expect(page.getByRole("heading", { name: "Look into your mail" })).toBeVisible();
      await confirm(page, annasEmail);
      await expect(page.getByRole("heading", { name: "Welcome to CareDiary!" })).toBeVisible();
      const { token } = await (await context.request.get("/api/auth/token")).json();
      const http = new ConvexHttpClient(node.url, { logger: false });
      http.setAuth(token);
      const care = `/care/${(await notebookOf({ http })).shortId}`;
      await page.goto(`${care}/members?invite=mail`);
      const petrasEmail = newEmail("Petra Sommer");
      await page.getByLabel("E-mail address").fill(petrasEmail);
      await page.getByRole("button", { name: "Send invitation" }).click();
      await expect(page.getByRole("button", { name: "Resend" })).toBeVisible();
      await expect(page.getByRole("button", { name: "Copy link" })).toHaveCount(0);
      await expect(page.getByText("No mail goes out from here")).toHaveCount(0);

      const others = await browser.newContext({ baseURL: node.url });
      const petra = await others.newPage();
      const link = await linkIn(mail, petrasEmail);
      await petra.goto(link);
      await petra.getByRole("link", { name: "Create an account" }).click();
      await signUp(petra, "Petra Sommer", petrasEmail);
      await expect(petra.getByRole("heading", { name: "Look into your mail" })).toBeVisible();
      await confirm(petra, petrasEmail);
      await expect(petra).toHaveURL(link);
      await petra.getByRole("button", { name: "Accept" }).click();
      await expect(petra).toHaveURL(care);
      await others.close();
      await context.close();
    } finally {
      await node.remove();
      await mail.stop();
    }
  },
);
