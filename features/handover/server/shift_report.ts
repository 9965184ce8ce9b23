import { toReader } from "../../../lib/visibility.ts";
import { t, writeOnce } from "../../../lib/words/t.ts";
import { membership } from "../../../server/access/gate.ts";
import type { ExportKind } from "../../../server/exports.ts";
import { getFilenamePart, OPEN_EXPORTS } from "../../exports/rules.ts";
import { checkSpan } from "../rules/limits.ts";
import { reportParameters } from "../schema.ts";
import { maySeeHandover } from "./access.ts";
import { getHandover } from "./data.ts";
import { reportSubject } from "./report_subject.ts";

type Span = { fromTime: number; untilTime: number };

/**
 * The shift report of a span as PDF: the page of the span as its author sees it, and so only for them. Its file is
 * encrypted, because some of its content may be.
 */
export const shiftReport: ExportKind<Span> = {
  name: "shift-report",
  formats: ["pdf"],
  parameters: reportParameters,
  problem: ({ parameters }) => {
    const found = checkSpan(parameters);
    return found && { ...found, path: `parameters.${found.path}` };
  },
  actions: { make: "doses.see", delete: "sheets.delete" },
  words: {
    hidden: { key: "exportrules.reportHidden" },
    open: { key: "exportrules.reportOpen", values: { most: OPEN_EXPORTS } },
  },

  async find(caller, diaryId) {
    const access = await membership(caller, diaryId);
    if (!access) return null;
    const { seesTeam } = toReader(access);
    return { access, rights: { own: false, isPrivate: true }, seesTeam, audience: "maker" };
  },

  async filename(db, { access }, { format, parameters }) {
    const { fullName, dayOf } = await reportSubject(db, access);
    const name = getFilenamePart(fullName, t("paper.person"));
    return `${writeOnce("paper.shiftFile", { name, day: dayOf(parameters.fromTime) })}.${format}`;
  },

  async compose({ db, vault, maker }, { access }, { parameters }) {
    const reader = await maySeeHandover().resolve(maker, access);
    const subject = await reportSubject(db, access);
    const madeAt = Date.now();
    const handover = await getHandover(db, reader, vault, { ...parameters, at: madeAt });
    return {
      isEncrypted: true,
      async write() {
        // Loaded on demand: the PDF writer is large.
        const { reportPdf } = await import("./report_pdf.ts");
        return reportPdf(handover, subject, madeAt);
      },
    };
  },
};
