import { toReader } from "../../../lib/visibility.ts";
import { t, writeOnce } from "../../../lib/words/t.ts";
import { membership } from "../../../server/access/gate.ts";
import type { ExportKind } from "../../../server/exports.ts";
import { getFilenamePart, OPEN_EXPORTS } from "../../exports/rules.ts";
import { maySeePlans } from "../../plans/server/public.ts";
import { getDaysOfMonth } from "../rules/month.ts";
import { sheetParameters } from "../schema.ts";
import { readSheet } from "./sheet_data.ts";
import { findPerson } from "./sheet_person.ts";

type SheetParameters = { month: string; planId?: string | undefined };

/** A month's sheet of doses of a notebook, as its maker sees them: viewers have only plans that are shared. */
export const doseSheet: ExportKind<SheetParameters> = {
  name: "dose-sheet",
  formats: ["pdf"],
  parameters: sheetParameters,
  actions: { make: "doses.see", delete: "sheets.delete" },
  words: {
    hidden: { key: "exportrules.sheetHidden" },
    open: { key: "exportrules.sheetOpen", values: { most: OPEN_EXPORTS } },
  },

  async find(caller, diaryId) {
    const access = await membership(caller, diaryId);
    if (!access) return null;
    const { seesTeam } = toReader(access);
    return {
      access,
      rights: { own: false, isPrivate: false },
      seesTeam,
      audience: seesTeam ? "team" : "everyone",
    };
  },

  async filename(db, { access }, { format, parameters: { month } }) {
    const { fullName } = await findPerson(db, access);
    const name = getFilenamePart(fullName, t("paper.person"));
    return `${writeOnce("paper.recordFile", { name, month })}.${format}`;
  },

  async compose({ db, vault, maker }, { access }, { parameters: { month, planId } }) {
    const reader = await maySeePlans("doses.see").resolve(maker, access);
    const person = await findPerson(db, access);
    const data = await readSheet(db, reader, vault, { ...getDaysOfMonth(month), planId });
    const madeAt = Date.now();
    return {
      isEncrypted: data.plans.some(({ isEncrypted }) => isEncrypted),
      async write() {
        // Loaded on demand: the PDF writer is large.
        const { renderSheetPdf: sheetPdf } = await import("./sheet_pdf.ts");
        return sheetPdf({ month, data, person, madeAt });
      },
    };
  },
};
