import { listDaysFrom } from "../../../lib/dates/weeks.ts";
import { monthOfDay, shortDay, toClockInZone, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { drawGrid, type GridRow } from "../../../server/pdf/grid.ts";
import { A4_LANDSCAPE, type Column, createSheet, type Pen } from "../../../server/pdf/sheet.ts";
import { formatAmount } from "../../plans/rules/amount-words.ts";
import { UNITS, type Unit } from "../../plans/rules/amounts.ts";
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
import { formatCodeLegend, formatInitialsLegend, INCOMPLETE, NOT_ALL, SHEET_WORDS } from "./sheet_words.ts";

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
  const title = SHEET_WORDS.title(monthOfDay(days.from));
  const lines = formatHeadLines({ month, data, person, madeAt });
  const sheet = await createSheet({
    title: `${title}, ${person.fullName}`,
    author: person.seenBy,
    madeAt,
    layout: A4_LANDSCAPE,
    runningHead: (pen) => drawHead(pen, `${person.fullName} — ${title}`, lines, false),
  });
  sheet.draw((pen) => pen.moveTo(pen.top() + drawHead(pen, `${person.fullName} — ${title}`, lines, true)));
  if (!data.isComplete) sheet.text(NOT_ALL);
  if (composed.rows.length === 0) sheet.text(SHEET_WORDS.noRows);
  else {
    const columns = listDaysFrom(days.from, days.to);
    const rows = composed.rows.map((row) => composeGridRow(row, plans.get(row.planId)!, columns, names));
    await sheet.draw((pen) =>
      drawGrid(pen, {
        corner: SHEET_WORDS.corner,
        columns: columns.map((day) => String(Number(day.slice(8)))),
        headWidth: HEAD_WIDTH,
        rows,
      }),
    );
    sheet.draw((pen) => pen.moveTo(pen.top() + 6));
    sheet.small(formatCodeLegend(listUsedReasons(composed)));
    sheet.small(SHEET_WORDS.blank);
    sheet.small(formatInitialsLegend(listInitials(data, names)));
  }
  sheet.draw((pen) => pen.newPage());
  sheet.heading(SHEET_WORDS.timed);
  await drawTimed(sheet, composed, plans, days, names);
  sheet.heading(SHEET_WORDS.initials);
  sheet.text(formatInitialsLegend(listInitials(data, names)));
  if (sheet.isIncomplete()) sheet.small(INCOMPLETE);
  return sheet.finish(
    `${person.fullName}, ${title}. ${SHEET_WORDS.seenBy(person.seenBy, formatAsOfDate(data, madeAt))}`,
  );
}

const listInitials = ({ people }: SheetContent["data"], { initials }: SheetNames) =>
  people.map(({ name }, i) => [initials[i]!, name] as const);

const formatAsOfDate = ({ timeZone }: { timeZone: string }, ts: number): string =>
  `${shortDay(toDayInZone(ts, timeZone))}, ${toClockInZone(ts, timeZone)} (${timeZone})`;

function formatHeadLines({ data, person, madeAt }: SheetContent): string[] {
  const { dateOfBirth, allergies, seenBy } = person;
  const born = `Date of birth: ${dateOfBirth ? shortDay(dateOfBirth) : "not recorded"}`;
  const known =
    allergies === null
      ? SHEET_WORDS.allergiesHidden
      : `Allergies: ${allergies.length > 0 ? allergies.join(", ") : "not recorded"}`;
  return [`${born}. ${known}`, SHEET_WORDS.seenBy(seenBy, formatAsOfDate(data, madeAt))];
}

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
      [`${time}${zone}`, formatAmount(amount, plan.doseUnit as Unit), formatForm(plan), plan.route]
        .filter(Boolean)
        .join(", "),
      ...(instructions ? [instructions] : []),
    ],
    cells: columns.map((day) => {
      const cell = row.cells.get(day);
      if (!cell) return { lines: [NOT_PLANNED], spoken: "not planned", isOff: true };
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

const COLUMNS: Column<Entry>[] = [
  { title: "Day", width: 80, text: ({ day }) => day },
  { title: "Time", width: 46, text: ({ time }) => time },
  { title: "Medicine", width: 250, text: ({ medicine }) => medicine },
  { title: "Amount", width: 90, text: ({ amount }) => amount },
  { title: "By", width: 52, text: ({ who }) => who },
  { title: "Remark", width: 227, text: ({ remark }) => remark },
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
    const words = [formatWithoutTimes(schedule), instructions].filter(Boolean).join(". ");
    sheet.text(`${planTitleOnPaper(plan)}: ${words}`);
  }
  if (composed.timed.length === 0) return sheet.text(SHEET_WORDS.noTimed);
  await sheet.table(
    COLUMNS,
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
