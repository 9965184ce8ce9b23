import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { DueDose } from "../../../lib/api.ts";
import { describeClock } from "../../../lib/dates/moment-words.ts";
import { announce } from "../../../ui/announce.ts";
import { LinkLine } from "../../../ui/link-line.tsx";
import { List } from "../../../ui/list.tsx";
import { PhotoAvatar } from "../../../ui/photo-avatar.tsx";
import { Section } from "../../../ui/section.tsx";
import { useMinute } from "../../../ui/use-now.ts";
import { formatDoseAmount, formatDoseMeal, formatMedicine } from "../client/dose-words.ts";
import { useDoseWrites, useWaitingDoses } from "../client/use-dose-writes.ts";
import type { WaitingDose } from "../client/waiting-doses.ts";
import { computeSlotState, type SlotState } from "../rules/slot-states.ts";
import { DoseState, UnwrittenState } from "./dose-state.tsx";
import styles from "./due-doses.module.css";
import { WaitingDoses } from "./waiting-doses.tsx";

/** How many rows home shows; the page of the notebook has all. */
const SHOWN = 8;

type Row = DueDose & { key: string; state: SlotState; isOpen: boolean };

type DueDosesProps = {
  due: readonly DueDose[];
  myId: string;
  /** The pictures of all notebooks of the reader, by id. With two, each dose names whose it is. */
  pictures: ReadonlyMap<string, string | null>;
  /** Renders what other rooms add to the row of a dose. */
  stateOf?: ((dose: DueDose) => ReactNode) | undefined;
};

/** On home: the doses that are due or late in all notebooks, given with one press. */
export function DueDoses({ due, myId, pictures, stateOf }: DueDosesProps) {
  const now = useMinute();
  const writes = useDoseWrites();
  const waiting = useWaitingDoses();
  // Rows that the user has seen keep their place until they leave: nothing moves under a thumb.
  const [seen, setSeen] = useState<ReadonlyMap<string, DueDose>>(new Map());
  const rows = listRows(due, seen, now);
  const fresh = rows.filter(({ key }) => !seen.has(key));
  if (fresh.length > 0) setSeen(new Map([...seen, ...fresh.map((row) => [row.key, row] as const)]));
  const refused = waiting.filter(({ conflicts }) => conflicts !== null);
  const unsettled = refused.length > 0 && (
    <WaitingDoses refused={refused} aboutOf={({ planId }) => rows.find((row) => row.planId === planId)} />
  );
  if (rows.length === 0) return unsettled || null;

  const showsSubject = pictures.size > 1 || new Set(rows.map(({ diaryId }) => diaryId)).size > 1;
  const shown = rows.slice(0, SHOWN);
  async function giveRow(row: Row) {
    const answer = await writes.give(row).answer;
    if (answer.outcome === "written")
      announce(`Given: ${formatMedicine(row)}, ${formatDoseAmount(row.amount, row)}.`);
  }
  const notebooks = new Map(rows.map((row) => [row.diaryId, row]));
  return (
    <Section title="Doses due now" className={styles.doses}>
      {unsettled}
      <List gap="xs">
        {shown.map((row) => (
          <DueRow
            key={row.key}
            row={row}
            reading={{ myId, timeZone: row.timeZone, now }}
            picture={showsSubject ? (pictures.get(row.diaryId) ?? null) : undefined}
            unwritten={waiting.findLast((each) => each.planId === row.planId && each.slot === row.slot)}
            onGive={() => void giveRow(row)}
            onUndo={() => row.dose && void writes.undo(row.dose._id)}
            state={stateOf?.(row)}
          />
        ))}
      </List>
      {[...notebooks.values()].map((row) => (
        <LinkLine key={row.diaryId}>
          <Link to="/care/$diaryId/doses" params={{ diaryId: row.diaryShortId }}>
            {showsSubject ? `All doses of ${row.subject || "Unknown Subject"}` : "All doses of today"}
          </Link>
        </LinkLine>
      ))}
    </Section>
  );
}

/** The doses to show: due or late ones, and those shown before. */
function listRows(due: readonly DueDose[], seen: ReadonlyMap<string, DueDose>, now: number): Row[] {
  const listed = new Map(due.map((each) => [getKey(each), each]));
  // A dose so many hours after the last one leaves the list when it is given.
  const gone = [...seen].filter(([key]) => !listed.has(key)).map(([, each]) => each);
  return [...listed.values(), ...gone]
    .map((each): Row => {
      const { state, isOpen } = computeSlotState(each, [], now);
      return { ...each, key: getKey(each), state, isOpen };
    })
    .filter(
      ({ key, state, isOpen }) =>
        (listed.has(key) && seen.has(key)) ||
        (isOpen && ["due", "late", "claimed", "not_given"].includes(state) && listed.has(key)),
    )
    .sort((a, b) => a.dueAt - b.dueAt || (a.planId < b.planId ? -1 : 1));
}

const getKey = ({ planId, slot }: DueDose) => `${planId} ${slot}`;

type DueRowProps = {
  row: Row;
  reading: { myId: string; timeZone: string; now: number };
  /** The picture of the person who gets the dose; undefined where all doses are one person's. */
  picture: string | null | undefined;
  unwritten: WaitingDose | undefined;
  onGive: () => void;
  onUndo: () => void;
  state: ReactNode;
};

function DueRow({ row, reading, picture, unwritten, onGive, onUndo, state: more }: DueRowProps) {
  const { state, isOpen, dose } = row;
  const isUnwritten = unwritten !== undefined;
  const isQuestion = isUnwritten && unwritten.conflicts !== null;
  const name = formatMedicine(row);
  const isMine = dose?.recordedById === reading.myId;
  const isOpenNow = isOpen && state !== "given" && (state !== "claimed" || isMine);
  return (
    <li className={styles.row} data-state={state} data-slot={row.slot}>
      <div className={styles.body}>
        {picture !== undefined && (
          <p className={styles.subject}>
            <PhotoAvatar name={row.subject} avatarUrl={picture} size={32} />
            <span dir="auto">{row.subject || "Unknown Subject"}</span>
          </p>
        )}
        <h3 className={styles.name} dir="auto">
          {name}
        </h3>
        <p className={styles.facts}>
          {[formatDoseAmount(row.amount, row), formatDoseMeal(row)].filter(Boolean).join(", ")},{" "}
          {describeClock(row.dueAt, row.timeZone)}
        </p>
        {row.instructions && state !== "given" && (
          <p className={styles.facts} dir="auto">
            {row.instructions}
          </p>
        )}
        {isUnwritten && <UnwrittenState isAsked={isQuestion} />}
        {(!isUnwritten || isQuestion) && <DoseState row={row} reading={reading} />}
      </div>
      {!isUnwritten && isOpenNow && (
        <Button onClick={onGive}>
          Give<span className="visually-hidden">: {name}</span>
        </Button>
      )}
      {!isUnwritten && state === "given" && isMine && (
        <Button variant="default" onClick={onUndo}>
          Undo<span className="visually-hidden">: {name}</span>
        </Button>
      )}
      {!isUnwritten && more}
    </li>
  );
}
