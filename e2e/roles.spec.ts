import type { Locator } from "@playwright/test";
import { api } from "../lib/api.ts";
import { photoOf } from "../test/pictures.ts";
import { attach } from "./support/attachments.ts";
import { noteIn, say } from "./support/comments.ts";
import { noteMenu } from "./support/note-menu.ts";
import { addMember, notebookOf } from "./support/people.ts";
import { openFromMore, openWrittenLists } from "./support/places.ts";
import { uploadProgram } from "./support/programs.ts";
import { spec } from "./support/spec.ts";
import { taskOf, taskRow } from "./support/tasks.ts";
import { expect, test } from "./support/test.ts";

// What each role is offered on the screens that all five roles see (decisions, "Roles"). Members, the information page and
// its form have tests of their own.

const ALL = ["owner", "admin", "member", "extended", "clinician"] as const;
const WRITERS = ["owner", "admin", "member", "clinician"] as const;
/** Those who do and plan tasks, and add files to others' notes: no clinician changes what is the family's. */
const CARERS = ["owner", "admin", "member"] as const;
const MANAGERS = ["owner", "admin"] as const;

type Role = (typeof ALL)[number];
type Offers = readonly (readonly [name: string, roles: readonly Role[]])[];

const NOTE: Offers = [
  ["Edit", MANAGERS],
  ["More for this note", ALL],
  ["Add Care Program", WRITERS],
  ["New task", CARERS],
  ["Done: Wash her hair", CARERS],
  ["Add to today: Wash her hair", CARERS],
  ["More for Wash her hair", ALL],
  ["Wash her hair", ALL],
  ["Edit the comment by Anna Keller", ["owner"]],
  ["Delete the comment by Anna Keller", MANAGERS],
  ["Send", ALL],
  ["Download leaflet.txt", ALL],
  ["Delete leaflet.txt", MANAGERS],
  ["View garden.jpg", ALL],
  ["More for garden.jpg", ALL],
  ["Add files", CARERS],
  ["Send the original pictures, with camera and place", CARERS],
];

const MEDICATIONS: Offers = [
  ["For the visit", WRITERS],
  ["Print", ALL],
  ["Change Ramipril 5 mg", WRITERS],
  ["Stop Ramipril 5 mg", WRITERS],
  ["Add a medication", WRITERS],
];

const PROGRAM: Offers = [
  ["Manage Program", MANAGERS],
  ["Read the leaflet together", ["owner", "admin", "member", "extended"]],
  ["Walk with the frame", CARERS],
  ["Send", ALL],
  ["Show as table", ALL],
  ["Export", WRITERS],
  ["New export", WRITERS],
];

const MENU: Offers = [
  ["Pending", CARERS],
  ["In progress", CARERS],
  ["Completed", CARERS],
  ["Cancelled", CARERS],
  ["Add to today", CARERS],
  ["Assign to…", CARERS],
  ["Move to…", CARERS],
  ["Edit…", MANAGERS],
  ["Comments", ALL],
  ["Delete…", MANAGERS],
];

const NOTE_MENU: Offers = [
  ["History", ALL],
  ["Print", ALL],
  ["Delete…", MANAGERS],
];

const PICTURE_MENU: Offers = [
  ["Download", ALL],
  ["Delete", MANAGERS],
];

const VIEWER: Offers = [
  ["Close", ALL],
  ["Add a description", MANAGERS],
  ["Smaller", ALL],
  ["Larger", ALL],
  ["Download", ALL],
];

const DAY: Offers = [
  ["New task", CARERS],
  ["Done: Wash her hair", CARERS],
  ["Add to today: Wash her hair", CARERS],
  ["More for Wash her hair", ALL],
  ["Wash her hair", ALL],
];

/** Expects a part of a page to offer exactly what the role may do. */
async function expectOffers(part: Locator, role: Role, offers: Offers, others: RegExp = /^$/): Promise<void> {
  const names = () =>
    part
      .locator(
        "button:visible, a[class*=Button]:visible, [role^=menuitem]:visible, input[type=checkbox]:enabled",
      )
      .evaluateAll((found) =>
        found.map((one) => {
          const label = one.getAttribute("aria-label") ?? (one as HTMLInputElement).labels?.[0]?.textContent;
          return (label || one.textContent || "").trim();
        }),
      );
  const offered = offers.filter(([, roles]) => roles.includes(role)).map(([name]) => name);
  const offeredNames = async () => [...new Set((await names()).filter((name) => !others.test(name)))].sort();
  await expect.poll(offeredNames, role).toEqual([...offered].sort());
}

