import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
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

/** The hosted service's signing key, and the server that publishes it. */
type HostedKeys = { url: string; sign(claims: JWTPayload): Promise<string>; close(): void };

async function startHostedKeys(): Promise<HostedKeys> {
  const { publicKey, privateKey } = await generateKeyPair("RS256");
  const jwk = { ...(await exportJWK(publicKey)), kid: "ins_1", alg: "RS256", use: "sig" };
  const server: Server = createServer((_, response) => response.end(JSON.stringify({ keys: [jwk] })));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sign: (claims) =>
      new SignJWT({ iss: `https://${DOMAIN}`, sub: "user_1", ...claims })
        .setProtectedHeader({ alg: "RS256", kid: "ins_1" })
        .setIssuedAt()
        .setExpirationTime("60s")
        .sign(privateKey),
    close: () => void server.close(),
  };
}

const test = base.extend<object, { node: RunningNode; keys: HostedKeys }>({
  keys: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const keys = await startHostedKeys();
      await use(keys);
      keys.close();
    },
    { scope: "worker" },
  ],
  node: [
    async ({ keys }, use) => {
      const node = await startRunningNode({
        AUTH_PROVIDER: "clerk",
        CLERK_PUBLISHABLE_KEY: `pk_test_${btoa(`${DOMAIN}$`)}`,
        AUTH_JWKS_URI: keys.url,
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

test("a person signs in again in the hosted service's dialog, to make an access token", async ({
  page,
  node,
  keys,
}) => {
  /** Minutes since the person has signed in. */
  let minutes = 30;
  await page.exposeFunction("signToken", (template: string | null) =>
    keys.sign(
      template
        ? { aud: template, email: "anna@example.org", name: "Anna" }
        : { sid: "sess_1", azp: node.url, fva: [minutes, -1] },
    ),
  );
  await page.exposeFunction("signedInAgain", () => {
    minutes = 0;
  });
  const signedIn = `
    Object.assign(window.Clerk, {
      user: { id: "user_1", fullName: "Anna", primaryEmailAddress: { emailAddress: "anna@example.org" } },
      session: {
        factorVerificationAge: [30, -1],
        getToken: ({ template }) => window.signToken(template ?? null),
      },
      __internal_openReverification: async ({ level, afterVerification, afterVerificationCancelled }) => {
        if (level !== "first_factor") throw new Error(level);
        const dialog = document.body.appendChild(document.createElement("div"));
        dialog.style.cssText = "position: fixed; inset: 0; overflow: auto; z-index: 10000; background: white";
        const press = (name, onPress) => {
          const button = dialog.appendChild(document.createElement("button"));
          button.textContent = name;
          button.style.cssText = "display: block; margin-top: 2000px";
          button.onclick = async () => {
            dialog.remove();
            await onPress();
          };
        };
        press("Hosted cancel", afterVerificationCancelled);
        press("Hosted verify", async () => {
          await window.signedInAgain();
          afterVerification();
        });
      },
    });`;
  await page.route(SCRIPT, (route) =>
    route.fulfill({ contentType: "text/javascript", body: HOSTED_SCRIPT + signedIn }),
  );
  await page.goto("/account");
  await page.getByRole("button", { name: "Make an access token" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Scale");
  await dialog.getByRole("button", { name: "Sign in again" }).click();
  // The service's dialog scrolls over ours, and Escape there doesn't close ours.
  await page.mouse.move(200, 200);
  await page.mouse.wheel(0, 1800);
  await expect(page.getByText("Hosted cancel")).toBeInViewport();
  await page.keyboard.press("Escape");
  await page.getByText("Hosted cancel").click();
  await expect(dialog.getByRole("alert")).toContainText("You didn't finish signing in.");
  await expect(dialog.getByLabel("Name")).toHaveValue("Scale");
  await dialog.getByRole("button", { name: "Sign in again" }).click();
  await page.getByText("Hosted verify").click();
  expect(await dialog.getByLabel("Access token", { exact: true }).inputValue()).toMatch(/^cd_pat_/);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("Scale (…", { exact: false })).toBeVisible();
});
