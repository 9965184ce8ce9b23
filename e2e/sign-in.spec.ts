import { api } from "../lib/api.ts";
import { expectClean } from "./support/axe.ts";
import { addMember, newEmail, notebookOf, noteOf, PASSWORD } from "./support/people.ts";
import { spec } from "./support/spec.ts";
import { expect, screenTest, test } from "./support/test.ts";
import { totp } from "./support/totp.ts";

screenTest(
  "signing up sends the user's record to the server and opens /care",
  {
    tag: spec("CORE-008 WORK-139 WORK-142 WORK-143"),
  },
  async ({ page, node }) => {
    const email = newEmail("Petra Sommer");
    const frames: string[] = [];
    page.on("websocket", (socket) => socket.on("framesent", ({ payload }) => frames.push(String(payload))));
    await page.goto("/sign-up");
    await page.getByLabel("Your name").fill("Petra Sommer");
    await page.getByLabel("E-mail address").fill(email);
    await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page).toHaveURL("/care");
    await expect(page.getByRole("heading", { name: "Welcome to CareDiary!" })).toBeVisible();

    const user = await node
      .database()
      .db.selectFrom("users")
      .select(["name", "email", "clerk_user_id"])
      .where("email", "=", email)
      .executeTakeFirstOrThrow();
    expect(user.name).toBe("Petra Sommer");
    const sync = frames.map((frame) => JSON.parse(frame)).find(({ udfPath }) => udfPath === "users:syncUser");
    expect(frames.some((frame) => frame.includes("users:getCurrentUser"))).toBe(true);
    expect(sync.args).toEqual([
      { clerkUserId: user.clerk_user_id, email, name: "Petra Sommer", language: "en" },
    ]);
  },
);

test("signing in opens /care; signing out shows the sign-in question again", {
  tag: spec("WORK-138"),
}, async ({ page, someone }) => {
  const { email } = await someone("Anna Keller");
  await page.goto("/sign-in");
  await page.getByLabel("E-mail address").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL("/care");
  await page.getByRole("button", { name: "Your account" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in required" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Sign in required" })).toBeVisible();
});

screenTest(
  "a wrong password shows an error beside the field, which is announced",
  async ({ page, someone }) => {
    const { email } = await someone("Anna Keller");
    await page.goto("/sign-in");
    await page.getByLabel("E-mail address").fill(email);
    await page.getByRole("textbox", { name: "Password" }).fill("not the password");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByRole("alert")).toHaveText("The e-mail address or the password is wrong.");
    await expect(page.getByRole("textbox", { name: "Password" })).toBeFocused();
    await page.getByRole("button", { name: "Show password" }).click();
    await expect(page.getByRole("textbox", { name: "Password" })).toHaveAttribute("type", "text");
  },
);

screenTest(
  "an empty field or a short password shows an error beside the field before anything is created",
  async ({ page }) => {
    await page.goto("/sign-up");
    await page.getByRole("button", { name: "Create account" }).click();
    // All errors show at once, and the first field gets the focus.
    await expect(page.getByRole("alert")).toHaveText([
      "Please enter your name.",
      "Please enter your e-mail address.",
      "Please choose a password.",
    ]);
    await expect(page.getByLabel("Your name")).toBeFocused();
    await page.getByLabel("Your name").fill("Petra Sommer");
    await page.getByLabel("E-mail address").fill(newEmail("Petra"));
    await page.getByRole("textbox", { name: "Password" }).fill("short");
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByText("The password needs at least 8 characters.")).toBeVisible();
  },
);

screenTest(
  "a forgotten password gets the same answer for known and unknown addresses",
  async ({ page, someone }) => {
    const { email } = await someone("Anna Keller");
    for (const address of [email, newEmail("nobody")]) {
      await page.goto("/sign-in/forgot-password");
      await page.getByLabel("E-mail address").fill(address);
      await page.getByRole("button", { name: "Send the link" }).click();
      await expect(page.getByText(`If there is an account for ${address}, a message`)).toBeVisible();
    }
  },
);

