import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { describe, expect, it } from "vitest";
import { DAY, HOUR } from "../../../lib/dates/time.ts";
import { runInLanguage } from "../../../server/words/texts.ts";
import { plannedPart, sheetDose, sheetOf } from "../../../test/dose-sheet.ts";
import { findUntranslated, TRANSLATED } from "../../../test/languages.ts";
import { everyDayAt } from "../../../test/plans.ts";
import type { PlannedPart, SheetDose } from "../rules/month.ts";
import { renderSheetPdf, type SheetContent } from "./sheet_pdf.ts";

const MAY = { from: "2026-05-01", to: "2026-05-31" };
const MADE_AT = Date.parse("2026-05-20T11:00:00Z");

const plan = (id: string, name: string, more: object = {}): SheetContent["data"]["plans"][number] => ({
  _id: id,
  doseUnit: "tablet",
  visibility: "team",
  isEncrypted: false,
  isLost: false,
  name,
  strength: "5 mg",
  form: "tablet",
  route: "by mouth",
  prescriber: "",
  notes: "",
  sourceNoteId: null,
  createdAt: 0,
  endedAt: null,
  endedReason: "",
  coming: [],
  current: {
    version: 1,
    effectiveFrom: 0,
    timeZone: "Europe/Berlin",
    schedule: everyDayAt("08:00"),
    firstDay: "2026-01-01",
    lastDay: null,
    minGapMinutes: null,
    maxCount: null,
    maxAmount: null,
    windowHours: 24,
    sameDoseMinutes: null,
    mealRelation: "none" as const,
    mealMinutes: null,
    lateAfterMinutes: 60,
    lateUntilMinutes: 240,
    instructions: "",
    saidBy: "",
    reason: "",
    changedBy: "Anna Berg",
    changedAt: 0,
    ...more,
  },
});

/** Two people with the same initials give three medicines; `many` adds medicines. */
function content(many = 0, person: Partial<SheetContent["person"]> = {}): SheetContent {
  const ids = ["ramipril", "metformin", ...Array.from({ length: many }, (_, i) => `medicine ${i + 1}`)];
  const planned: PlannedPart[] = ids.map((id, i) => ({
    ...plannedPart(id, i === 1 ? everyDayAt("08:00", "20:00") : everyDayAt("08:00"), MAY),
    instructions: i === 1 ? "With food. Not together with milk." : "",
  }));
  const doses = planned.flatMap(({ planId, slots }, p) =>
    slots
      .filter(({ dueAt }) => dueAt < MADE_AT - HOUR)
      .flatMap(({ slot, dueAt }, i): SheetDose[] => {
        const at = { planId, slot, dueAt };
        if (i % 11 === 10) return [];
        if (i % 13 === 12)
          return [sheetDose({ ...at, state: "not_given", reason: "refused", givenAt: null, amount: null })];
        const given = sheetDose({
          ...at,
          by: (i + p) % 3,
          givenAt: dueAt + (i % 7 === 6 ? 100 : 5) * 60_000,
        });
        if (i === 3 && p === 0)
          return [
            given,
            sheetDose({ ...at, extraOf: given._id, by: 1, givenAt: dueAt + HOUR, isAgainst: true }),
          ];
        return [{ ...given, isCorrected: i === 4 }];
      }),
  );
  const asNeeded = { schedule: { kind: "asNeeded", amount: 1, most: 2 }, instructions: "For pain." };
  const needed = [2, 5, 5.3, 9].map((day) =>
    sheetDose({
      planId: "paracetamol",
      amount: 2,
      by: 2,
      givenAt: Date.parse("2026-05-01T10:20:00Z") + day * DAY,
    }),
  );
  const data = sheetOf(planned, [...doses, ...needed], {
    people: [
      { key: "1", name: "Anna Berg" },
      { key: "2", name: "Anja Brandt" },
      { key: "3", name: "Nguyễn Thị Minh" },
    ],
    pauses: [
      {
        from: Date.parse("2026-05-11T00:00:00Z"),
        until: Date.parse("2026-05-13T00:00:00Z"),
        planIds: [ids[0]!],
      },
    ],
  });
  // Nothing was given in the pause.
  data.doses = data.doses.filter(
    ({ planId, dueAt }) =>
      planId !== ids[0] || !(dueAt! >= data.pauses[0]!.from && dueAt! < data.pauses[0]!.until!),
  );
  return {
    month: "2026-05",
    data: {
      ...data,
      plans: [...ids.map((id) => plan(id, id)), plan("paracetamol", "paracetamol", asNeeded)],
      isComplete: true,
    },
    person: {
      fullName: "Rosa Blum",
      dateOfBirth: "1941-05-03",
      allergies: ["penicillin", "nuts"],
      seenBy: "Anna Berg",
      ...person,
    },
    madeAt: MADE_AT,
  };
}

