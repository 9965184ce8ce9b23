import { type RunningNode, startRunningNode } from "./support/running-node.ts";
import { spec } from "./support/spec.ts";
import { test as base, expect } from "./support/test.ts";

const DOMAIN = "clerk.example.org";
const SCRIPT = `https://${DOMAIN}/npm/**`;

/** A stand-in for the parts of the hosted service's script that the page calls, with nobody signed in. */
const HOSTED_SCRIPT = `
  window.asked = [];
  let listener = () => {};
  window.Clerk = {
    user: null,
    session: null,
    load: async () => {},
    addListener: (given) => { listener = given; return () => {}; },
    mountSignIn: (element, options) => { element.textContent = "Hosted sign-in " + JSON.stringify(options); },
    unmountSignIn: (element) => { element.textContent = ""; },
    mountSignUp: (element, options) => { element.textContent = "Hosted sign-up " + JSON.stringify(options); },
    unmountSignUp: (element) => { element.textContent = ""; },
    signOut: async () => {},
  };
  window.signInAs = (user) => {
    window.Clerk.user = user;
    window.Clerk.session = { getToken: async (options) => { window.asked.push(options); return null; } };
    listener();
  };
`;

const test = base.extend<object, { node: RunningNode }>({
  node: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const node = await startRunningNode({
        AUTH_PROVIDER: "clerk",
        CLERK_PUBLISHABLE_KEY: `pk_test_${btoa(`${DOMAIN}$`)}`,
      });
      await use(node);
      await node.remove();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

test("the sign-in pages show the hosted service's own forms, routed by path", {
  tag: spec("CORE-001 WORK-010 WORK-011 WORK-012 WORK-140"),
}, async ({ page }) => {
  await page.route(SCRIPT, (route) => route.fulfill({ contentType: "text/javascript", body: HOSTED_SCRIPT }));
  await page.goto("/sign-in/factor-one?returnTo=%2Ftasks");
  await expect(page.getByText("Hosted sign-in")).toContainText('"routing":"path","path":"/sign-in"');
  await expect(page.getByText("Hosted sign-in")).toContainText('"forceRedirectUrl":"/tasks"');
  await page.goto("/sign-up");
  await expect(page.getByText("Hosted sign-up")).toContainText('"forceRedirectUrl":"/care"');
});

test("the page asks the hosted service for a token of the template named convex", {
  tag: spec("CORE-007"),
}, async ({ page }) => {
  await page.route(SCRIPT, (route) => route.fulfill({ contentType: "text/javascript", body: HOSTED_SCRIPT }));
  await page.goto("/home");
  await expect(page.getByRole("heading", { name: "Sign in required" })).toBeVisible();
  await page.evaluate(() => {
    const user = {
      id: "user_1",
      fullName: "Anna",
      primaryEmailAddress: { emailAddress: "anna@example.org" },
    };
    (window as unknown as { signInAs(user: object): void }).signInAs(user);
  });
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { asked: object[] }).asked[0]))
    .toMatchObject({ template: "convex" });
});

test("the page waits 15 seconds for the hosted service's script, then says so and offers Retry", {
  tag: spec("WORK-150"),
}, async ({ page }) => {
  await page.clock.install();
  await page.route(SCRIPT, () => {});
  const asked = page.waitForRequest(SCRIPT);
  // A page whose script never comes may never have loaded.
  await page.goto("/home", { waitUntil: "commit" });
  await asked;
  await page.clock.fastForward(14_000);
  await expect(page.getByText("Loading...")).toBeAttached();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.clock.fastForward(1_500);
  // Checked just after 15 seconds, so that a longer limit fails the test.
  await expect(page.getByRole("alert")).toContainText("The sign-in service did not answer.", {
    timeout: 2000,
  });
  await expect(page.getByRole("button", { name: "Retry" })).toBeVisible();
});