test("the mail's link sets a new password, and the old one no longer works", async ({
  page,
  someone,
  node,
}) => {
  const { email } = await someone("Anna Keller");
  await page.goto("/sign-in/forgot-password");
  await page.getByLabel("E-mail address").fill(email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect.poll(async () => (await node.letters(email)).length, { timeout: 20_000 }).toBe(1);
  const [letter] = await node.letters(email);
  const link = letter!.text!.match(/https?:\/\/\S+\/sign-in\/reset-password#\S+/)![0];
  await page.goto(link);
  await page.getByRole("textbox", { name: "New password" }).fill("another good sentence");
  await page.getByRole("button", { name: "Set the password" }).click();
  await expect(page.getByText("Your new password is set.")).toBeVisible();
  await page.getByRole("link", { name: "Sign in" }).click();
  for (const [password, works] of [
    [PASSWORD, false],
    ["another good sentence", true],
  ] as const) {
    await page.getByLabel("E-mail address").fill(email);
    await page.getByRole("textbox", { name: "Password" }).fill(password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    if (!works) await expect(page.getByRole("alert")).toContainText("is wrong");
  }
  // Where they see what else opens their account, if there is anything.
  await expect(page).toHaveURL("/account#openings");
  await page.goto(link);
  await page.getByRole("textbox", { name: "New password" }).fill("a third good sentence");
  await page.getByRole("button", { name: "Set the password" }).click();
  await expect(page.getByRole("alert")).toContainText("This link is wrong or has run out.");
});

screenTest(
  "an authenticator app is set up as the second step and asked for at the next sign-in",
  async ({ page, someone }) => {
    const anna = await someone("Anna Keller");
    await anna.page.goto("/account");
    await anna.page.getByRole("button", { name: "Switch the second step on" }).click();
    await anna.page.getByRole("textbox", { name: "Your password" }).fill(PASSWORD);
    await anna.page.getByRole("button", { name: "Switch the second step on" }).click();
    await expect(anna.page.getByRole("img", { name: "Picture for your authenticator app" })).toBeVisible();
    const secret = await anna.page.getByText("Key:").locator("code").textContent();
    await anna.page.getByLabel("3. Code from the app").fill(totp(secret!, Date.now()));
    await anna.page.getByRole("button", { name: "Switch it on" }).click();
    await expect(anna.page.getByText("On: signing in asks for a code")).toBeVisible();

    await page.goto("/sign-in");
    await page.getByLabel("E-mail address").fill(anna.email);
    await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page).toHaveURL(/\/sign-in\/two-factor/);
    await page.getByLabel("Code from your authenticator app").fill("000000");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByRole("alert")).toContainText("This code is wrong");
    await page.getByLabel("Code from your authenticator app").fill(totp(secret!, Date.now()));
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page).toHaveURL("/care");
  },
);

