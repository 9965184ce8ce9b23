import { ActionIcon, Button } from "@mantine/core";
import { IconBan, IconClockEdit, IconDots, IconFileText, IconHandStop, IconPlus } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { t } from "../../../lib/words/t.ts";
import { Rich } from "../../../ui/rich.tsx";
import { RowMenu } from "../../../ui/row-menu.tsx";
import { useIsUnreachable } from "../../../ui/use-is-unreachable.ts";
import { WaitingMark } from "../../../ui/waiting-mark.tsx";
import type { DoseActions } from "../client/dose-actions.ts";
import {
  formatAmountAndMeal,
  formatDoseAmount,
  formatDoseRhythm,
  formatMedicine,
} from "../client/dose-words.ts";
import type { PlannedDose } from "../client/today-rows.ts";
import styles from "./dose-row.module.css";
import { DoseState, UndoEntry, UnwrittenState, useMayUndo } from "./dose-state.tsx";
import { SameMedicineDoses } from "./same-medicine-doses.tsx";

/** Scrolls to and focuses the dose a link points to. */
function showRow(row: HTMLLIElement | null): void {
  row?.scrollIntoView({ block: "center" });
  row?.focus({ preventScroll: true });
}

/** A planned dose: medicine, amount, state, and the actions for it. */
export function DoseRow({ row, actions, day }: { row: PlannedDose; actions: DoseActions; day?: string }) {
  const { plan, dose, state, isOpen } = row;
  const name = formatMedicine(plan);
  const isAsked = actions.asked?.planId === plan._id && actions.asked.slot === row.slot;
  const unwritten = actions.findWaiting(plan._id, row.slot);
  const isQuestion = unwritten !== undefined && unwritten.conflicts !== null;
  const mayUndo = useMayUndo(unwritten);
  const rhythm = state === "given" ? "" : formatDoseRhythm(row);
  return (
    <li
      ref={isAsked ? showRow : undefined}
      className={styles.row}
      data-state={state}
      data-plan={plan._id}
      data-slot={row.slot}
      {...(isAsked && { "aria-current": true, tabIndex: -1 })}
    >
      <div className={styles.body}>
        <h3 className={styles.name} dir="auto">
          {dose ? (
            <button type="button" onClick={() => actions.open({ name: "sheet", doseId: dose._id })}>
              {name}
            </button>
          ) : (
            name
          )}
        </h3>
        <div className={styles.facts}>
          <p className={styles.amount}>
            {day ? t("doses.amountOfDay", { when: day, amount: formatRowAmount(row) }) : formatRowAmount(row)}
          </p>
          {unwritten && <UnwrittenState isAsked={isQuestion} isStored={unwritten.isStored} />}
          {(!unwritten || isQuestion) && <DoseState row={row} reading={actions.reading} />}
          {dose && <WaitingMark subject={dose._id} />}
        </div>
        {rhythm && <p className={styles.instructions}>{rhythm}</p>}
        {row.asPlanned.instructions && state !== "given" && (
          <p className={styles.instructions} dir="auto">
            {row.asPlanned.instructions}
          </p>
        )}
        {state !== "given" && isOpen && (
          <SameMedicineDoses same={actions.listSameMedicine(plan._id)} reading={actions.reading} />
        )}
        {dose?.note && (
          <p className={styles.instructions} dir="auto">
            {dose.note}
          </p>
        )}
      </div>
      {actions.mayGive && !unwritten && <RowButtons row={row} name={name} actions={actions} />}
      {mayUndo && <UndoEntry name={name} onUndo={() => actions.undo(unwritten!)} />}
      {!unwritten && actions.renderState?.(row)}
    </li>
  );
}

/** The given amount, with the planned one where they differ; else the planned dose. */
function formatRowAmount(row: PlannedDose): string {
  const { plan, dose, state } = row;
  if (state !== "given") return formatAmountAndMeal(row);
  const amount = formatDoseAmount(dose!.amount!, plan);
  if (dose!.amount === row.amount) return amount;
  return t("doses.amountPlanned", { amount, planned: formatDoseAmount(row.amount, plan) });
}

function RowButtons({ row, name, actions }: { row: PlannedDose; name: string; actions: DoseActions }) {
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const isOffline = useIsUnreachable();
  const { plan, slot, dose, state, isOpen } = row;
  const isMine = dose?.recordedById === actions.reading.myId;
  const isOpenNow = isOpen && state !== "given" && state !== "paused";
  const canClaim = actions.givers > 1 && !isOffline && isOpenNow && state !== "claimed";
  return (
    <div className={`${styles.buttons} no-print`}>
      {isOpenNow && (state !== "claimed" || isMine) && (
        <Button
          variant={state === "coming" ? "default" : "filled"}
          onClick={() => {
            // A caregiver who gives tomorrow's dose instead of today's finds out too late.
            if (state === "coming") actions.open({ name: "early", row });
            else void actions.give({ plan, slot, amount: row.amount });
          }}
        >
          <Rich text="dosewords.give" values={{ name }} />
        </Button>
      )}
      {state === "claimed" && dose && isMine && (
        <Button variant="default" onClick={() => void actions.writes.release(dose._id, dose.revision)}>
          <Rich text="doses.notMe" values={{ name }} />
        </Button>
      )}
      <RowMenu
        name={t("doses.moreFor", { name })}
        width={280}
        isOpen={isMenuOpen}
        onToggle={setIsMenuOpen}
        opener={(opener) => (
          <ActionIcon {...opener} variant="subtle" size={44} aria-label={t("doses.moreFor", { name })}>
            <IconDots aria-hidden="true" />
          </ActionIcon>
        )}
      >
        {(close, Menu) => {
          const renderItem = (label: string, icon: ReactNode, act: () => void) => (
            <Menu.Item
              leftSection={icon}
              onClick={() => {
                close();
                act();
              }}
            >
              {label}
            </Menu.Item>
          );
          return (
            <>
              {canClaim &&
                renderItem(
                  t("doses.claim"),
                  <IconHandStop size={20} />,
                  () => void actions.claim(plan._id, slot),
                )}
              {state !== "given" &&
                renderItem(t("doses.wasGivenAlready"), <IconClockEdit size={20} />, () =>
                  actions.open({ name: "record", plan, slot, dueAt: row.dueAt, amount: row.amount }),
                )}
              {state !== "given" &&
                renderItem(t("doses.notGiven"), <IconBan size={20} />, () =>
                  actions.open({ name: "notGiven", row }),
                )}
              {state === "given" &&
                renderItem(t("doses.anotherGiven"), <IconPlus size={20} />, () =>
                  actions.open({ name: "record", plan, slot: null, dueAt: null, amount: row.amount }),
                )}
              {dose &&
                renderItem(t("doses.written"), <IconFileText size={20} />, () =>
                  actions.open({ name: "sheet", doseId: dose._id }),
                )}
            </>
          );
        }}
      </RowMenu>
    </div>
  );
}
