import { randomUUID } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
import { promote } from "../../e2e/support/admin.ts";
import { attach } from "../../e2e/support/attachments.ts";
import { say } from "../../e2e/support/comments.ts";
import { handOver } from "../../e2e/support/handover.ts";
import { invite, linkIn } from "../../e2e/support/invitations.ts";
import { asFile, portrait, tellAbout, uploadPhoto } from "../../e2e/support/notebooks.ts";
import { addMember, notebookOf, noteOf, type Person, signUpPerson } from "../../e2e/support/people.ts";
import { activateProgram, HIP_PROGRAM, tasksOf, uploadProgram } from "../../e2e/support/programs.ts";
import type { RunningNode } from "../../e2e/support/running-node.ts";
import { api } from "../../lib/api.ts";
import { toDayInZone } from "../../lib/dates/zone-day.ts";
import { pdfOf } from "../../test/files.ts";
import { pngOf } from "../../test/pictures.ts";
import { beganDaysAgo, clockIn, everyDayAt, planOf, whenNeeded } from "../../test/plans.ts";

/** A screen that is looked at, and whose it is. */
export type Scene = {
  name: string;
  path: string;
  by: Person;
  signedOut?: boolean;
  before?: (page: Page) => Promise<void>;
};

/** Makes an invented notebook on a real server, and lists the screens that are shown of it. */
export async function setScene(
  node: RunningNode,
  browser: Browser,
): Promise<{ anna: Person; jonas: Person; administrator: Person; scenes: Scene[] }> {
  const signUp = (name: string, email: string) => signUpPerson(node, browser, name, {}, email);
  const anna = await signUp("Anna Keller", "anna@example.org");
  const jonas = await signUp("Jonas Weber", "jonas@example.org");
  const newcomer = await signUp("Petra Sommer", "petra@example.org");
  const by = await signUp("Susi Super", "susi@example.org");
  await promote(node, by, true);
  const rosa = await notebookOf(anna, "Rosa Blum");
  await addMember(node, rosa._id, jonas, "member");
  await addMember(node, rosa._id, newcomer, "extended");
  const drawing = await anna.context.newPage();
  await drawing.goto("/pricing");
  const photo = await portrait(drawing);
  await drawing.close();
  await tellAbout(anna, rosa._id, { avatarUrl: await uploadPhoto(anna, photo) });
  const emil = await notebookOf(jonas, "Emil Weber");
  await addMember(node, emil._id, anna, "member");
  await noteOf(
    jonas,
    rosa._id,
    "Visit of the physiotherapist",
    "Stairs went well, twice up and down with a break. Next visit on Thursday at ten; please have the good shoes ready. She was proud and a little tired afterwards, and slept an hour.",
  );
  const note = await noteOf(
    anna,
    rosa._id,
    "A good morning",
    "Slept through until seven.\nAte porridge and half a pear, walked to the gate and back.\n\nThe new leaflet: https://example.org/leaflet",
  );
  const otto = await notebookOf(jonas, "Otto Weber");
  await invite(jonas, otto._id, anna.email, { personalMessage: "You know him best. Would you help us?" });
  await invite(anna, rosa._id, "nurse@example.org", {
    role: "admin",
    personalMessage: "Welcome to the team.",
  });
  const others = await linkIn(node, "nurse@example.org");
  const talk = { diaryId: rosa._id, noteId: note._id };
  const garden = await pngOf({ width: 640, height: 400 });
  await attach(jonas, talk, { name: "garden.png", mimeType: "image/png", buffer: garden });
  await attach(anna, talk, {
    name: "letter of Dr. Lorenz.pdf",
    mimeType: "application/pdf",
    buffer: pdfOf(),
  });
  await say(jonas, talk, "Lovely! Did she take the tablet at eight?");
  await say(anna, talk, "Yes, @Jonas Weber, with breakfast.", { mentions: [jonas.userId] });
  await say(anna, talk, "Ask Dr. Lorenz about the dose on Thursday.", { visibility: "private" });
  const hip = await activateProgram(anna, rosa._id, await uploadProgram(anna, rosa._id), {
    daysAgo: 9,
    noteId: note._id,
    activities: ["walk", "tablets", "garden", "physio"],
    assignedTo: jonas.userId,
  });
  for (const { _id: taskId } of (await tasksOf(jonas, hip)).slice(0, 26)) {
    await jonas.http.mutation(api.tasks.updateTask, { taskId, status: "completed" });
  }
  const today = { diaryId: rosa._id, scheduledDate: Date.now() + 3_600_000 };
  await anna.http.mutation(api.tasks.createTask, {
    ...today,
    title: "Call Dr. Lorenz",
    assignedTo: anna.userId,
  });
  await anna.http.mutation(api.tasks.createTask, { ...today, title: "Water her flowers" });
  await addMedicines(node, anna, jonas, rosa._id);
  await handOver(anna, rosa._id);
  const again = await uploadProgram(anna, rosa._id, { ...HIP_PROGRAM, programName: "Stairs again" });
  const care = `/care/${rosa.shortId}`;
  const wizard = `${care}/programs/library/${again}/activate`;
  const clickNext = (steps: number) => async (page: Page) => {
    for (let step = 0; step < steps; step++) {
      await page.getByRole("button", { name: "Next", exact: true }).click();
    }
    if (steps === 3) await page.getByRole("table").getByRole("button").first().click();
  };
  const expandAll = (page: Page) => page.getByRole("button", { name: "Expand All" }).click();
  const openSwitcher = async (page: Page) => {
    await page
      .getByRole("banner")
      .getByRole("button", { name: /Switch notebook/ })
      .click();
    await page.getByRole("dialog").waitFor();
  };
  const fill = async (page: Page) => {
    await page.getByLabel("Title").fill("An evening without pain");
    await page.getByLabel("Content").fill("We read the newspaper together. No pain since lunch.");
    await page.getByLabel("Tags", { exact: true }).fill("sleep");
    await page.getByRole("button", { name: "Add", exact: true }).click();
  };
  const openTab = (name: string) => (page: Page) => page.getByRole("tab", { name }).click();
  const press = (name: string) => async (page: Page) => {
    await page.getByRole("button", { name }).click();
    await page.getByRole("dialog").waitFor();
  };
  const crop = async (page: Page) => {
    await page.locator('input[type="file"]').first().setInputFiles(asFile(photo));
    await page.getByRole("dialog").getByRole("slider").waitFor();
  };
  /** Stores a short recording and begins another one. */
  const record = async (page: Page) => {
    for (const step of ["Activate", "Start Recording", "Stop Recording", "Keep", "Start Recording"]) {
      await page.getByRole("button", { name: step, exact: true }).click();
      if (step === "Start Recording") await page.getByRole("timer").getByText("0:02").waitFor();
    }
  };
  const leaveEmpty = (page: Page) =>
    page.locator("form").evaluate((form: HTMLFormElement) => form.requestSubmit());
  return {
    anna,
    jonas,
    administrator: by,
    scenes: (
      [
        { name: "landing", path: "/", signedOut: true },
        { name: "pricing", path: "/pricing", signedOut: true },
        { name: "help", path: "/help", signedOut: true },
        { name: "security", path: "/security", signedOut: true },
        { name: "privacy", path: "/privacy", signedOut: true },
        { name: "guard", path: care, signedOut: true },
        { name: "sign-in", path: "/sign-in", signedOut: true },
        { name: "sign-up", path: "/sign-up", signedOut: true },
        { name: "notebooks", path: "/care" },
        { name: "new-notebook", path: "/care/new" },
        { name: "new-notebook-errors", path: "/care/new", before: leaveEmpty },
        { name: "notebook-edit", path: `${care}/edit` },
        { name: "notebook-edit-medical", path: `${care}/edit`, before: openTab("2 Medical Info") },
        { name: "notebook-edit-legal", path: `${care}/edit`, before: openTab("3 Legal Info") },
        { name: "notebook-edit-insurance", path: `${care}/edit`, before: openTab("4 Gov/Insurance") },
        { name: "photo-crop", path: `${care}/edit`, before: crop },
        { name: "info", path: `${care}/info` },
        { name: "notebook-delete", path: `${care}/info`, before: press("Delete notebook") },
        { name: "notes", path: care },
        { name: "note", path: `${care}/note/${note.shortId}` },
        { name: "note-new", path: `${care}/note/new?type=default`, before: fill },
        { name: "note-new-errors", path: `${care}/note/new?type=default`, before: leaveEmpty },
        { name: "note-edit", path: `${care}/note/${note.shortId}/edit` },
        { name: "note-types", path: `${care}/note/new` },
        { name: "programs", path: `${care}/programs` },
        { name: "program", path: `${care}/programs/${hip}` },
        { name: "program-add", path: `${care}/programs/add` },
        { name: "program-library", path: `${care}/programs/library/${again}`, before: expandAll },
        { name: "program-manage", path: `${care}/programs/${hip}`, before: press("Manage Program") },
        { name: "activate-activities", path: wizard, before: clickNext(1) },
        { name: "activate-assign", path: wizard, before: clickNext(2) },
        { name: "activate-confirm", path: wizard, before: clickNext(3) },
        { name: "members", path: `${care}/members` },
        { name: "invite", path: `${care}/members?invite=true` },
        { name: "switcher", path: care, before: openSwitcher },
        { name: "invitation", path: await linkIn(node, anna.email) },
        { name: "invitation-other", path: others },
        { name: "invitation-signed-out", path: others, signedOut: true },
        { name: "invitation-invalid", path: "/invitations/nothing/accept" },
        { name: "missing", path: `${care}/note/zzzzzz` },
        { name: "home", path: "/home" },
        { name: "doses", path: `${care}/doses` },
        { name: "plans", path: `${care}/plans` },
        { name: "handover", path: `${care}/handover`, by: jonas },
        { name: "notifications", path: "/notifications" },
        { name: "reminders", path: "/notifications/settings" },
        { name: "tasks", path: "/tasks?tab=all" },
        { name: "task-new", path: "/tasks?tab=all", before: press("New task") },
        { name: "calendar", path: "/calendar?mode=month" },
        { name: "calendar-week", path: "/calendar?mode=week" },
        { name: "calendar-day", path: "/calendar?mode=day" },
        { name: "recorder", path: "/recording", before: record },
        { name: "account", path: "/account" },
        {
          name: "menu",
          path: "/home",
          before: (page) => page.getByRole("button", { name: "Your account" }).click(),
        },
        { name: "admin-denied", path: "/admin" },
        { name: "admin", path: "/admin", by },
        ...["users", "notes", "phase-progress", "audit", "manage-admins"].map((table) => ({
          name: `admin-${table}`,
          path: `/admin/${table}`,
          by,
        })),
        { name: "admin-queues", path: "/admin/queues", by },
        { name: "admin-program", path: "/admin/programs", by, before: press("Edit Stairs again") },
      ] satisfies (Omit<Scene, "by"> & Partial<Pick<Scene, "by">>)[]
    ).map((scene) => ({ by: anna, ...scene })),
  };
}

