import type { Page } from "@playwright/test";
import { notebookOf } from "./support/people.ts";
import { expect, test } from "./support/test.ts";

/** What the page sends and receives on its live connection, in order: `>` and `<` with the type of the message. */
function watchMessages(page: Page): { messages: string[]; tokens: () => number } {
  const messages: string[] = [];
  let tokens = 0;
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/api/auth/token") tokens++;
  });
  page.on("websocket", (socket) => {
    const paths = (payload: string | Buffer) => {
      const { type, modifications = [] } = JSON.parse(String(payload));
      return [type, ...modifications.map((each: { udfPath?: string }) => each.udfPath ?? "")].join(" ");
    };
    socket.on("framesent", ({ payload }) => messages.push(`> ${paths(payload)}`));
    socket.on("framereceived", ({ payload }) => messages.push(`< ${JSON.parse(String(payload)).type}`));
  });
  return { messages, tokens: () => tokens };
}

test("a returning person's screen asks for its data together with the sign-in, with one token", async ({
  someone,
}) => {
  const { page } = await someone("Anna Keller");
  await page.goto("/home");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("carediary.known"))).not.toBeNull();

  const { messages, tokens } = watchMessages(page);
  await page.reload();
  // The heading appears first: home starts without waiting for the connection.
  await expect.poll(() => messages.some((message) => message.includes("tasks:"))).toBe(true);
  const asked = messages.findIndex((message) => message.includes("tasks:"));
  const signedIn = messages.indexOf("> Authenticate");
  expect(asked).toBeGreaterThan(signedIn);
  expect(messages.slice(signedIn, asked).filter((message) => message === "< Transition")).toEqual([]);
  expect(tokens()).toBe(1);
});

test("the page loads the files of its screen at once for somebody with a session, and only for them", async ({
  someone,
  page: visitor,
}) => {
  const { page } = await someone("Anna Keller");
  const links = (at: Page) =>
    at.evaluate(() => document.querySelectorAll('link[rel="modulepreload"]').length);
  const served = async (at: Page) =>
    await (await at.request.get("/tasks", { headers: { accept: "text/html" } })).text();
  expect(await served(page)).toContain("/assets/tasks-route-");
  expect(await served(visitor)).not.toContain("/assets/tasks-route-");
  await page.goto("/tasks");
  await expect(page.getByRole("heading", { level: 1, name: "Tasks" })).toBeVisible();
  expect(await links(page)).toBeGreaterThan(5);
});

test("a browser that remembers somebody whom the server doesn't know registers them and shows their screen", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller");
  const { page } = anna;
  await page.goto("/care");
  await expect(page.getByRole("heading", { name: "Welcome to CareDiary!" })).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("carediary.known"))).not.toBeNull();
  await page.goto("/robots.txt");
  // As with another database behind the same address.
  const { rowCount } = await node.database().pool.query("delete from users where id = $1", [anna.userId]);
  expect(rowCount).toBe(1);

  await page.goto("/care");
  await expect(page.getByRole("heading", { name: "Welcome to CareDiary!" })).toBeVisible();
  await notebookOf(anna, "Rosa Blum");
  await expect(page.getByRole("link", { name: "Rosa Blum" })).toBeVisible();
});
