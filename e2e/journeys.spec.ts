import { api } from "../lib/api.ts";
import { jpegOf } from "../test/pictures.ts";
import { holdTimers } from "./support/clock.ts";
import { MIDDAY, middayNotebook, plannedIn } from "./support/doses.ts";
import { ordinaryDay } from "./support/handover.ts";
import { invite } from "./support/invitations.ts";
import { HANDS, type Hand, Journey } from "./support/journey.ts";
import { addMember, newEmail, notebookOf, noteOf, PASSWORD, type Person } from "./support/people.ts";
import { placesOf } from "./support/places.ts";
import { HIP_PROGRAM, uploadProgram } from "./support/programs.ts";
import { afternoon, HOUR, taskOf } from "./support/tasks.ts";
import { expect, test } from "./support/test.ts";
import { countTraffic } from "./support/watched.ts";

// So many screens: workers share them.
test.describe.configure({ mode: "parallel" });

/**
 * What a tired person does with one hand on a phone, and the same with the keyboard alone. Each journey says what it
 * costs at most: a test that fails here has made somebody's day longer.
 */

const listOf = (author: Person, diaryId: string) =>
  author.http.mutation(api.notes.createNote, {
    diaryId,
    type: "current-medications",
    title: "Her medications",
    content: {
      type: "current-medications",
      data: {
        medications: [
          { genericName: "Amlodipine", dosage: "5 mg", timing: "in the evening" },
          { genericName: "Ibuprofen", dosage: "400 mg" },
        ],
        summary: "As the clinic gave it",
      },
    },
    noteDate: Date.now(),
    visibility: "team",
    tags: [],
  });

