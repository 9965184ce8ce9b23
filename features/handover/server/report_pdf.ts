import { shortDay } from "../../../lib/dates/zone-day.ts";
import { t } from "../../../lib/words/t.ts";
import { createSheet } from "../../../server/pdf/sheet.ts";
import { composeHandover, formatSeen } from "../rules/compose.ts";
import { toPaper } from "../rules/paper.ts";
import type { Handover } from "../schema.ts";

type Subject = { fullName: string; dateOfBirth: string | null };

/** A shift report on paper: A4, tagged; the lines of the page, and in the foot who saw it and when. */
export async function reportPdf(
  handover: Handover,
  { fullName, dateOfBirth }: Subject,
  madeAt: number,
): Promise<Buffer> {
  const page = composeHandover(handover, { now: madeAt, timeZone: handover.timeZone });
  const sheet = await createSheet({
    title: t("paper.shiftReportOf", { name: fullName }),
    author: handover.readerName,
    madeAt,
  });
  sheet.title(t("shift.title"));
  sheet.subtitle(page.heading);
  sheet.text(
    dateOfBirth
      ? t("medicationlist.born", { name: fullName, day: shortDay(dateOfBirth) })
      : t("paper.birthNotRecorded", { name: fullName }),
  );
  const { parts, ends } = toPaper(page);
  for (const { heading, lines } of parts) {
    sheet.heading(heading);
    for (const [head, ...rest] of lines) {
      sheet.text(head);
      for (const text of rest) sheet.small(text);
    }
  }
  for (const text of ends) sheet.text(text);
  if (sheet.isIncomplete()) sheet.small(t("paper.signsMissing"));
  return sheet.finish(t("paper.shiftFoot", { name: fullName, seen: formatSeen(handover) }));
}
