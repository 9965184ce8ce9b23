import { api } from "../lib/api.ts";
import { notebookOf, PASSWORD } from "./support/people.ts";
import { annaAndJonas, devices, messages, SETTINGS, test, turnOnIn } from "./support/phone.ts";
import { taskOf } from "./support/tasks.ts";
import { expect } from "./support/test.ts";

for (const hasSignedOut of [true, false])
  test(`a browser in which another person signs in becomes theirs, and nothing of the former one arrives: ${hasSignedOut ? "after a sign-out" : "without a sign-out"}`, async ({
    whole: browser,
    reminding: node,
    push,
  }) => {
    const { anna, jonas, rosa, page } = await annaAndJonas(browser, node, push);
    const emil = await notebookOf(jonas, "Emil Weber");
    const { context } = anna;
    const subscribed = () =>
      page.evaluate(() => {
        const kept = localStorage.getItem("subscription-of-test");
        return kept === null ? null : (JSON.parse(kept).endpoint as string);
      });
    await turnOnIn(page);
    const former = await subscribed();
    for (const { http } of [anna, jonas])
      await http.mutation(api.notifications.setSettings, { lockScreen: "what" });
    if (hasSignedOut) {
      await page.getByRole("button", { name: /^Your account/ }).click();
      // Its answer removes the cookie: the next sign-in comes after it.
      const signedOut = page.waitForResponse("**/api/auth/sign-out");
      await page.getByRole("button", { name: "Sign out" }).click();
      await signedOut;
      await expect.poll(subscribed).toBeNull();
      await anna.signInHttp();
    }
    const data = { email: jonas.email, password: PASSWORD };
    expect((await context.request.post("/api/auth/sign-in/email", { data })).ok()).toBe(true);
    await page.goto(SETTINGS);
    // The permission was another's: it is asked about anew, and what they had ends by itself.
    await expect(devices(page).getByRole("button", { name: "Turn on on this device" })).toBeVisible();
    await expect.poll(subscribed, { timeout: 20_000 }).toBeNull();
    await turnOnIn(page);
    expect(await subscribed()).not.toBe(former);
    await expect.poll(() => jonas.http.query(api.notifications.listTargets, {})).toHaveLength(1);

    push.received.length = 0;
    const at = { scheduledDate: Date.now() + 1500 };
    await taskOf(anna, rosa._id, "Water the orchids", at);
    await taskOf(jonas, emil._id, "Fold the laundry", at);
    await expect.poll(() => messages(push).length, { timeout: 90_000 }).toBe(1);
    expect(messages(push)[0]).toMatchObject({ body: "Fold the laundry" });
    // Both were planned at once; what is sent to a subscription that has ended removes it.
    await expect
      .poll(() => anna.http.query(api.notifications.listTargets, {}), { timeout: 20_000 })
      .toEqual([]);
    expect(messages(push)).toHaveLength(1);
    await context.close();
    await jonas.context.close();
  });