for (const hand of Object.keys(HANDS) as Hand[])
  test.describe(hand, () => {
    const DEVICE = HANDS[hand];

    test("to sign up and make the first notebook", async ({ browser, node }) => {
      const context = await browser.newContext({
        baseURL: node.url,
        ...DEVICE,
        locale: "en-GB",
        timezoneId: "Europe/London",
      });
      const page = await context.newPage();
      await page.goto("/");
      const journey = Journey.begin(page, hand);
      const email = newEmail("Petra");
      await journey.tap(
        page
          .getByRole("main")
          .getByRole("link", { name: /sign up|start|create/i })
          .first(),
      );
      await journey.type(page.getByLabel("Your name"), "Petra Sommer");
      await journey.type(page.getByLabel("E-mail address"), email);
      await journey.type(page.getByRole("textbox", { name: "Password" }), PASSWORD);
      await journey.tap(page.getByRole("button", { name: "Create account" }));
      await journey.tap(
        page
          .getByRole("main")
          .getByRole("link", { name: /notebook/i })
          .first(),
      );
      await journey.type(page.getByLabel("Person's full name"), "Rosa Blum");
      await journey.tap(page.locator("form").getByRole("button", { name: "Create notebook" }));
      await journey.arriveAt(page.getByRole("heading", { level: 1, name: "Rosa Blum's Care Notebook" }), {
        taps: 8,
        screens: 5,
        characters: 12 + email.length + PASSWORD.length + 9,
      });
      await context.close();
    });

    test("to invite somebody, and to come in by the link", async ({ someone }) => {
      const anna = await someone("Anna Keller", DEVICE);
      const ben = await someone("Ben Weber", DEVICE);
      await notebookOf(anna);
      const { page } = anna;
      await page.goto("/home");
      const inviting = Journey.begin(page, hand);
      await inviting.tap(placesOf(page).getByRole("link", { name: "More" }));
      await inviting.tap(page.getByRole("link", { name: /^Members/ }));
      // She is alone in the notebook: the form is open.
      await inviting.tap(page.getByRole("button", { name: "Share a link" }));
      await inviting.type(page.getByLabel("Your password"), PASSWORD);
      await inviting.tap(page.getByRole("button", { name: "Share the link" }));
      const link = page.getByRole("textbox", { name: "Link" });
      await inviting.arriveAt(link, { taps: 5, screens: 4, characters: PASSWORD.length });
      const address = await link.inputValue();
      await page.goto("/home");

      await ben.page.goto(address);
      const joining = Journey.begin(ben.page, hand);
      await joining.tap(ben.page.getByRole("button", { name: /^(Accept|Ask)/ }));
      await expect(ben.page.getByText(/Anna Keller has to let you in/)).toBeVisible();
      const letting = Journey.begin(page, hand);
      await letting.tap(page.getByRole("button", { name: /^Let .*in/ }).first());
      await joining.arriveAt(ben.page.getByRole("heading", { level: 1, name: "Rosa Blum's Care Notebook" }), {
        taps: 1,
        screens: 2,
        characters: 0,
      });
    });

    test("to come in by a mailed invitation, without an account", async ({ mailed, seats }) => {
      const { node, someone } = mailed;
      const anna = await someone("Anna Keller");
      const rosa = await notebookOf(anna);
      const email = newEmail("Ben");
      await invite(anna, rosa._id, email);
      const mailedLink = async (path: RegExp) => {
        const found = async () =>
          (await node.letters(email)).flatMap(({ text }) => text?.match(path) ?? [])[0];
        await expect.poll(found, { timeout: 20_000 }).toBeDefined();
        return (await found())!;
      };
      const seat = await seats.take({ baseURL: node.url, ...DEVICE });
      const { page } = seat;
      await page.goto(await mailedLink(/\/invitations\/\S+/));
      const joining = Journey.begin(page, hand);
      await joining.tap(page.getByRole("main").getByRole("link").first());
      await joining.type(page.getByLabel("Your name"), "Ben Weber");
      await expect(page.getByLabel("E-mail address")).toHaveValue(email);
      await joining.type(page.getByRole("textbox", { name: "Password" }), PASSWORD);
      await joining.tap(page.getByRole("button", { name: "Create account" }));
      await expect(page.getByText("A message with a link is on its way")).toBeVisible();
      await page.goto(await mailedLink(/\/sign-in\/verify-email\S+/));
      await joining.tap(page.getByRole("button", { name: "Confirm" }));
      await joining.tap(page.getByRole("button", { name: "Accept" }));
      // The invitation has the notebook's name, too.
      await expect(page).toHaveURL(`/care/${rosa.shortId}`);
      await joining.arriveAt(page.getByRole("heading", { level: 1, name: "Rosa Blum's Care Notebook" }), {
        taps: 6,
        screens: 4,
        characters: 9 + PASSWORD.length,
      });
      await seats.giveBack(seat);
    });

    test("to write tonight's note, with a photo and a mention", async ({ someone, node }) => {
      const anna = await someone("Anna Keller", DEVICE);
      const jonas = await someone("Jonas Weber");
      const rosa = await notebookOf(anna);
      await addMember(node, rosa._id, jonas, "member");
      const { page } = anna;
      await page.goto("/home");
      const journey = Journey.begin(page, hand);
      const text = "The ankle is swollen again tonight. @jo";
      await journey.tap(page.getByRole("link", { name: "Write a note" }));
      await journey.type(page.getByLabel("Content"), text);
      await journey.choose(page.getByRole("option", { name: "Jonas Weber" }));
      const chosen = page.waitForEvent("filechooser");
      await journey.tap(page.getByRole("button", { name: "Add files" }));
      const buffer = await jpegOf({ width: 1200, height: 900 });
      await (await chosen).setFiles([{ name: "ankle.jpg", mimeType: "image/jpeg", buffer }]);
      await expect(page.getByRole("group", { name: "Photos and files" }).getByRole("listitem")).toHaveCount(
        1,
      );
      await journey.tap(page.getByRole("button", { name: "Save note" }));
      await journey.arriveAt(page.getByRole("button", { name: "View ankle.jpg" }), {
        taps: 4,
        screens: 3,
        characters: text.length,
      });
      await expect(page.getByText("@Jonas Weber", { exact: true })).toBeVisible();
      await jonas.page.goto("/home");
      await expect(jonas.page.getByText("Mentions you")).toBeVisible();
    });

    test("to learn what changed since yesterday", async ({ someone, node }) => {
      const anna = await someone("Anna Keller", DEVICE);
      const jonas = await someone("Jonas Weber");
      const rosa = await notebookOf(anna);
      await addMember(node, rosa._id, jonas, "member");
      const note = await noteOf(jonas, rosa._id, "A short night");
      await jonas.http.mutation(api.comments.createComment, {
        diaryId: rosa._id,
        targetType: "note",
        targetId: note._id,
        content: "Can you call her?",
        mentions: [anna.userId],
      });
      const { page } = anna;
      await page.goto("/home");
      const journey = Journey.begin(page, hand);
      await expect(page.getByText("Mentions you")).toBeInViewport();
      await journey.tap(
        page.getByRole("region", { name: /^What is new/ }).getByRole("link", { name: "A short night" }),
      );
      await journey.arriveAt(page.getByText("Can you call her?"), { taps: 1, screens: 2, characters: 0 });
    });

    test("to hand over: what happened since one was last here, and to say that one has read it", async ({
      someone,
      node,
    }) => {
      const anna = await someone("Anna Keller");
      const ben = await someone("Ben Weber", DEVICE);
      await ordinaryDay(node, anna, ben);
      const { page } = ben;
      await page.goto("/home");
      const journey = Journey.begin(page, hand);
      await journey.tap(page.getByRole("region", { name: "What is new" }).getByRole("link").first());
      await journey.tap(page.getByRole("button", { name: /^I've read this up to/ }));
      await journey.arriveAt(page.getByText(/^You have read this up to/), {
        taps: 2,
        screens: 2,
        characters: 0,
      });
      // All of it is before one's eyes on a phone, from the heading to the last comment.
      if (hand === "with a thumb") await page.setViewportSize({ width: 390, height: 844 });
      const height = await page.evaluate(() => {
        const top = document.querySelector("h1")!.getBoundingClientRect().top;
        const lines = [...document.querySelectorAll("main li")];
        return lines.at(-1)!.getBoundingClientRect().bottom - top;
      });
      expect(height).toBeLessThanOrEqual(hand === "with a thumb" ? 844 - 120 : 800 - 60);
    });

    test("to tick the noon pill", async ({ someone }) => {
      const anna = await someone("Anna Keller", DEVICE);
      const rosa = await notebookOf(anna);
      const now = afternoon();
      await taskOf(anna, rosa._id, "Noon pill", { scheduledDate: now - HOUR });
      const { page } = anna;
      await page.clock.setFixedTime(now);
      await page.goto("/home");
      const journey = Journey.begin(page, hand);
      await journey.tap(page.getByRole("checkbox", { name: "Done: Noon pill" }));
      await journey.arriveAt(
        page
          .getByText("Nothing is left for you today.")
          .or(page.getByRole("button", { name: "Undo" }))
          .first(),
        {
          taps: 1,
          screens: 1,
          characters: 0,
        },
      );
    });

    test("to give the noon dose from home", async ({ someone, node }) => {
      const anna = await someone("Anna Keller", { ...DEVICE, timezoneId: MIDDAY });
      const rosa = await middayNotebook(anna);
      await plannedIn(node, anna, rosa._id, "metformin", 1, { facts: { strength: "500 mg" } });
      const { page } = anna;
      const loaded = countTraffic(page);
      // What the app does some time after its start isn't part of it, also on a busy machine.
      await holdTimers(page, 1500);
      await page.goto("/home");
      const journey = Journey.begin(page, hand);
      await journey.tap(page.getByRole("button", { name: /^Give\s?: metformin, 500 mg$/ }));
      await journey.arriveAt(page.getByText(/^Given by you, /), { taps: 1, screens: 1, characters: 0 });
      // With opening the app: one page, and few messages each way on one connection.
      expect(loaded).toMatchObject({ pages: 1, connections: 1 });
      expect(loaded.messages).toBeLessThan(40);
      await expect(page.getByRole("button", { name: /^Undo\s?: metformin/ })).toBeVisible();
    });

    test("to change a dose, from the notes", async ({ someone, node }) => {
      const anna = await someone("Anna Keller", DEVICE);
      const rosa = await notebookOf(anna);
      await plannedIn(node, anna, rosa._id, "metformin", 1, { facts: { strength: "500 mg" } });
      const { page } = anna;
      await page.goto(`/care/${rosa.shortId}`);
      const journey = Journey.begin(page, hand);
      await journey.tap(placesOf(page).getByRole("link", { name: "Medicines" }));
      await journey.tap(page.getByRole("link", { name: "All", exact: true }));
      await journey.tap(page.getByRole("link", { name: "metformin 500 mg" }));
      await journey.tap(page.getByRole("link", { name: /: change the amount$/ }));
      await journey.type(page.getByLabel("How much, in tablets?"), "2");
      await journey.tap(page.getByRole("radio", { name: "Today, from now on" }));
      await journey.tap(page.getByRole("button", { name: "Save the change" }));
      await journey.arriveAt(page.getByText(/^2 tablets at/).first(), { taps: 6, screens: 5, characters: 1 });
    });

    test("to make a plan from the list", async ({ someone }) => {
      const anna = await someone("Anna Keller", DEVICE);
      const rosa = await notebookOf(anna);
      await listOf(anna, rosa._id);
      const { page } = anna;
      await page.goto(`/care/${rosa.shortId}/plans`);
      const journey = Journey.begin(page, hand);
      await journey.tap(page.getByRole("link", { name: /^Add times for Amlodipine/ }));
      await journey.type(page.getByLabel("How much, in tablets?"), "1");
      await journey.tap(page.getByRole("button", { name: /^Evening/ }));
      await journey.tap(page.getByRole("button", { name: "Save the plan" }));
      // The next row of the list waits already.
      await journey.arriveAt(page.getByRole("heading", { level: 1, name: "Plan Ibuprofen" }), {
        taps: 4,
        screens: 2,
        characters: 1,
      });
    });

    test("to plan a medicine of every day", async ({ someone }) => {
      const anna = await someone("Anna Keller", DEVICE);
      const rosa = await notebookOf(anna);
      const { page } = anna;
      await page.goto(`/care/${rosa.shortId}/plans/new`);
      const journey = Journey.begin(page, hand);
      await journey.type(page.getByLabel("Name of the medicine"), "Metformin");
      await journey.type(page.getByLabel("How much, in tablets?"), "1/2");
      await journey.tap(page.getByRole("button", { name: /^Morning/ }));
      await journey.tap(page.getByRole("button", { name: "Save the plan" }));
      // Three answers and one button.
      await expect(page.getByRole("heading", { level: 1, name: "Medicines", exact: true })).toBeVisible();
      await journey.arriveAt(page.getByText(/^½ tablet at 8:00/), { taps: 4, screens: 2, characters: 12 });
    });

    test("to change how much is given", async ({ someone, node }) => {
      const anna = await someone("Anna Keller", DEVICE);
      const rosa = await notebookOf(anna);
      const planId = await plannedIn(node, anna, rosa._id, "metformin", 1, { facts: { strength: "500 mg" } });
      const { page } = anna;
      await page.goto(`/care/${rosa.shortId}/plans/${planId}`);
      const journey = Journey.begin(page, hand);
      await journey.tap(page.getByRole("link", { name: /: change the amount$/ }));
      // The field has the focus, and what is typed replaces its number.
      await expect(page.getByLabel("How much, in tablets?")).toBeFocused();
      await journey.type(page.getByLabel("How much, in tablets?"), "2");
      await journey.tap(page.getByRole("radio", { name: "Today, from now on" }));
      await expect(page.getByText(/^From now on: 2 tablets .*, was 1\.$/)).toBeVisible();
      await journey.tap(page.getByRole("button", { name: "Save the change" }));
      const now = page.getByRole("region", { name: "What it says now" }).getByText(/^2 tablets at/);
      await journey.arriveAt(now, { taps: 3, screens: 2, characters: 1 });
    });

    test("to find the letter, spelled wrongly", async ({ someone }) => {
      const anna = await someone("Anna Keller", DEVICE);
      const rosa = await notebookOf(anna);
      await noteOf(anna, rosa._id, "Discharge letter of the clinic");
      for (let index = 0; index < 5; index++) await noteOf(anna, rosa._id, `Another day ${index}`);
      const { page } = anna;
      await page.goto("/home");
      const journey = Journey.begin(page, hand);
      await journey.tap(page.getByRole("link", { name: "Search", exact: true }));
      await journey.type(page.getByRole("searchbox"), "dischrage");
      await journey.tap(page.getByRole("main").getByRole("link", { name: "Discharge letter of the clinic" }));
      await journey.arriveAt(
        page.getByRole("heading", { level: 1, name: "Discharge letter of the clinic" }),
        {
          taps: 2,
          screens: 3,
          characters: 9,
        },
      );
    });

    test("to print the list of medications", async ({ someone }) => {
      const anna = await someone("Anna Keller", DEVICE);
      const rosa = await notebookOf(anna);
      await listOf(anna, rosa._id);
      const { page } = anna;
      await page.addInitScript(() => {
        window.print = () => document.documentElement.setAttribute("data-printed", "");
      });
      await page.goto(`/care/${rosa.shortId}`);
      const journey = Journey.begin(page, hand);
      await journey.tap(placesOf(page).getByRole("link", { name: "Medicines" }));
      await journey.tap(page.getByRole("link", { name: "All", exact: true }));
      await journey.tap(page.getByRole("button", { name: /^Print/ }));
      await journey.arriveAt(page.locator("html[data-printed]"), { taps: 3, screens: 3, characters: 0 });
    });

    test("to start the program after a hip operation", async ({ someone }) => {
      const anna = await someone("Anna Keller", DEVICE);
      const rosa = await notebookOf(anna);
      await uploadProgram(anna, rosa._id, HIP_PROGRAM);
      const { page } = anna;
      await page.goto(`/care/${rosa.shortId}`);
      const journey = Journey.begin(page, hand);
      await journey.tap(placesOf(page).getByRole("link", { name: "More" }));
      await journey.tap(page.getByRole("link", { name: /^Programs/ }));
      await journey.tap(page.getByRole("link", { name: /Add .*[Pp]rogram/ }).first());
      await journey.tap(page.getByRole("link", { name: "Back on her feet" }));
      await journey.tap(
        page
          .getByRole("link", { name: /Activate/ })
          .or(page.getByRole("button", { name: /Activate/ }))
          .first(),
      );
      for (let step = 0; step < 3; step++)
        await journey.tap(page.getByRole("button", { name: "Next", exact: true }));
      await expect(page.getByRole("list", { name: "What comes next" })).toBeVisible();
      await journey.tap(page.getByRole("button", { name: /^Activate/ }));
      await journey.arriveAt(page.getByRole("heading", { level: 1, name: "Back on her feet" }), {
        taps: 9,
        screens: 7,
        characters: 0,
      });
    });

    test("to take over: what happened in the notebook", async ({ someone, node }) => {
      const anna = await someone("Anna Keller", DEVICE);
      const jonas = await someone("Jonas Weber");
      const rosa = await notebookOf(anna);
      await addMember(node, rosa._id, jonas, "member");
      await noteOf(jonas, rosa._id, "A short night");
      const { page } = anna;
      await page.goto(`/care/${rosa.shortId}`);
      const journey = Journey.begin(page, hand);
      await journey.tap(page.getByRole("link", { name: /things are new/ }));
      await journey.arriveAt(page.getByRole("region", { name: "All updates" }), {
        taps: 1,
        screens: 2,
        characters: 0,
      });
    });
  });
