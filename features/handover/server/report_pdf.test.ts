import { expect, it } from "vitest";
import { HOUR } from "../../../lib/dates/time.ts";
import { runInLanguage } from "../../../server/words/texts.ts";
import { findUntranslated, TRANSLATED } from "../../../test/languages.ts";
import { pdfText } from "../../../test/pdf-text.ts";
import type { Handover } from "../schema.ts";
import { reportPdf } from "./report_pdf.ts";

const NOW = Date.parse("2026-11-25T14:00:00Z");
const none = { shown: [], isCut: false };
const note = {
  key: "note",
  id: "n",
  shortId: "n",
  title: "SLEPT",
  preview: "SLEPT",
  by: null,
  at: NOW - HOUR,
  isFirst: false,
  mentionsMe: true,
  type: "default" as const,
  isEncrypted: false,
  visibility: "private" as const,
};

const handover: Handover = {
  diaryId: "d",
  readerName: "Ben",
  timeZone: "UTC",
  since: NOW - 20 * HOUR,
  until: null,
  isFirst: false,
  upTo: NOW,
  tail: [],
  detailFrom: NOW - 20 * HOUR,
  days: [],
  isOlder: false,
  appointments: { shown: [], isCut: false },
  overdue: none,
  openDoses: none,
  otherDoses: { planned: 41, given: 40 },
  doses: none,
  plans: none,
  pauses: none,
  handoverNotes: {
    ...none,
    shown: [
      {
        ...note,
        key: "over",
        type: "handover",
        handover: { state: "watch", happened: "A", nextSteps: "B", watchFor: "C", forWhom: "D" },
      },
    ],
  },
  ownHandover: null,
  medicationLists: none,
  notes: { ...none, shown: [note] },
  files: none,
  tasks: none,
  programs: none,
  comments: none,
  people: none,
};

it.each(TRANSLATED)("a shift report is in the language of its reader: %s", async (language) => {
  const subject = { fullName: "ROSA BLUM", dateOfBirth: "1941-05-03" };
  const bytes = await runInLanguage(language, () => reportPdf(handover, subject, NOW));
  expect(bytes.toString("latin1")).toContain(`/Lang (${language})`);
  const text = await pdfText(bytes);
  expect(text).toContain("SLEPT");
  expect(findUntranslated(text, language, ["paper", "handover", "shift"])).toEqual([]);
  expect(text).not.toMatch(/Page|born|Nov \d|given/);
});
