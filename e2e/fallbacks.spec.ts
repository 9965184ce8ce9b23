import { api } from "../lib/api.ts";
import { alterResult } from "./support/faults.ts";
import { addMember, notebookOf, noteOf } from "./support/people.ts";
import { spec } from "./support/spec.ts";
import { expect, screenTest } from "./support/test.ts";

screenTest(
  "notebooks, notes and people without a name get a placeholder",
  {
    tag: spec("WORK-943 WORK-944 WORK-945 WORK-946"),
  },
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const jonas = await someone("Jonas Weber");
    const { _id } = await notebookOf(anna);
    // With one notebook there is nothing to filter by.
    await notebookOf(anna, "Otto Blum");
    await addMember(node, _id, jonas, "member");
    await noteOf(jonas, _id);
    const notebooks = await anna.http.query(api.diaries.listMyDiaries, {});
    const nameless = notebooks.map((one) => ({
      ...one,
      name: "",
      details: { ...one.details, fullName: "" },
    }));
    await alterResult(anna.page, "diaries:listMyDiaries", nameless);
    await anna.page.goto("/tasks");
    await expect(anna.page.getByLabel("Filter by notebook").getByRole("option")).toHaveText([
      "All notebooks",
      "Unknown Subject: Unknown Notebook",
      "Unknown Subject: Unknown Notebook",
    ]);

    const page = await anna.context.newPage();
    const { recentNotes, recentUpdates } = await anna.http.query(api.home.getHomeRecent, {
      notesLimit: 4,
      updatesLimit: 20,
    });
    await alterResult(page, "home:getHomeRecent", {
      recentNotes: recentNotes.map((note) => ({ ...note, title: "", diarySubject: "" })),
      recentUpdates: recentUpdates.map((update) => ({ ...update, title: "", actorName: "" })),
    });
    await page.goto("/home");
    const main = page.getByRole("main");
    await expect(main.getByRole("link", { name: "Untitled" }).first()).toBeVisible();
    await expect(main.getByText("Unknown Subject", { exact: true }).first()).toBeVisible();
    await expect(main.getByText(/Unknown User/).first()).toBeVisible();
  },
);
