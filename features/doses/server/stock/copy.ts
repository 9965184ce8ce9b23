import { t } from "../../../../lib/words/t.ts";
import type { CopyPart } from "../../../../server/copies.ts";
import { escapeHtml } from "../../../../server/mail/letter.ts";
import { formatAmount } from "../../../plans/rules/amount-words.ts";
import type { Unit } from "../../../plans/rules/amounts.ts";
import { maySeePlans } from "../../../plans/server/public.ts";
import { listCopiedEvents, listCopiedWarnings } from "./copied.ts";

type CopiedEvent = Awaited<ReturnType<typeof listCopiedEvents>>[number];
type CopiedWarning = Awaited<ReturnType<typeof listCopiedWarnings>>[number];

/** Counted, added and discarded amounts follow their plan, oldest first, and the warning level. */
export const copy: CopyPart = {
  additions: [
    {
      field: "stockEvents",
      to: ["plans"],
      async read({ caller, diaryId }, _section, rows) {
        const access = await maySeePlans("doses.see").resolve(caller, { diaryId });
        const ids = rows.map(({ _id }) => _id);
        return Map.groupBy(await listCopiedEvents(caller.db, access, ids), ({ planId }) => planId);
      },
      json: ({ planId: _, doseUnit: __, ...event }: CopiedEvent) => event,
      html: (events: readonly CopiedEvent[], inWords) =>
        `<ul>${events
          .map(
            ({ kind, amount, doseUnit, at, by }) =>
              `<li>${t("copyhtml.stock", { kind, amount: formatAmount(amount, doseUnit as Unit) })} · ${inWords(at)} · ${escapeHtml(by)}</li>`,
          )
          .join("")}</ul>`,
    },
    {
      field: "stockWarnings",
      to: ["plans"],
      async read({ caller, diaryId }, _section, rows) {
        const access = await maySeePlans("doses.see").resolve(caller, { diaryId });
        const ids = rows.map(({ _id }) => _id);
        return Map.groupBy(await listCopiedWarnings(caller.db, access, ids), ({ planId }) => planId);
      },
      json: ({ planId: _, doseUnit: __, ...warning }: CopiedWarning) => warning,
      html: (warnings: readonly CopiedWarning[]) =>
        warnings
          .map(({ below, of, doseUnit }) =>
            of === "days"
              ? `<p>${t("copyhtml.warnedByDays", { days: below })}</p>`
              : `<p>${t("copyhtml.warnedByAmount", { amount: formatAmount(below, doseUnit as Unit) })}</p>`,
          )
          .join(""),
    },
  ],
};
