import { readFile } from "node:fs/promises";
import fc from "fast-check";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { runInLanguage } from "../../../../server/words/texts.ts";
import { longestHoldDuring } from "../../../../test/event-loop.ts";
import { findUntranslated, TRANSLATED } from "../../../../test/languages.ts";
import { sampleReport } from "../../../../test/report.ts";
import { describeExpiry } from "../../../exports/rules.ts";
import { EXPORT_TYPES, exportFilename } from "../../rules/reports.ts";
import { formatCsv } from "./csv.ts";
import { exportSchema } from "./json.ts";
import { writeReport } from "./write.ts";

/** An independent reader of CSV (RFC 4180). */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  const pattern = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/gy;
  let row: string[] = [];
  for (const [, cell, end] of text.slice(1).matchAll(pattern)) {
    row.push(cell!.startsWith('"') ? cell!.slice(1, -1).replaceAll('""', '"') : cell!);
    if (end === "\r\n") {
      rows.push(row);
      row = [];
    }
  }
  return rows;
}

describe("a CSV export", () => {
  it("gives every text back, but escapes what spreadsheet programs would take for a formula", () => {
    const texts = fc.array(fc.array(fc.string({ unit: "grapheme" }), { minLength: 2, maxLength: 5 }), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(texts, (rows) => {
        const read = readCsv(formatCsv(rows));
        expect(read).toEqual(
          rows.map((row) => row.map((text) => (/^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text))),
        );
      }),
    );
  });

  it.each([
    ["=1+1", "'=1+1"],
    ["+49 30 1234", "'+49 30 1234"],
    ["-5", "'-5"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1", "'\t=1"],
    ['=cmd|" /C calc"!A0', `"'=cmd|"" /C calc""!A0"`],
    ["\r=1", '"\'\r=1"'],
    ["\n=1", '"\'\n=1"'],
    ["＝1+1", "'＝1+1"],
    ["a, b", '"a, b"'],
    ["Walk = good", "Walk = good"],
    ["", ""],
  ])("writes %j as %j", (text, written) => {
    expect(formatCsv([[text]])).toBe(`\ufeff${written}\r\n`);
  });

  it("leaves numbers as they are, so that they can be added up", () => {
    expect(formatCsv([[-5, 0, null, true]])).toBe("\ufeff-5,0,,true\r\n");
  });

  it("has as many rows as the report", async () => {
    const report = sampleReport();
    const rowsOf = async (exportType: (typeof EXPORT_TYPES)[number]) =>
      readCsv((await writeReport(report, { exportType, format: "csv" })).toString());
    expect(await rowsOf("full-report")).toHaveLength(1 + report.tasks.length);
    expect(await rowsOf("api-snapshot")).toHaveLength(1 + report.tasks.length);
    expect(await rowsOf("phase-report")).toEqual([
      [
        "Phase",
        "Status",
        "First day",
        "Last day",
        "Tasks",
        "Done",
        "Missed",
        "To come",
        "Cancelled",
        "Adherence %",
      ],
      ["First weeks at home", "active", "2026-09-07", "2026-09-16", "18", "12", "6", "0", "2", "67"],
      ["Stronger every day", "active", "2026-09-17", "2026-09-27", "20", "8", "4", "8", "2", "67"],
    ]);
  });
});

describe("a JSON export", () => {
  it.each(EXPORT_TYPES)("of type %s follows its schema", async (exportType) => {
    const value = JSON.parse((await writeReport(sampleReport(), { exportType, format: "json" })).toString());
    expect(z.strictObject(exportSchema.shape).parse(value)).toEqual(value);
    expect(value).toMatchObject({ schema: "carediary.program-export", schemaVersion: 1, exportType });
  });

  it("has the documented schema", async () => {
    const path = new URL("../../../../docs/program-export.schema.json", import.meta.url);
    const documented = JSON.parse(await readFile(path, "utf8"));
    expect(documented).toEqual(JSON.parse(JSON.stringify(z.toJSONSchema(exportSchema))));
  });
});

/** What PDF readers find: the text of each page and the metadata. */
async function readPdf(bytes: Buffer) {
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const document = await loading.promise;
  const pages: string[] = [];
  let structure = "";
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    pages.push(items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join(""));
    structure += JSON.stringify(await page.getStructTree());
  }
  const { info } = (await document.getMetadata()) as { info: { Title: string; Language: string } };
  const isTagged = bytes.includes("/Marked true");
  await loading.destroy();
  return { pages, info, isTagged, structure };
}

