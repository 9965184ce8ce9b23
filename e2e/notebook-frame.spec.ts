import { api } from "../lib/api.ts";
import { addMember, notebookOf, noteOf, type Person } from "./support/people.ts";
import { placesOf } from "./support/places.ts";
import { expect, screenTest, test } from "./support/test.ts";

test("on every page the person is on top, and the place of the page is marked", async ({ someone }) => {
  const anna = await someone("Anna Keller", { viewport: { width: 390, height: 844 } });
  const { _id, shortId } = await notebookOf(anna);
  const note = await noteOf(anna, _id);
  const { page } = anna;
  const care = `/care/${shortId}`;
  const places = placesOf(page);
  for (const [path, heading, open] of [
    [care, "Rosa Blum's Care Notebook", "Notes"],
    [`${care}/note/${note.shortId}`, "A quiet morning", "Notes"],
    [`${care}/note/new?type=default`, "Create New Note", "Notes"],
    [`${care}/medications`, "Medications", "Medicines"],
    [`${care}/plans`, "Medicines", "Medicines"],
    [`${care}/members`, "Members", "More"],
    [`${care}/info`, "Rosa Blum", "More"],
    [`${care}/edit`, "Edit notebook", "More"],
    ["/more", "More", "More"],
    ["/calendar", null, "Calendar"],
    ["/home", null, "Today"],
  ] as const) {
    await page.goto(path);
    if (heading) await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
    await expect(
      page.getByRole("banner").getByRole("button", { name: "Rosa Blum. Switch notebook" }),
    ).toBeVisible();
    await expect(places.getByRole("link")).toHaveText(["Today", "Notes", "Medicines", "Calendar", "More"]);
    await expect(places.locator("[aria-current]")).toHaveText([open]);
    for (const link of await places.getByRole("link").all()) {
      expect((await link.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390);
  }
  await places.getByRole("link", { name: "Notes" }).click();
  await expect(page).toHaveURL(care);
  await page.getByRole("banner").getByRole("button", { name: "Switch notebook" }).click();
  await page.getByRole("link", { name: "All notebooks" }).click();
  await expect(page).toHaveURL("/care");
});

screenTest(
  "news counts as seen once the notebook is opened, and again when one leaves it",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const jonas = await someone("Jonas Weber");
    const { _id, shortId } = await notebookOf(anna);
    await addMember(node, _id, jonas, "member");
    const unread = async ({ http }: Person) =>
      (await http.query(api.diaries.getDiary, { diaryId: _id }))!.unreadCount;
    const { page } = anna;
    let marks = 0;
    page.on("websocket", (socket) =>
      socket.on("framesent", ({ payload }) => {
        if (JSON.parse(String(payload)).udfPath === "diaries:markDiaryOpened") marks++;
      }),
    );

    await noteOf(jonas, _id, "First");
    await page.goto("/care");
    await expect(page.getByLabel("1 unread")).toBeVisible();
    await page.getByRole("link", { name: "Rosa Blum" }).click();
    await expect(page.getByRole("link", { name: "First" })).toBeVisible();
    await expect.poll(() => unread(anna)).toBe(0);
    expect(marks).toBe(1);

    // A later change waits for half a minute, or until the person leaves.
    await noteOf(jonas, _id, "Second");
    await expect(page.getByRole("link", { name: "Second" })).toBeVisible();
    await noteOf(jonas, _id, "Third");
    await expect(page.getByRole("link", { name: "Third" })).toBeVisible();
    expect(marks).toBe(1);
    expect(await unread(anna)).toBe(2);
    await page.getByRole("banner").getByRole("link", { name: "Care Notes" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Your notebooks" })).toBeVisible();
    await expect.poll(() => unread(anna)).toBe(0);
    await expect(page.getByLabel(/unread/)).toHaveCount(0);
    expect(marks).toBe(2);

    // Without news, opening and leaving write nothing.
    await page.goto(`/care/${shortId}`);
    await expect(page.getByRole("link", { name: "First" })).toBeVisible();
    await page.getByRole("banner").getByRole("link", { name: "Care Notes" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Your notebooks" })).toBeVisible();
    expect(marks).toBe(2);
  },
);

screenTest(
  "a hidden page marks nothing as seen; a visible one does after half a minute",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const jonas = await someone("Jonas Weber");
    const { _id, shortId } = await notebookOf(anna);
    await addMember(node, _id, jonas, "member");
    const unread = async () => (await anna.http.query(api.diaries.getDiary, { diaryId: _id }))!.unreadCount;
    const { page } = anna;
    await page.clock.install();
    await page.addInitScript(() => {
      let state = "hidden";
      Object.defineProperty(document, "visibilityState", { get: () => state });
      window.addEventListener("look", () => {
        state = "visible";
        document.dispatchEvent(new Event("visibilitychange"));
      });
    });
    await noteOf(jonas, _id, "First");
    await page.goto(`/care/${shortId}`);
    await expect(page.getByRole("link", { name: "First" })).toBeVisible();
    expect(await unread()).toBe(1);
    await page.evaluate(() => window.dispatchEvent(new Event("look")));
    await expect.poll(unread).toBe(0);

    await noteOf(jonas, _id, "Second");
    await expect(page.getByRole("link", { name: "Second" })).toBeVisible();
    await page.clock.fastForward(25_000);
    expect(await unread()).toBe(1);
    await page.clock.fastForward(10_000);
    await expect.poll(unread).toBe(0);
  },
);
