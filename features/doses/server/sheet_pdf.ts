import { listDaysFrom } from "../../../lib/dates/weeks.ts";
import { monthOfDay, shortDay, toClockInZone } from "../../../lib/dates/zone-day.ts";
import { listNames } from "../../../lib/words/list.ts";
import { t } from "../../../lib/words/t.ts";
import { drawGrid, type GridRow } from "../../../server/pdf/grid.ts";
import { formatMomentOnPaper } from "../../../server/pdf/moment.ts";
import { A4_LANDSCAPE, type Column, createSheet, type Pen } from "../../../server/pdf/sheet.ts";
import { formatAmount } from "../../plans/rules/amount-words.ts";
import { UNITS, type Unit } from "../../plans/rules/amounts.ts";
import { joinParts } from "../../plans/rules/schedule-words.ts";
import { formatCell, formatCellSentence, NOT_PLANNED, type SheetNames } from "../rules/cell-words.ts";
import { getDistinctInitials } from "../rules/initials.ts";
import {
  composeSheet,
  getDaysOfMonth,
  type Sheet,
  type SheetDays,
  type SheetRow,
  type TimedDose,
} from "../rules/month.ts";
import { formatReasonCode } from "../rules/reasons.ts";
import { formatWithoutTimes, listPlansWithoutTimes, planTitleOnPaper } from "../rules/sheet-plans.ts";
import { formatTimedRemark } from "../rules/timed-words.ts";
import type { readSheet } from "./sheet_data.ts";
import type { findPerson } from "./sheet_person.ts";
import { formatCodeLegend, formatInitialsLegend } from "./sheet_words.ts";

export type SheetContent = {
  month: string;
  data: Awaited<ReturnType<typeof readSheet>>;
  person: Awaited<ReturnType<typeof findPerson>>;
  /** Epoch ms: what the sheet knows. */
  madeAt: number;
};

type Plan = SheetContent["data"]["plans"][number];

const HEAD_WIDTH = 168;

/** A month of doses on paper: A4 landscape, tagged; a grid of planned doses, then those with times. */
export async function renderSheetPdf({ month, data, person, madeAt }: SheetContent): Promise<Buffer> {
  const days = getDaysOfMonth(month);
  const composed = composeSheet(data, days, madeAt);
  const plans = new Map(data.plans.map((plan) => [plan._id, plan]));
  const initials = getDistinctInitials(data.people);
  const names: SheetNames = {
    names: data.people.map(({ name }) => name),
    initials: data.people.map(({ key }) => initials.get(key)!),
    timeZone: data.timeZone,
  };
  const about = { name: person.fullName, month: monthOfDay(days.from) };
  const seen = { moment: formatMomentOnPaper(madeAt, data.timeZone), reader: person.seenBy };
  const title = t("dosepaper.head", about);
  const lines = [formatPerson(person), t("dosepaper.seenBy", seen)];
  const sheet = await createSheet({
    title: t("dosepaper.title", about),
    author: person.seenBy,
    madeAt,
    layout: A4_LANDSCAPE,
    runningHead: (pen) => drawHead(pen, title, lines, false),
  });
  sheet.draw((pen) => pen.moveTo(pen.top() + drawHead(pen, title, lines, true)));
  if (!data.isComplete) sheet.text(t("dosepaper.dosesMissing"));
  if (composed.rows.length === 0) sheet.text(t("dosepaper.noRows"));
  else {
    const columns = listDaysFrom(days.from, days.to);
    const rows = composed.rows.map((row) => composeGridRow(row, plans.get(row.planId)!, columns, names));
    await sheet.draw((pen) =>
      drawGrid(pen, {
        corner: t("dosepaper.corner"),
        columns: columns.map((day) => String(Number(day.slice(8)))),
        headWidth: HEAD_WIDTH,
        rows,
      }),
    );
    sheet.draw((pen) => pen.moveTo(pen.top() + 6));
    sheet.small(formatCodeLegend(listUsedReasons(composed)));
    sheet.small(t("dosepaper.blank"));
    sheet.small(formatInitialsLegend(listInitials(data, names)));
  }
  sheet.draw((pen) => pen.newPage());
  sheet.heading(t("dosemonth.timed"));
  await drawTimed(sheet, composed, plans, days, names);
  sheet.heading(t("dosepaper.initials"));
  sheet.text(formatInitialsLegend(listInitials(data, names)));
  if (sheet.isIncomplete()) sheet.small(t("dosepaper.lettersMissing"));
  return sheet.finish(t("dosepaper.foot", { ...about, ...seen }));
}

const listInitials = ({ people }: SheetContent["data"], { initials }: SheetNames) =>
  people.map(({ name }, i) => [initials[i]!, name] as const);

