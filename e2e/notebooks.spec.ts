import { api } from "../lib/api.ts";
import { holdAnswers } from "./support/faults.ts";
import { addMember, notebookOf, noteOf } from "./support/people.ts";
import { spec } from "./support/spec.ts";
import { expect, screenTest, test } from "./support/test.ts";

test("the page welcomes people who have no notebook", { tag: spec("WORK-214 WORK-215 WORK-216") }, async ({
  someone,
}) => {
  const { page } = await someone("Petra Sommer");
  await page.goto("/care");
  await expect(page.getByRole("heading", { name: "Welcome to CareDiary!" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(4);
  await page.getByRole("link", { name: "Create Your First Care Notebook" }).click();
  await expect(page).toHaveURL("/care/new");
});

screenTest("the page says that the notebooks load", { tag: spec("WORK-213") }, async ({ someone }) => {
  const { page } = await someone("Petra Sommer");
  const release = await holdAnswers(page, "diaries:listMyDiaries");
  await page.goto("/care");
  await expect(page.getByText("Loading your care diaries...")).toBeAttached();
  release();
  await expect(page.getByRole("heading", { name: "Welcome to CareDiary!" })).toBeVisible();
});

screenTest(
  "the form makes a notebook from a name and a country",
  {
    tag: spec("CORE-108 CORE-109 CORE-110 CORE-111 CORE-112 CORE-113"),
  },
  async ({ someone }) => {
    const anna = await someone("Anna Keller");
    const { page } = anna;
    await page.goto("/care/new");
    await page.getByRole("button", { name: "Clear the country" }).click();
    await page.getByRole("button", { name: "Create notebook" }).click();
    await expect(page.getByRole("alert")).toHaveText([
      "Person's full name is required",
      "Country/region is required",
    ]);
    await expect(page.getByLabel("Person's full name")).toBeFocused();
    await page.getByLabel("Person's full name").fill("  Rosa Blum ");
    await page.getByRole("combobox", { name: "Country/region" }).fill("Germ");
    await page.getByRole("option", { name: "Germany" }).click();
    await page.getByRole("button", { name: "Create notebook" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Rosa Blum's Care Notebook" })).toBeVisible();
    await expect(page).toHaveURL(/\/care\/[0-9a-z]{6}$/);
    const [notebook] = await anna.http.query(api.diaries.listMyDiaries, {});
    expect(notebook).toMatchObject({
      region: "DE",
      timeZone: "Europe/Berlin",
      details: { fullName: "Rosa Blum" },
    });
  },
);

screenTest(
  "the form shows the server's reason when the server refuses a notebook",
  {
    tag: spec("CORE-127"),
  },
  async ({ someone }) => {
    const { page } = await someone("Anna Keller");
    await page.routeWebSocket(/\/api\/.*\/sync/, (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((message) => {
        const parsed = JSON.parse(String(message));
        if (parsed.udfPath !== "diaries:createDiaryWithPersonInfo") return server.send(message);
        // The server really refuses: this isn't a country.
        parsed.args[0].region = "Germany";
        server.send(JSON.stringify(parsed));
      });
    });
    await page.goto("/care/new");
    await page.getByLabel("Person's full name").fill("Rosa Blum");
    await page.getByRole("combobox", { name: "Country/region" }).fill("Germ");
    await page.getByRole("option", { name: "Germany" }).click();
    await page.getByRole("button", { name: "Create notebook" }).click();
    await expect(page.locator("form").getByRole("alert")).toContainText("Country/region is required");
    // The message is in the form only, without a notification.
    await expect(page.getByRole("alert")).toHaveCount(1);
    await expect(page.getByLabel("Person's full name")).toHaveValue("Rosa Blum");
  },
);

screenTest("the page sorts own and shared notebooks and shows each on a card", async ({ someone, node }) => {
  const anna = await someone("Anna Keller");
  const jonas = await someone("Jonas Weber");
  const rosa = await notebookOf(anna, "Rosa Blum");
  const emil = await notebookOf(jonas, "Emil Weber");
  const otto = await notebookOf(jonas, "Otto Weber");
  const ida = await notebookOf(jonas, "Ida Weber");
  await addMember(node, emil._id, anna, "member");
  await addMember(node, otto._id, anna, "extended");
  await addMember(node, ida._id, anna, "admin");
  for (let count = 0; count < 10; count++) await noteOf(jonas, emil._id, `Note ${count}`);
  await noteOf(jonas, ida._id);
  const { page } = anna;
  await page.goto("/care");
  const own = page.getByRole("region", { name: "Care Notes" });
  const shared = page.getByRole("region", { name: "Shared With Me" });
  const card = (name: string) => page.getByRole("listitem").filter({ hasText: name });

  const names = async (region: typeof own) =>
    (await region.getByRole("listitem").getByRole("heading", { level: 3 }).allTextContents()).sort();
  await expect
    .poll(() => names(own), "@WORK-219 @WORK-220 @WORK-221 @WORK-230")
    .toEqual(["Ida Weber", "Rosa Blum"]);
  await expect
    .poll(() => names(shared), "@WORK-224 @WORK-225 @WORK-226")
    .toEqual(["Emil Weber", "Otto Weber"]);
  await expect(own.getByRole("link", { name: "Create a Notebook" }), "@WORK-222 @WORK-223").toHaveAttribute(
    "href",
    "/care/new",
  );
  await expect(card("Rosa Blum"), "@WORK-236").toContainText("Owner");
  await expect(card("Rosa Blum"), "@WORK-232").toContainText("1 member");
  await expect(card("Rosa Blum"), "@WORK-233").not.toContainText("1 members");
  await expect(card("Rosa Blum")).toContainText("0 notes");
  await expect(card("Rosa Blum"), "@WORK-240").toContainText("Updated just now");
  await expect(card("Rosa Blum"), "@WORK-242").not.toContainText("Owned by");
  await expect(card("Ida Weber"), "@WORK-237").toContainText("Admin");
  await expect(card("Ida Weber"), "@WORK-234").toContainText("1 note");
  await expect(card("Ida Weber"), "@WORK-235").not.toContainText("1 notes");
  await expect(card("Ida Weber").getByLabel("1 unread"), "@WORK-243").toHaveText("1");
  await expect(card("Rosa Blum").getByLabel(/unread/)).toHaveCount(0);
  await expect(card("Rosa Blum"), "@WORK-231").toContainText("Rosa Blum's Care Notebook");
  await expect(card("Emil Weber"), "@WORK-238").toContainText("Caregiver");
  await expect(card("Emil Weber"), "@WORK-233").toContainText("2 members");
  await expect(card("Emil Weber"), "@WORK-235").toContainText("10 notes");
  await expect(card("Emil Weber"), "@WORK-241").toContainText("Owned by Jonas Weber");
  await expect(card("Emil Weber").getByText("9+"), "@WORK-244").toBeVisible();
  await expect(card("Otto Weber"), "@WORK-239").toContainText("Viewer");
  for (let count = 0; count < 8; count++) await noteOf(jonas, ida._id, `More ${count}`);
  await expect(card("Ida Weber").getByLabel("9 unread"), "@WORK-245").toHaveText("9");
  await page.getByRole("link", { name: "Rosa Blum" }).click();
  await expect(page, "@WORK-227").toHaveURL(`/care/${rosa.shortId}`);
});

screenTest(
  "the list is live: notebooks appear and disappear, counts and names change, without a reload",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const jonas = await someone("Jonas Weber");
    const emil = await notebookOf(jonas, "Emil Weber");
    const { page } = anna;
    await page.goto("/care");
    await expect(page.getByRole("heading", { name: "Welcome to CareDiary!" })).toBeVisible();
    await addMember(node, emil._id, anna, "member");
    const shared = page.getByRole("region", { name: "Shared With Me" });
    await expect(shared.getByRole("heading", { level: 3 })).toHaveText(["Emil Weber"]);
    await expect(shared).toContainText("0 notes");
    await noteOf(jonas, emil._id);
    await expect(shared).toContainText("1 note");
    await expect(shared.getByLabel("1 unread")).toBeVisible();
    await jonas.http.mutation(api.diaries.updateDiaryWithPersonInfo, {
      diaryId: emil._id,
      name: "Emil at home",
      region: "DE",
      personInfo: { fullName: "Emil Weber" },
    });
    await expect(shared).toContainText("Emil at home");
    await notebookOf(anna, "Rosa Blum");
    await expect(page.getByRole("region", { name: "Care Notes" })).toContainText("Rosa Blum");
    const members = await jonas.http.query(api.members.listMembers, { diaryId: emil._id });
    const { _id: memberId } = members.find(({ user }) => user.name === "Anna Keller")!;
    await jonas.http.mutation(api.members.removeMember, { memberId });
    await expect(shared).toHaveCount(0);
  },
);

screenTest("the page shows each of many notebooks, with its card", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const names = Array.from({ length: 40 }, (_, count) => `Person ${String(count).padStart(2, "0")}`);
  for (const name of names) await notebookOf(anna, name);
  await anna.page.goto("/care");
  const headings = anna.page.getByRole("region", { name: "Care Notes" }).getByRole("heading", { level: 3 });
  await expect(headings).toHaveText(names.toReversed());
  const first = anna.page.getByRole("listitem").filter({ hasText: names[0]! });
  await expect(first).toContainText("1 member");
  await first.getByRole("link").click();
  await expect(anna.page.getByRole("heading", { level: 1, name: "Person 00's Care Notebook" })).toBeVisible();
});