/** Two medicines that are due now, one that was given this morning, and one for pain. */
async function addMedicines(node: RunningNode, anna: Person, jonas: Person, diaryId: string): Promise<void> {
  const zone = "Europe/Berlin";
  const plan = async (name: string, minutes: number[], fields: Record<string, unknown>) => {
    const times = everyDayAt(...minutes.map((each) => clockIn(each, zone)));
    const planId = await planOf(anna, diaryId, name, times, {
      firstDay: toDayInZone(Date.now(), zone),
      ...fields,
    });
    await beganDaysAgo(node.database().pool, planId, 5);
  };
  await plan("ramipril", [2], { facts: { strength: "5 mg" } });
  await plan("metformin", [2], { facts: { strength: "500 mg" }, mealRelation: "with" });
  await planOf(anna, diaryId, "ibuprofen", whenNeeded(1), {
    firstDay: toDayInZone(Date.now(), zone),
    facts: { strength: "400 mg" },
    minGapMinutes: 360,
    maxCount: 3,
    saidBy: "Dr. Lorenz",
  });
  const plans = await jonas.http.query(api.plans.listPlans, { diaryId });
  const ibuprofen = plans.find(({ name }) => name === "ibuprofen")!;
  const givenAt = Date.now() - 90 * 60_000;
  await jonas.http.mutation(api.doses.recordDose, {
    entryId: randomUUID(),
    planId: ibuprofen._id,
    slot: null,
    amount: 1,
    givenAt,
    sentAt: Date.now(),
  });
}
