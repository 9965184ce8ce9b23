import { IconChevronRight } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { formatDoseAmount, formatMedicine, formatMoment } from "../../features/doses/client/dose-words.ts";
import { formatPause, openPauses } from "../../features/doses/client/pause-words.ts";
import { LowStock } from "../../features/doses/client/public.ts";
import { computeToday, type PlannedDose } from "../../features/doses/client/today-rows.ts";
import { useDoseWrites, useWaitingDoses } from "../../features/doses/client/use-dose-writes.ts";
import { type DueRow as Row, useDueRows } from "../../features/doses/client/use-due-rows.ts";
import type { WaitingDose } from "../../features/doses/client/waiting-doses.ts";
import { DueRow } from "../../features/doses/components/due-row.tsx";
import { isLow } from "../../features/doses/rules/stock.ts";
import type { DueDose } from "../../lib/api.ts";
import { DAY } from "../../lib/dates/time.ts";
import { addDays, toDayInZone } from "../../lib/dates/zone-day.ts";
import { t } from "../../lib/words/t.ts";
import { announce } from "../../ui/announce.ts";
import { List } from "../../ui/list.tsx";
import { PhotoAvatar } from "../../ui/photo-avatar.tsx";
import { Rich } from "../../ui/rich.tsx";
import { Section } from "../../ui/section.tsx";
import { useMinute } from "../../ui/use-now.ts";
import { loadInKit } from "../theme/in-kit.ts";
import styles from "./today-doses.module.css";
import type { NotebookDoses } from "./use-dose-days.ts";
import { useLoaded } from "./use-loaded.ts";
// A dose is kept here from the first moment on, also where the line breaks before the page is idle.
import "../sync/outbox/ready.ts";

/** How many doses of a notebook home shows; the page of the notebook has all. */
const MOST = { due: 8, gaps: 3, next: 2 };

/** The questions about doses that another gave too. */
export const loadQuestions = () =>
  loadInKit(() => import("../../features/doses/components/waiting-doses.tsx").then((m) => m.WaitingDoses));

type TodayDosesProps = {
  due: readonly DueDose[];
  all: readonly NotebookDoses[];
  myId: string;
  /** The pictures of all notebooks of the reader, by id. With two, each part names whose doses they are. */
  pictures: ReadonlyMap<string, string | null>;
  /** Renders what other rooms add to the row of a dose. */
  stateOf?: ((dose: DueDose) => ReactNode) | undefined;
};

/** On home: the doses of the day, in one part for each notebook; due and late ones are given with one press. */
export function TodayDoses({ due, all, myId, pictures, stateOf }: TodayDosesProps) {
  const now = useMinute();
  const writes = useDoseWrites();
  const waiting = useWaitingDoses();
  const rows = useDueRows(due, now);
  const refused = waiting.filter(({ conflicts }) => conflicts !== null);
  const Questions = useLoaded(loadQuestions, refused.length > 0);
  const parts = useOrder(listParts(rows, all, waiting, now));

  async function giveRow(row: Row) {
    const answer = await writes.give({ ...row, name: formatMedicine(row) }).answer;
    if (answer.outcome === "written")
      announce(
        t("todaydoses.given", { medicine: formatMedicine(row), amount: formatDoseAmount(row.amount, row) }),
      );
  }
  const renderRow = (row: Row) => {
    const unwritten = waiting.findLast((each) => each.planId === row.planId && each.slot === row.slot);
    const doseId = unwritten?.entryId ?? row.dose?._id;
    return (
      <DueRow
        key={row.key}
        row={row}
        reading={{ myId, timeZone: row.timeZone, now }}
        unwritten={unwritten}
        onGive={() => void giveRow(row)}
        onUndo={() => doseId && void writes.undo(doseId, { diaryId: row.diaryId, name: formatMedicine(row) })}
        more={stateOf?.(row)}
      />
    );
  };
  return (
    <>
      {Questions && refused.length > 0 && (
        <Questions refused={refused} aboutOf={({ planId }) => rows.find((row) => row.planId === planId)} />
      )}
      <div className={styles.parts}>
        {parts.map((part) => (
          <NotebookPart
            key={part.diaryId}
            part={part}
            picture={pictures.get(part.diaryId) ?? null}
            isNamed={pictures.size > 1 || parts.length > 1}
            reading={{ myId, timeZone: part.timeZone, now }}
            renderRow={renderRow}
          />
        ))}
      </div>
    </>
  );
}

type Part = {
  diaryId: string;
  shortId: string;
  subject: string;
  timeZone: string;
  rows: Row[];
  doses: NotebookDoses | undefined;
  day: Day;
};

