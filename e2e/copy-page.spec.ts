import { expect, test } from "@playwright/test";
import type { CopySource } from "../features/copies/server/copy.ts";
import { htmlOf } from "../features/copies/server/html.ts";

const LONG = "Dexamethasonphosphat-Dinatrium-Augentropfen-ohne-Konservierungsmittel".repeat(2);

/** A notebook with what is widest: a list of medications with words and addresses that nobody breaks by hand. */
const source = {
  about: async () => ({
    notebook: {
      name: `${LONG}'s Care Notebook`,
      timeZone: "Europe/Berlin",
      description: `https://example.org/${LONG}`,
      person: { fullName: LONG, allergies: [LONG] },
    },
    programs: [],
  }),
  async *notes() {
    yield {
      title: LONG,
      creatorName: "Anna Keller",
      noteDate: Date.UTC(2026, 2, 5),
      updatedAt: Date.UTC(2026, 2, 5),
      visibility: "team",
      isEncrypted: false,
      isLost: false,
      tags: [LONG],
      attachments: [{ path: `files/${LONG}.pdf`, filename: `${LONG}.pdf` }],
      comments: [{ creatorName: "Jonas Weber", _creationTime: Date.UTC(2026, 2, 6), content: LONG }],
      content: {
        type: "current-medications",
        data: {
          summary: "",
          medications: Array.from({ length: 3 }, () => ({
            genericName: LONG,
            brandName: "Dexa-sine SE",
            dosage: "1 drop",
            timing: "morning and evening",
            compliance: "as told",
            notes: "shake it, then wait five minutes before the next one",
          })),
        },
      },
    };
  },
  async *tasks() {},
} as unknown as CopySource;

test("the page of a notebook's copy fits a phone; only the list of medications scrolls, by itself", async ({
  page,
}) => {
  const parts: Buffer[] = [];
  for await (const part of htmlOf(source, new Date("2026-11-22T12:00:00Z"))) parts.push(part);
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.setContent(Buffer.concat(parts).toString("utf8"));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    // Words of the table are read as words, not letter by letter.
    const narrowest = await page.evaluate(() =>
      Math.min(...[...document.querySelectorAll("td")].map((cell) => cell.clientWidth)),
    );
    expect(narrowest).toBeGreaterThanOrEqual(70);
  }
});
