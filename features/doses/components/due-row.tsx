import type { ReactNode } from "react";
import { describeClock } from "../../../lib/dates/moment-words.ts";
import { PlainButton } from "../../../ui/plain-button.tsx";
import { Rich } from "../../../ui/rich.tsx";
import { useIsWaiting } from "../../../ui/waiting-changes.ts";
import { WaitingMark } from "../../../ui/waiting-mark.tsx";
import { joinParts } from "../../plans/rules/schedule-words.ts";
import { formatDoseAmount, formatDoseMeal, formatMedicine, type Reading } from "../client/dose-words.ts";
import type { DueRow as Row } from "../client/use-due-rows.ts";
import type { WaitingDose } from "../client/waiting-doses.ts";
import { DoseState, UndoEntry, UnwrittenState, useMayUndo } from "./dose-state.tsx";
import styles from "./due-row.module.css";

type DueRowProps = {
  row: Row;
  reading: Reading;
  unwritten: WaitingDose | undefined;
  onGive: () => void;
  onUndo: () => void;
  /** What other rooms add to the row. */
  more: ReactNode;
};

/** On home: a dose that is due or late, given with one press and taken back in the same place. */
export function DueRow({ row, reading, unwritten, onGive, onUndo, more }: DueRowProps) {
  const { state, isOpen, dose } = row;
  const isUnwritten = unwritten !== undefined;
  const isQuestion = isUnwritten && unwritten.conflicts !== null;
  const name = formatMedicine(row);
  const isMine = dose?.recordedById === reading.myId;
  const mayUndo = useMayUndo(unwritten);
  const isChanging = useIsWaiting(dose?._id ?? "");
  const isOpenNow = isOpen && state !== "given" && (state !== "claimed" || isMine);
  return (
    <li className={styles.row} data-state={state} data-slot={row.slot}>
      <div className={styles.body}>
        <h3 className={styles.name} dir="auto">
          {name}
        </h3>
        <div className={styles.facts}>
          <span>
            {joinParts(
              "schedule.comma",
              [
                formatDoseAmount(row.amount, row),
                formatDoseMeal(row),
                describeClock(row.dueAt, row.timeZone),
              ].filter(Boolean),
            )}
          </span>
          {isUnwritten && <UnwrittenState isAsked={isQuestion} isStored={unwritten.isStored} />}
          {(!isUnwritten || isQuestion) && <DoseState row={row} reading={reading} />}
          {dose && <WaitingMark subject={dose._id} />}
        </div>
        {row.instructions && state !== "given" && (
          <p className={styles.instructions} dir="auto">
            {row.instructions}
          </p>
        )}
      </div>
      {!isUnwritten && isOpenNow && (
        <PlainButton look="filled" onClick={onGive}>
          <Rich text="dosewords.give" values={{ name }} />
        </PlainButton>
      )}
      {(mayUndo || (!isUnwritten && state === "given" && isMine && !isChanging)) && (
        <UndoEntry name={name} onUndo={onUndo} />
      )}
      {!isUnwritten && more}
    </li>
  );
}