/** A part for each notebook that has something to show. */
function listParts(
  rows: readonly Row[],
  all: readonly NotebookDoses[],
  waiting: readonly WaitingDose[],
  now: number,
): Part[] {
  const byNotebook = Map.groupBy(rows, ({ diaryId }) => diaryId);
  const listed = all.map((doses): Part => {
    const { _id: diaryId, shortId, details } = doses.notebook;
    const { timeZone } = doses.days;
    const ofNotebook = byNotebook.get(diaryId) ?? [];
    return {
      ...{ diaryId, shortId, timeZone, subject: details.fullName, rows: ofNotebook, doses },
      day: getDay(doses, waiting, now),
    };
  });
  const others = [...byNotebook]
    .filter(([diaryId]) => !listed.some((part) => part.diaryId === diaryId))
    .map(([diaryId, ofNotebook]): Part => {
      const { diaryShortId: shortId, subject, timeZone } = ofNotebook[0]!;
      return { diaryId, shortId, subject, timeZone, rows: ofNotebook, doses: undefined, day: NO_DAY };
    });
  return [...listed, ...others].filter(
    ({ rows: due, day, doses }) =>
      due.length + day.missed.length + day.pauses.length > 0 ||
      day.count !== null ||
      doses?.stocks.some(({ stock, warning }) => stock && isLow(stock, warning, now)),
  );
}

/** Parts with the oldest due dose first; then they keep their places until home is left. */
function useOrder(parts: readonly Part[]): Part[] {
  const [order, setOrder] = useState<readonly string[]>([]);
  const byId = new Map(parts.map((part) => [part.diaryId, part]));
  const fresh = parts
    .filter(({ diaryId }) => !order.includes(diaryId))
    .sort((a, b) => firstDue(a) - firstDue(b))
    .map(({ diaryId }) => diaryId);
  if (fresh.length > 0) setOrder([...order, ...fresh]);
  return [...order, ...fresh].flatMap((id) => byId.get(id) ?? []);
}

const firstDue = ({ rows: [first] }: Part) => first?.dueAt ?? Number.MAX_SAFE_INTEGER;

type NotebookPartProps = {
  part: Part;
  picture: string | null;
  isNamed: boolean;
  reading: { myId: string; timeZone: string; now: number };
  renderRow: (row: Row) => ReactNode;
};

function NotebookPart({ part, picture, isNamed, reading, renderRow }: NotebookPartProps) {
  const { shortId, rows, doses, day } = part;
  const subject = part.subject || t("shared.unknownSubject");
  const due = rows.slice(0, MOST.due);
  const { gaps, more } = useGaps(day, rows);
  const params = { diaryId: shortId };
  const entries = [
    ...due.map((row) => ({ dueAt: row.dueAt, render: () => renderRow(row) })),
    ...gaps.map((row) => ({
      dueAt: row.dueAt,
      render: () => <Gap key={getKey(row)} row={row} shortId={shortId} reading={reading} />,
    })),
  ].sort((a, b) => a.dueAt - b.dueAt);
  return (
    <Section
      className={styles.part}
      title={
        isNamed ? (
          <span className={styles.subject}>
            <PhotoAvatar name={subject} avatarUrl={picture} size={32} />
            <span>
              <Rich text="todaydoses.titleOf" values={{ subject: () => <span dir="auto">{subject}</span> }} />
            </span>
          </span>
        ) : (
          t("todaydoses.title")
        )
      }
      action={
        <Link to="/care/$diaryId/doses" params={params} className={styles.all}>
          {day.count ?? t("todaydoses.all")}
          <span className="visually-hidden">{t("todaydoses.allOf", { name: subject })}</span>
          <IconChevronRight aria-hidden="true" />
        </Link>
      }
    >
      <div className={styles.card}>
        {entries.length > 0 && (
          <List gap="none" className={styles.doses}>
            {entries.map(({ render }) => render())}
          </List>
        )}
        {more > 0 && <p className={styles.missed}>{t("todaydoses.notRecorded", { count: more })}</p>}
        {rows.length > due.length && <p>{t("todaydoses.moreDue", { count: rows.length - due.length })}</p>}
        {day.next.length > 0 && <p dir="auto">{formatNext(day.next, reading)}</p>}
        {day.pauses.map((words) => (
          <p key={words} dir="auto">
            {words}
          </p>
        ))}
        {doses && <LowStock notebook={doses.notebook} stocks={doses.stocks} />}
      </div>
    </Section>
  );
}

type GapProps = {
  row: PlannedDose;
  shortId: string;
  reading: { myId: string; timeZone: string; now: number };
};