describe("a PDF export", () => {
  it("is a page that one can hand to a doctor", async () => {
    const { pages, info, isTagged, structure } = await readPdf(
      await writeReport(sampleReport(), { exportType: "phase-report", format: "pdf" }),
    );
    expect(pages).toHaveLength(1);
    for (const text of [
      "After a hip operation",
      "Phase report",
      "Rosa Blum",
      "May 3, 1941",
      "Grandma Rosa",
      "Clara Caregiver",
      "Sep 7, 2026 – Sep 27, 2026",
      "20 of 30 tasks that were due are done: 67% adherence.",
      "12 / 18",
      "First weeks at home",
      "What was missed, and when",
      "It doesn't replace medical advice",
      "Page 1 of 1",
    ]) {
      expect(pages[0]).toContain(text);
    }
    expect(info).toMatchObject({ Title: "After a hip operation: phase report of Rosa Blum", Language: "en" });
    expect(isTagged).toBe(true);
    for (const role of ["H1", "H2", "Table", "TR", "TH", "TD"])
      expect(structure).toContain(`"role":"${role}"`);
  });

  it.each(TRANSLATED)("is in the language of its reader: %s", async (language) => {
    const report = sampleReport({ programName: "PROGRAM" });
    const written = runInLanguage(language, () =>
      writeReport(report, { exportType: "full-report", format: "pdf" }),
    );
    const { pages, info } = await readPdf(await written);
    expect(info.Language).toBe(language);
    const text = `${pages.join(" ")} ${info.Title}`.replaceAll("First weeks at home", "");
    expect(findUntranslated(text, language, ["paper", "programpaper"])).toEqual([]);
    expect(text).not.toMatch(/Page|Sep \d|completed|were due|full report|missed/);
  });

  it.each([
    "Ελένη Παπαδοπούλου",
    "Ганна Ковальська",
    "Nguyễn Thị Minh Khai",
    "Zoë Łukasiewicz-Ángström",
    "Ștefan Țăranu",
  ])("has the letters of %s", async (fullName) => {
    const report = sampleReport({ fullName });
    const { pages } = await readPdf(
      await writeReport(report, { exportType: "weekly-summary", format: "pdf" }),
    );
    expect(pages[0]!.normalize("NFC")).toContain(fullName);
    expect(pages[0]).not.toContain("\ufffd");
  });

  it.each([
    ["רוזה בלום", ["רוזה", "בלום"]],
    ["محمد علي", ["محمد", "علي"]],
    ["Rosa 👩‍👩‍👧 Blum 👍🏽", ["Rosa", "👩", "👧", "Blum", "👍"]],
    ["Say שלום 😀", ["Say", "שלום", "😀"]],
  ])("shows %s, readable and copyable", async (fullName, parts) => {
    const report = sampleReport({ fullName });
    const { pages } = await readPdf(
      await writeReport(report, { exportType: "weekly-summary", format: "pdf" }),
    );
    for (const part of parts) expect(pages[0]!.normalize("NFKC")).toContain(part);
    for (const page of pages) expect(page).not.toContain("\ufffd");
  });

  it("says where letters are missing that no font has", async () => {
    const withName = async (fullName: string) => {
      const bytes = await writeReport(sampleReport({ fullName }), {
        exportType: "weekly-summary",
        format: "pdf",
      });
      return (await readPdf(bytes)).pages.join("");
    };
    expect(await withName("山田 花子")).toContain("The same export as CSV or JSON has them.");
    expect(await withName("Yamada Hanako")).not.toContain("The same export as CSV");
  });

  it("numbers its pages, and marks repeated table heads as decoration", async () => {
    const { pages } = await readPdf(
      await writeReport(sampleReport({ days: 80 }), { exportType: "full-report", format: "pdf" }),
    );
    expect(pages.length).toBeGreaterThan(3);
    for (const [i, text] of pages.entries()) expect(text).toContain(`Page ${i + 1} of ${pages.length}`);
  });

  it("is made of any text", async () => {
    const hostile = [
      "👩‍👩‍👧 手術後 עברית",
      "",
      "\u0000\u001b\u202e",
      "a".repeat(4000),
      "ﷺ\ud800",
      "\ue000",
      "x\n\ny",
    ];
    const text = fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: "binary" }));
    await fc.assert(
      fc.asyncProperty(text, text, async (fullName, programName) => {
        const report = sampleReport({ fullName, programName, days: 2 });
        const bytes = await writeReport(report, { exportType: "full-report", format: "pdf" });
        expect((await readPdf(bytes)).pages[0]).toContain("Full report");
      }),
      { numRuns: 8 },
    );
  }, 60_000);

  it("of thousands of tasks leaves time for other requests", async () => {
    const report = sampleReport({ days: 1000 });
    let size = 0;
    const longest = await longestHoldDuring(async () => {
      size = (await writeReport(report, { exportType: "full-report", format: "pdf" })).length;
    });
    expect(size).toBeLessThan(5_000_000);
    // Measured: the longest pause is 0.3 s of 4 s, at the end, where the library writes everything.
    expect(longest).toBeLessThan(1 / 3);
  }, 60_000);
});

it("a file's name is valid on every system", () => {
  const of = { exportType: "full-report", format: "pdf" } as const;
  const day = "2026-11-21";
  expect(exportFilename("After a hip operation", of, day)).toBe(
    "After a hip operation, full report, 2026-11-21.pdf",
  );
  expect(exportFilename('../..\\a:"b"\u202e\n<c>', of, day)).toBe("a b c, full report, 2026-11-21.pdf");
  expect(exportFilename("\u0000", of, day)).toBe("Program, full report, 2026-11-21.pdf");
  expect(exportFilename("é".repeat(500), of, day).length).toBeLessThan(120);
});

it.each([
  [12 * 86_400_000, "expires in 12 days"],
  [12 * 86_400_000 - 1, "expires in 12 days"],
  [86_400_000, "expires within a day"],
  [1, "expires within a day"],
  [0, "expired"],
])("a file with %d ms left %s", (left, words) => {
  expect(describeExpiry(1000 + left, 1000)).toBe(words);
});