/** What PDF readers find: the text of each page, its size, the tags and the metadata. */
async function read(bytes: Buffer) {
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const document = await loading.promise;
  const pages: string[] = [];
  const sizes: number[][] = [];
  let structure = "";
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    pages.push(
      items
        .map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : " ") : ""))
        .join("")
        .replace(/ +/g, " "),
    );
    sizes.push(page.view.slice(2).map(Math.round));
    structure += JSON.stringify(await page.getStructTree());
  }
  const { info } = (await document.getMetadata()) as { info: { Title: string; Language: string } };
  const isTagged = bytes.includes("/Marked true");
  const elements = (role: string) =>
    bytes.toString("latin1").match(new RegExp(`/S /${role}\\b`, "g"))?.length;
  await loading.destroy();
  return { pages, sizes, info, isTagged, structure, elements };
}
describe("the sheet of a month's doses", () => {
  it("has the person, the grid and its codes on the first page, doses with times on the second", async () => {
    const { pages, sizes, info, isTagged, structure } = await read(await renderSheetPdf(content()));
    expect(sizes).toEqual([
      [842, 595],
      [842, 595],
    ]);
    for (const page of pages)
      for (const text of [
        "Rosa Blum",
        "May 2026",
        "Date of birth: May 3, 1941",
        "Allergies: penicillin, nuts",
        "As of May 20, 2026, 13:00 (Europe/Berlin), as seen by Anna Berg",
      ])
        expect(page).toContain(text);
    for (const text of [
      "ramipril 5 mg",
      "20:00, 1 tablet",
      "With food.",
      "AB1",
      "AB2",
      "NT",
      "(R)",
      "(R) refused",
      "(P)",
      "2×",
      "09:40",
      "A blank cell",
    ])
      expect(pages[0]).toContain(text);
    for (const text of [
      "paracetamol 5 mg: as needed. For pain.",
      "2 tablets",
      "given once more",
      "AB1 = Anna Berg",
      "AB2 = Anja Brandt",
      "NT = Nguyễn Thị Minh",
    ])
      expect(pages[1]!.normalize("NFC")).toContain(text);
    expect(info).toMatchObject({ Title: "Medication record, May 2026, Rosa Blum", Language: "en" });
    expect(isTagged).toBe(true);
    for (const role of ["H1", "H2", "Table", "TR", "TH", "TD"])
      expect(structure).toContain(`"role":"${role}"`);
    for (const alt of [
      "given 08:05 by Anna Berg",
      "given 09:40 by Anna Berg, late",
      "not given: refused, recorded by Anna Berg",
      "not recorded",
      "to come",
      "paused",
    ])
      expect(structure).toContain(`"alt":"${alt}"`);
  });

  it.each(TRANSLATED)("is in the language of its reader: %s", async (language) => {
    const bytes = await runInLanguage(language, () => renderSheetPdf(content()));
    const { pages, info, structure } = await read(bytes);
    expect(info.Language).toBe(language);
    const rooms = ["paper", "dosepaper", "dosecells", "dosereasons", "dosemonth"];
    expect(findUntranslated(`${pages.join()} ${info.Title} ${structure}`, language, rooms)).toEqual([]);
    expect(pages[0]).not.toMatch(/May|Page|\btablets?\b|Medication|Allergies/);
  });

  it("names unknown facts, and hides plans that its reader doesn't see", async () => {
    const unknown = await read(await renderSheetPdf(content(0, { dateOfBirth: null, allergies: [] })));
    expect(unknown.pages[0]).toContain("Date of birth: not recorded. Allergies: not recorded");
    const hidden = await read(await renderSheetPdf(content(0, { allergies: null })));
    expect(hidden.pages[0]).toContain("Allergies: not shown to viewers");
  });

  it("repeats the person and the days on each page of many medicines, and tags the rows once", async () => {
    const { pages, elements } = await read(await renderSheetPdf(content(58)));
    expect(pages.length).toBeGreaterThan(3);
    for (const [i, page] of pages.entries()) {
      expect(page).toContain("Rosa Blum");
      expect(page).toContain("Allergies: penicillin");
      expect(page).toContain(`Page ${i + 1} of ${pages.length}`);
    }
    for (const page of pages.slice(0, 3)) expect(page).toContain("Medicine, time and amount");
    // 61 rows and the head of the grid; the head and the rows of the doses with times.
    expect(elements("TR")).toBe(61 + 1 + 1 + 5);
    expect(elements("H1")).toBe(1);
  });

  it("of a month without a dose is a sheet with that sentence", async () => {
    const empty = content();
    const { pages } = await read(
      await renderSheetPdf({
        ...empty,
        data: { ...empty.data, planned: [], doses: [], people: [], plans: [] },
      }),
    );
    expect(pages.join("")).toContain("No dose was planned at a fixed time in this month.");
    expect(pages.join("")).toContain("Nobody has entered a dose.");
  });

  it("names doses that are missing from a sheet that is too small for them", async () => {
    const { data, ...rest } = content();
    const { pages } = await read(await renderSheetPdf({ ...rest, data: { ...data, isComplete: false } }));
    expect(pages[0]).toContain("Doses are missing here");
  });
});