/** A dose without an entry, which leads to its place on the page of doses. Its line stays as long once it has one. */
function Gap({ row, shortId, reading }: GapProps) {
  const isOpen = row.state === "not_recorded";
  return (
    <li className={isOpen ? styles.missed : undefined}>
      <Link
        to="/care/$diaryId/doses"
        params={{ diaryId: shortId }}
        search={{ dose: row.plan._id, slot: row.slot }}
        className={styles.gap}
        dir="auto"
      >
        <span>
          <Rich
            text={isOpen ? "todaydoses.gap" : "todaydoses.filled"}
            values={{
              dose: nameDose(row, reading),
              b: (parts) => <strong className={styles.recorded}>{parts}</strong>,
            }}
          />
        </span>
      </Link>
    </li>
  );
}

/** The newest gaps that no other row shows; those that were seen stay in their places. `more` counts the others. */
function useGaps({ missed, all }: Day, due: readonly Row[]): { gaps: PlannedDose[]; more: number } {
  const [seen, setSeen] = useState<readonly PlannedDose[]>([]);
  const keys = new Set(due.map(({ key }) => key));
  const left = missed.filter((row) => !keys.has(getKey(row)));
  const isSeen = (row: PlannedDose) => seen.some((each) => getKey(each) === getKey(row));
  const newest = Math.max(0, ...seen.map(({ dueAt }) => dueAt));
  // When one is filled, no older one takes its place: it would move the rows.
  const fresh = left.slice(0, MOST.gaps).filter((row) => row.dueAt > newest && !isSeen(row));
  if (fresh.length > 0) setSeen([...seen, ...fresh]);
  const gaps = [...seen, ...fresh].map((row) => all.find((each) => getKey(each) === getKey(row)) ?? row);
  return { gaps, more: left.filter((row) => !isSeen(row) && !fresh.includes(row)).length };
}

const getKey = ({ plan, slot }: PlannedDose) => `${plan._id} ${slot}`;

const nameDose = ({ plan, dueAt }: PlannedDose, reading: GapProps["reading"]) =>
  `${formatMedicine(plan)}, ${formatMoment(dueAt, reading)}`;

function formatNext(next: readonly PlannedDose[], reading: GapProps["reading"]): string {
  const doses = next
    .slice(0, MOST.next)
    .map((row) => nameDose(row, reading))
    .join("; ");
  const count = next.length - MOST.next;
  return count > 0 ? t("todaydoses.nextAndMore", { doses, count }) : t("todaydoses.next", { doses });
}

type Day = {
  /** Planned in the last 24 hours and without an entry, the newest first. */
  missed: PlannedDose[];
  /** Those that are still to come today. */
  next: PlannedDose[];
  /** All of today and yesterday. */
  all: PlannedDose[];
  pauses: string[];
  /** "3 of 4 given today, 1 not sent yet". */
  count: string | null;
};

const NO_DAY: Day = { missed: [], next: [], all: [], pauses: [], count: null };

/** The doses of a notebook's day with its pauses. */
function getDay({ days, pauses }: NotebookDoses, waiting: readonly WaitingDose[], now: number): Day {
  const { timeZone } = days;
  const today = toDayInZone(now, timeZone);
  const getRows = (day: string) => computeToday(days, day, now).groups.flatMap(({ rows }) => rows);
  const ofToday = getRows(today);
  const all = [...getRows(addDays(today, -1)), ...ofToday];
  const isKeptHere = ({ plan, slot }: PlannedDose) =>
    waiting.some((each) => each.planId === plan._id && each.slot === slot && each.kind !== "skip");
  const planned = ofToday.filter(({ state }) => state !== "paused");
  const given = planned.filter(({ state }) => state === "given").length;
  const kept = planned.filter((row) => row.state !== "given" && isKeptHere(row)).length;
  const counts = { given, all: planned.length };
  const names = new Map(days.plans.map((plan) => [plan._id, formatMedicine(plan)]));
  return {
    missed: all
      .filter(({ state, dueAt }) => state === "not_recorded" && dueAt > now - DAY)
      .sort((a, b) => b.dueAt - a.dueAt),
    next: ofToday.filter((row) => row.state === "coming" && !isKeptHere(row)),
    all,
    pauses: openPauses(pauses, now).map((pause) =>
      formatPause(pause, {
        names: (pause.planIds ?? []).map((id) => names.get(id) ?? t("todaydoses.aPlan")),
        timeZone,
        now,
      }),
    ),
    count:
      planned.length === 0
        ? null
        : kept > 0
          ? t("todaydoses.countUnsent", { ...counts, count: kept })
          : t("todaydoses.count", counts),
  };
}