test("every screen offers each role exactly what it may do, and changes at once with the role", {
  tag: spec("CORE-604 CORE-605 CORE-607 CORE-610 CORE-611 CORE-612"),
}, async ({ someone, node }) => {
  const anna = await someone("Anna Keller");
  const mia = await someone("Mia Lang");
  const { _id: diaryId, shortId } = await notebookOf(anna);
  await addMember(node, diaryId, mia, "admin");
  const note = await noteIn(anna, { diaryId, shortId }, "extended");
  await anna.http.mutation(api.notes.createNote, {
    diaryId,
    type: "current-medications",
    title: "Her medications",
    content: {
      type: "current-medications",
      data: { medications: [{ genericName: "Ramipril", dosage: "5 mg" }] },
    },
    noteDate: Date.now(),
    visibility: "extended",
    tags: [],
  });
  const scene = { diaryId, ...note };
  await say(anna, scene, "She laughed a lot.");
  await attach(anna, scene);
  const buffer = await photoOf(1, { width: 90, height: 60 });
  await attach(anna, scene, { name: "garden.jpg", mimeType: "image/jpeg", buffer });
  await taskOf(anna, diaryId, "Wash her hair", { scheduledDate: Date.now(), noteId: note.noteId });
  await anna.http.mutation(api.programs.activateProgram, {
    diaryId,
    programId: await uploadProgram(anna, diaryId),
    baselineDate: Date.now(),
    selectedActivities: [
      { activityId: "walk", isActivated: true },
      { activityId: "leaflet", isActivated: true, assignedTo: mia.userId },
    ],
  });

  const members = await anna.http.query(api.members.listMembers, { diaryId });
  const { _id: memberId } = members.find(({ userId }) => userId === mia.userId)!;

  for (const role of ALL) {
    // One person gets four of the roles in turn.
    const { page } = role === "owner" ? anna : mia;
    if (role !== "owner" && role !== "admin")
      await anna.http.mutation(api.members.updateRole, { memberId, role });
    const main = page.getByRole("main");
    const addTask = page.getByRole("button", { name: "New task" });
    const go = (name: string) => page.getByRole("banner").getByRole("link", { name }).click();

    if (role === "owner" || role === "admin") await page.goto(`/care/${shortId}`);
    else {
      await go("Care Notes");
      await main.getByRole("link", { name: "Rosa Blum" }).click();
    }
    await expect(page.getByRole("list", { name: "Notes" })).toBeVisible();
    await expectOffers(main, role, [
      ["New note", WRITERS],
      ["Filter", ALL],
      ["Month", ALL],
    ]);
    await page.getByRole("link", { name: "A quiet morning" }).click();
    await expect(page.getByRole("heading", { name: "Attachments (2)" })).toBeVisible();
    await expectOffers(main, role, NOTE);
    await noteMenu(page).click();
    await expectOffers(page.getByRole("menu"), role, NOTE_MENU);
    await page.keyboard.press("Escape");
    await main.getByRole("button", { name: "More for garden.jpg" }).click();
    await expectOffers(page.getByRole("menu"), role, PICTURE_MENU);
    await page.keyboard.press("Escape");
    await main.getByRole("button", { name: "View garden.jpg" }).click();
    await expectOffers(page.getByRole("dialog"), role, VIEWER);
    await page.keyboard.press("Escape");

    await openWrittenLists(page);
    await expect(page.getByRole("heading", { name: "Valid now" })).toBeVisible();
    await expectOffers(main, role, MEDICATIONS);

    await openFromMore(page, "Programs");
    await expect(page.getByRole("link", { name: "Back on her feet" })).toBeVisible();
    await expectOffers(main, role, [["Add Care Program", WRITERS]]);
    await page.getByRole("link", { name: "Back on her feet" }).click();
    await expect(page.getByRole("heading", { name: "Comments (0)" })).toBeVisible();
    await expectOffers(main, role, PROGRAM);
    await expect(page.getByRole("heading", { name: /^Exports/ })).toHaveCount(role === "extended" ? 0 : 1);

    await go("Tasks");
    await page.getByRole("tab", { name: "All Tasks" }).click();
    const row = taskRow(page, "Wash her hair");
    await expect(row).toBeVisible();
    await expect(addTask).toHaveCount(CARERS.some((each) => each === role) ? 1 : 0);
    await row.getByRole("button", { name: /^More for/ }).click();
    await expectOffers(page.getByRole("menu"), role, MENU);
    await page.keyboard.press("Escape");

    await go("Calendar");
    // The list of tasks, which also has such a button, is there until the calendar is.
    await page
      .getByRole("table")
      .getByRole("button", { name: /Wash her hair/ })
      .first()
      .click();
    await expectOffers(page.getByRole("dialog"), role, DAY, /leaflet|frame|^Close$/);
    await page.keyboard.press("Escape");
    await expect(addTask).toHaveCount(CARERS.some((each) => each === role) ? 1 : 0);
  }
});