screenTest("the account page lists sessions and ends another one", async ({ page, someone }) => {
  const anna = await someone("Anna Keller");
  await page.goto("/sign-in");
  await page.getByLabel("E-mail address").fill(anna.email);
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL("/care");
  await anna.page.goto("/account");
  await expect(anna.page.getByText("This browser")).toBeVisible();
  await anna.page.getByRole("button", { name: "Sign out there" }).click();
  await expect(anna.page.getByRole("button", { name: "Sign out there" })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Sign in required" })).toBeVisible();
});

screenTest("a changed name shows on others' screens at once, and is recorded", async ({ someone, node }) => {
  const anna = await someone("Anna Keller");
  const jonas = await someone("Jonas Weber");
  const { _id, shortId } = await notebookOf(anna);
  await addMember(node, _id, jonas, "member");
  await jonas.page.goto(`/care/${shortId}/members`);
  await expect(jonas.page.getByText("Anna Keller").first()).toBeVisible();
  const { page } = anna;
  await page.goto("/account");
  await page.getByRole("button", { name: "Change name" }).click();
  await page.getByLabel("Your name").fill(" ");
  await page.getByRole("button", { name: "Change name" }).click();
  await expect(page.getByText("Enter a name of at most 200 characters.")).toBeVisible();
  await page.getByLabel("Your name").fill("Anna Weber-Keller");
  await page.getByRole("button", { name: "Change name" }).click();
  await expect(page.getByText("Your name is changed.")).toBeVisible();
  await expect(jonas.page.getByText("Anna Weber-Keller").first()).toBeVisible();
  const events = await node
    .database()
    .db.selectFrom("audit_events")
    .select("event_type")
    .where("actor_id", "=", anna.userId)
    .where("event_type", "=", "account.renamed")
    .execute();
  expect(events).toHaveLength(1);
});

test("owners delete their account with the password, once no notebook depends on them", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller", { viewport: { width: 390, height: 844 } });
  const jonas = await someone("Jonas Weber");
  const { _id } = await notebookOf(anna);
  await addMember(node, _id, jonas, "admin");
  const note = await noteOf(anna, _id);
  await notebookOf(anna, "Emil Weber");
  const { page } = anna;
  await page.goto("/account");
  await page.getByRole("button", { name: "Delete account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete account" });
  await expect(dialog).toContainText("Others use notebooks that you own. Transfer or delete them first");
  await expect(dialog.getByRole("link")).toHaveText(["Rosa Blum's Care Notebook"]);
  await expect(dialog.getByLabel("Your password")).toHaveCount(0);

  // Live: a notebook that was handed over no longer prevents the deletion.
  const members = await anna.http.query(api.members.listMembers, { diaryId: _id });
  const { _id: memberId } = members.find(({ userId }) => userId === jonas.userId)!;
  await anna.http.mutation(api.members.transferOwnership, { memberId });
  await expect(dialog).toContainText(
    "The notebook that only you use, with all that is in it: “Emil Weber's Care Notebook”",
  );
  await expect(dialog).toContainText("Your place in 1 notebook of others.");
  await expect(dialog).toContainText("under “Former member”");
  await expectClean(page, "the dialog");
  const confirm = dialog.getByRole("button", { name: "Delete my account" });
  const password = dialog.getByRole("textbox", { name: "Your password" });
  await confirm.click();
  await expect(dialog.getByText("Enter your password.")).toBeVisible();
  await password.fill("not the password");
  await password.press("Enter");
  await expect(dialog.getByText("This isn't your present password.")).toBeVisible();
  await password.fill(PASSWORD);
  await confirm.click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("link", { name: "Start Your Care Diary" }).first()).toBeVisible();
  await page.goto("/care");
  await expect(page.getByRole("heading", { name: "Sign in required" })).toBeVisible();
  expect(await jonas.http.query(api.notes.getNote, { noteId: note._id })).toMatchObject({
    creatorName: "Former member",
  });
});

test.describe("user sync", () => {
  /** Lets `users.syncUser` fail; everything else is real. */
  const failSync = async (page: import("@playwright/test").Page) => {
    const state = { failing: true };
    await page.routeWebSocket(/\/api\/.*\/sync/, (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((message) => {
        const parsed = JSON.parse(String(message));
        if (!state.failing || parsed.udfPath !== "users:syncUser") return server.send(message);
        socket.send(
          JSON.stringify({
            type: "MutationResponse",
            requestId: parsed.requestId,
            success: false,
            result: "Not authenticated",
            errorData: { code: "unauthenticated", message: "Not authenticated" },
            logLines: [],
          }),
        );
      });
    });
    return state;
  };

  for (const [line, path, sight] of [
    ["WORK-147", "/calendar", /^\w+ \d{4}$/],
    ["WORK-148", "/home", "Today"],
    ["WORK-149", "/care", "Your notebooks"],
  ] as const) {
    test(`only logs a failure on ${path} for a user whom the server knows`, { tag: spec(`${line}`) }, async ({
      someone,
    }) => {
      const anna = await someone("Anna Keller");
      await notebookOf(anna);
      await failSync(anna.page);
      const logged: string[] = [];
      anna.page.on("console", (message) => logged.push(message.text()));
      await anna.page.goto(path);
      await expect(anna.page.getByRole("heading", { level: 1, name: sight })).toBeVisible();
      await expect.poll(() => logged.some((text) => text.includes("users.syncUser failed"))).toBe(true);
      await expect(anna.page.getByText("Not authenticated")).toHaveCount(0);
      await expect(anna.page.getByRole("alert")).toHaveCount(0);
    });
  }

  test("keeps /care closed for a user who isn't synced, says why, and opens it on Retry", {
    tag: spec("WORK-015"),
  }, async ({ page }) => {
    const state = await failSync(page);
    await page.goto("/sign-up");
    await page.getByLabel("Your name").fill("Petra Sommer");
    await page.getByLabel("E-mail address").fill(newEmail("Petra"));
    await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByRole("alert")).toContainText("Not authenticated");
    state.failing = false;
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("heading", { name: "Welcome to CareDiary!" })).toBeVisible();
  });
});