const formatPerson = ({ dateOfBirth, allergies }: SheetContent["person"]): string =>
  t("dosepaper.person", {
    isBirthKnown: String(dateOfBirth !== null),
    birth: dateOfBirth ? shortDay(dateOfBirth) : "",
    known: allergies === null ? "hidden" : allergies.length > 0 ? "some" : "none",
    allergies: listNames(allergies ?? []),
  });

/** The head of a page; returns its height. */
function drawHead(pen: Pen, title: string, lines: readonly string[], isFirst: boolean): number {
  const top = pen.top();
  let height = 0;
  const draw = (tag: string, text: string, size: number, isBold: boolean) => {
    const style = { size, bold: isBold };
    const set = pen.type.linesOf(text, pen.width, style, isFirst ? 6 : 3);
    const at = top + height;
    const drawIt = () => pen.drawLines(set, pen.left, at, style);
    if (isFirst) pen.root.add(pen.doc.struct(tag, {}, drawIt));
    else drawIt();
    height += pen.heightOf(set, style);
  };
  draw("H1", title, 13, true);
  for (const text of lines) draw("P", text, 9, false);
  return height + 6;
}

function composeGridRow(row: SheetRow, plan: Plan, columns: readonly string[], names: SheetNames): GridRow {
  const { time, timeZone, amount, instructions } = row;
  const zone = timeZone === names.timeZone ? "" : ` (${timeZone})`;
  return {
    head: [
      planTitleOnPaper(plan),
      joinParts(
        "schedule.comma",
        [`${time}${zone}`, formatAmount(amount, plan.doseUnit as Unit), formatForm(plan), plan.route].filter(
          Boolean,
        ),
      ),
      ...(instructions ? [instructions] : []),
    ],
    cells: columns.map((day) => {
      const cell = row.cells.get(day);
      if (!cell) return { lines: [NOT_PLANNED], spoken: t("dosecells.notPlanned"), isOff: true };
      const { main, time: given, marks } = formatCell(cell, names);
      return {
        lines: given || marks ? [main, ...[given, marks].filter(Boolean)] : main ? [main] : [],
        spoken: formatCellSentence(cell, names),
        isOff: cell.state === "paused",
      };
    }),
  };
}

/** The form, where the amount doesn't name it already. */
const formatForm = ({ form, doseUnit }: Plan): string =>
  UNITS[doseUnit as Unit].some((unit) => unit === form.toLowerCase()) ? "" : form;

const listUsedReasons = ({ rows, timed }: Sheet): (string | null)[] => [
  ...rows.flatMap(({ cells }) =>
    [...cells.values()].flatMap(({ state, dose }) => (state === "not_given" ? [dose!.reason] : [])),
  ),
  ...timed.flatMap(({ dose }) => (dose.state === "not_given" ? [dose.reason] : [])),
];

type Entry = { day: string; time: string; medicine: string; amount: string; who: string; remark: string };

const listColumns = (): Column<Entry>[] => [
  { title: t("shared.day"), width: 80, text: ({ day }) => day },
  { title: t("shared.time"), width: 46, text: ({ time }) => time },
  { title: t("dosemonth.medicine"), width: 250, text: ({ medicine }) => medicine },
  { title: t("dosepaper.amount"), width: 90, text: ({ amount }) => amount },
  { title: t("dosepaper.by"), width: 52, text: ({ who }) => who },
  { title: t("dosepaper.remark"), width: 227, text: ({ remark }) => remark },
];

async function drawTimed(
  sheet: Awaited<ReturnType<typeof createSheet>>,
  composed: Sheet,
  plans: ReadonlyMap<string, Plan>,
  days: SheetDays,
  names: SheetNames,
): Promise<void> {
  for (const plan of listPlansWithoutTimes([...plans.values()], composed, days)) {
    const { schedule, instructions } = plan.current;
    sheet.text(
      t("dosepaper.withoutTimes", {
        medicine: planTitleOnPaper(plan),
        words: formatWithoutTimes(schedule),
        hasInstructions: String(instructions !== ""),
        instructions,
      }),
    );
  }
  if (composed.timed.length === 0) return sheet.text(t("dosemonth.noTimed"));
  await sheet.table(
    listColumns(),
    composed.timed.map((one) => composeEntry(one, plans.get(one.dose.planId)!, names)),
  );
}

function composeEntry(one: TimedDose, plan: Plan, names: SheetNames): Entry {
  const { dose, at, day } = one;
  const code = dose.state === "not_given" ? `${formatReasonCode(dose.reason)} ` : "";
  return {
    day: shortDay(day),
    time: toClockInZone(at, names.timeZone),
    medicine: planTitleOnPaper(plan),
    amount: dose.amount === null ? "" : formatAmount(dose.amount, plan.doseUnit as Unit),
    who: names.initials[dose.by] ?? "",
    remark: `${code}${formatTimedRemark(one, names)}`,
  };
}
