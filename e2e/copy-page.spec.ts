import { expect, test } from "@playwright/test";
import { copy as attachmentsCopy } from "../features/attachments/server/copy.ts";
import { copy as commentsCopy } from "../features/comments/server/copy.ts";
import { toHtml } from "../features/exports/server/copies/html.ts";
import type { CopySource } from "../features/exports/server/copies/source.ts";
import { getFacts } from "../features/notebooks/server/copy.ts";
import { notesSection } from "../features/notes/server/copy.ts";
import type { WholeNote } from "../features/notes/server/data.ts";
import { formatParagraph } from "../server/copies.ts";

const LONG = "Dexamethasonphosphat-Dinatrium-Augentropfen-ohne-Konservierungsmittel".repeat(2);

const AT = Date.UTC(2026, 2, 5);

/** The widest note: a list of medications with very long words and addresses. */
const note: WholeNote = {
  _id: "note",
  shortId: "note",
  diaryId: "diary",
  type: "current-medications",
  noteTypeName: "Current medications",
  noteTypeIcon: "Pill",
  newerList: null,
  version: 1,
  title: LONG,
  creatorId: "anna",
  creatorName: "Anna Keller",
  noteDay: "2026-03-05",
  noteDate: AT,
  _creationTime: AT,
  updatedAt: AT,
  visibility: "team",
  isEncrypted: false,
  isLost: false,
  tags: [LONG],
  content: {
    type: "current-medications",
    data: {
      snapshotDate: AT,
      summary: "",
      medications: Array.from({ length: 3 }, () => ({
        genericName: LONG,
        brandName: "Dexa-sine SE",
        dosage: "1 drop",
        timing: "morning and evening",
        compliance: "good",
        notes: "shake it, then wait five minutes before the next one",
      })),
    },
    metadata: { photoTranscripts: [], processingSteps: [] },
  },
};

const attachments = [
  {
    _id: "file",
    noteId: "note",
    path: `files/${LONG}.pdf`,
    filename: `${LONG}.pdf`,
    mimeType: "application/pdf",
    previewType: "application/pdf",
    sizeBytes: 1,
    isEncrypted: false,
    uploaderName: "Anna Keller",
    _creationTime: AT,
  },
];

const comments = [
  {
    _id: "comment",
    targetType: "note",
    targetId: "note",
    visibility: "team",
    creatorName: "Jonas Weber",
    updatedAt: AT,
    _creationTime: AT,
    content: LONG,
    isLost: false,
  },
];

const source: CopySource = {
  head: async () => ({
    name: `${LONG}'s Care Notebook`,
    timeZone: "Europe/Berlin",
    json: {},
    body: `${formatParagraph(`https://example.org/${LONG}`)}<dl>${getFacts({ fullName: LONG, allergies: [LONG] })}</dl>`,
  }),
  sections: [
    {
      section: notesSection,
      async *rows() {
        const [attached] = attachmentsCopy.additions!;
        const [commented] = commentsCopy.additions!;
        yield {
          row: note,
          additions: [
            { addition: attached!, items: attachments },
            { addition: commented!, items: comments },
          ],
        };
      },
    },
  ],
};

test("the page of a notebook's copy fits on a phone; only the list of medications scrolls sideways", async ({
  page,
}) => {
  const parts: Buffer[] = [];
  for await (const part of toHtml(source, new Date("2026-11-22T12:00:00Z"))) parts.push(part);
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.setContent(Buffer.concat(parts).toString("utf8"));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    // Words in the table don't break between letters.
    const narrowest = await page.evaluate(() =>
      Math.min(...[...document.querySelectorAll("td")].map((cell) => cell.clientWidth)),
    );
    expect(narrowest).toBeGreaterThanOrEqual(70);
  }
});
