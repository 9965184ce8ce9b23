import { freePort } from "../server/http/free_port.ts";
import { CHROMIUM_FLAGS, findChromium } from "./support/chromium.ts";
import { newEmail, PASSWORD } from "./support/people.ts";
import { type RunningNode, startRunningNode } from "./support/running-node.ts";
import { test as base, expect } from "./support/test.ts";

/** A host name that resolves to this machine in these browsers: plain http, and not "localhost". */
const HOST = "care.home.test";

/** A server at an http address, as in a home network, where browsers disable some functions. */
const test = base.extend<object, { node: RunningNode }>({
  node: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const port = String(await freePort());
      const node = await startRunningNode({ PORT: port, BASE_URL: `http://${HOST}:${port}` });
      await use(node);
      await node.remove();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

test.use({
  launchOptions: {
    executablePath: findChromium(),
    args: [...CHROMIUM_FLAGS, `--host-resolver-rules=MAP ${HOST} 127.0.0.1`],
  },
});

test("over plain http people sign up, write notes, comments and tasks, and attach files", async ({
  page,
}) => {
  const failures: string[] = [];
  page.on("pageerror", (error) => failures.push(error.message));
  await page.goto("/sign-up");
  expect(await page.evaluate(() => window.isSecureContext)).toBe(false);
  await page.getByLabel("Your name").fill("Petra Sommer");
  await page.getByLabel("E-mail address").fill(newEmail("Petra Sommer"));
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("link", { name: "Create Your First Care Notebook" }).click();
  await page.getByLabel("Person's full name").fill("Rosa Blum");
  await page.getByRole("combobox", { name: "Country/region" }).fill("Germ");
  await page.getByRole("option", { name: "Germany" }).click();
  await page.getByRole("button", { name: "Create notebook" }).click();

  await page.getByRole("link", { name: "New note" }).first().click();
  await page.getByRole("link", { name: "Choose General note" }).click();
  await page.getByLabel("Title").fill("A quiet morning");
  await page.getByLabel("Content").fill("Ate half a slice of toast.");
  await page.getByRole("button", { name: "Save note" }).click();
  await page.getByRole("link", { name: "A quiet morning" }).click();
  await expect(page.getByRole("heading", { name: "A quiet morning", level: 1 })).toBeVisible();

  await page.getByLabel("Write a comment").fill("Lovely to read");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("heading", { name: "Comments (1)" })).toBeVisible();

  const fileChooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Add files" }).click();
  await (await fileChooser).setFiles({
    name: "leaflet.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("One a day"),
  });
  await expect(page.getByRole("heading", { name: "Attachments (1)" })).toBeVisible();

  await page.getByRole("button", { name: "New task" }).click();
  const form = page.getByRole("dialog", { name: "New task" });
  await form.getByLabel("Title").fill("Weigh her");
  await form.getByRole("button", { name: "Add task" }).click();
  await expect(page.getByRole("heading", { name: "Tasks (1)" })).toBeVisible();
  // What the screen shows is stored on the server.
  await page.reload();
  for (const heading of ["Comments (1)", "Attachments (1)", "Tasks (1)"])
    await expect(page.getByRole("heading", { name: heading })).toBeVisible();

  await page.goto("/recording");
  await page.getByRole("button", { name: /Activate|Try again/ }).click();
  await expect(page.getByRole("alert")).toContainText(
    "browsers give camera and microphone only to pages whose address begins with https",
  );
  expect(failures).toEqual([]);
});
