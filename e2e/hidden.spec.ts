import { api } from "../lib/api.ts";
import { doseRow, MIDDAY, middayNotebook, plannedIn } from "./support/doses.ts";
import { addMember, noteOf } from "./support/people.ts";
import { expect, screenTest, test } from "./support/test.ts";

test.use({ timezoneId: MIDDAY });

const MEDICINES = "Medicines are shown to the care team only";
/** What each page says to a viewer while everything on it is for the care team only. */
const PAGES = [
  ["doses", MEDICINES],
  ["doses/month", MEDICINES],
  ["plans", MEDICINES],
  ["medications", MEDICINES],
  ["", "Notes are shown to the care team only"],
  ["programs", "Care programs are shown to the care team only"],
] as const;
const EMPTY =
  /No medicines are planned yet|No plans in this month|Nothing is planned|No medication list yet|No diary notes yet|No care programs yet/;

screenTest(
  "no page tells a viewer that there is nothing where something is hidden",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const vera = await someone("Vera Sommer");
    const rosa = await middayNotebook(anna);
    await addMember(node, rosa._id, vera, "extended");
    await noteOf(anna, rosa._id);
    const medications = [{ genericName: "Ramipril", dosage: "5 mg" }];
    await anna.http.mutation(api.notes.createNote, {
      diaryId: rosa._id,
      type: "current-medications",
      title: "Her medications",
      content: { type: "current-medications", data: { medications, summary: "" } },
      noteDate: Date.now(),
      visibility: "team",
      tags: [],
    });
    await plannedIn(node, anna, rosa._id, "ramipril", 1);
    const { page } = vera;
    for (const [path, words] of PAGES) {
      await page.goto(`/care/${rosa.shortId}/${path}`);
      await expect(page.getByRole("heading", { name: words })).toBeVisible();
      await expect(page.getByText(EMPTY)).toHaveCount(0);
    }
    // Where some are shared, the page says that there may be others.
    await plannedIn(node, anna, rosa._id, "metformin", 1, { visibility: "extended" });
    for (const path of ["doses", "doses/month", "plans"]) {
      await page.goto(`/care/${rosa.shortId}/${path}`);
      await expect(
        page.getByText("As a viewer you don’t see medicines that are for the care team only."),
      ).toBeVisible();
    }
    // The care team reads nothing of it.
    await anna.page.goto(`/care/${rosa.shortId}/doses`);
    await expect(doseRow(anna.page, "metformin")).toBeVisible();
    await expect(anna.page.getByText("As a viewer")).toHaveCount(0);
  },
);
