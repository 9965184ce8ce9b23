import { Button } from "@mantine/core";
import { t } from "../../../lib/words/t.ts";
import { Rich } from "../../../ui/rich.tsx";
import { formatRange, joinParts } from "../../plans/rules/schedule-words.ts";
import { getNeededState } from "../client/as-needed.ts";
import type { DoseActions } from "../client/dose-actions.ts";
import { formatDose, formatDoseMeal, formatMedicine } from "../client/dose-words.ts";
import { formatDoseAndHelp } from "../client/help-words.ts";
import { limitWords } from "../client/limit-words.ts";
import { formatOutsideLimits } from "../client/refusal-words.ts";
import type { NeededDose } from "../client/today-rows.ts";
import { getRecordTime } from "../client/waiting-doses.ts";
import { isJustGiven } from "../rules/just-given.ts";
import styles from "./dose-row.module.css";
import { UndoEntry, UnwrittenState, useMayUndo } from "./dose-state.tsx";
import { SameMedicineDoses } from "./same-medicine-doses.tsx";

/** A medicine that is given when needed: the last dose, and the state of the typed limits. */
export function NeededRow({ needed, actions }: { needed: NeededDose; actions: DoseActions }) {
  const { plan, lately, ofDay, same } = needed;
  const { schedule, instructions } = plan.current;
  const { amount, most } = schedule.kind === "asNeeded" ? schedule : { amount: 1, most: null };
  const standing = getNeededState(plan, lately, amount, actions.reading.now, same);
  const limits = limitWords(plan, standing, actions.reading);
  const unwritten = actions.findWaiting(plan._id, null);
  const mayUndo = useMayUndo(unwritten);
  // Who has no connection for hours may give it again in that time.
  const isBeingSent = unwritten !== undefined && isJustGiven(actions.reading.now, getRecordTime(unwritten));
  const name = formatMedicine(plan);
  // Doses of another plan are asked about by the server, and the answer may be a yes.
  const isBlocked = standing.conflicts.some(({ limit }) => limit !== "sameMedicine");
  const outside = formatOutsideLimits(plan, actions.reading);
  const wasJustGiven = standing.justGiven.length > 0;
  const asks = most !== null || wasJustGiven;
  return (
    <li className={styles.row} data-state="needed" data-plan={plan._id}>
      <div className={styles.body}>
        <h3 className={styles.name} dir="auto">
          {name}
        </h3>
        <p className={styles.amount}>
          {joinParts(
            "schedule.comma",
            [formatRange({ amount, most }, { unit: plan.doseUnit }), formatDoseMeal(plan.current)].filter(
              Boolean,
            ),
          )}
        </p>
        {instructions && (
          <p className={styles.instructions} dir="auto">
            {instructions}
          </p>
        )}
        <p className={styles.amount}>
          {standing.last
            ? t("doses.last", { dose: formatDose(standing.last, plan, actions.reading) })
            : t("doses.noneWritten")}{" "}
          {limits}
        </p>
        {outside && <p className={styles.instructions}>{outside}</p>}
        <SameMedicineDoses same={same} reading={actions.reading} />
        {unwritten && <UnwrittenState isAsked={unwritten.conflicts !== null} isStored={unwritten.isStored} />}
        {ofDay.length > 0 && (
          <ul className={styles.given}>
            {ofDay.map((dose) => (
              <li key={dose._id}>
                <button type="button" onClick={() => actions.open({ name: "sheet", doseId: dose._id })}>
                  <Rich
                    text="doses.named"
                    values={{ dose: formatDoseAndHelp(dose, plan, actions.reading), name }}
                  />
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
      {mayUndo && <UndoEntry name={name} onUndo={() => actions.undo(unwritten!)} />}
      {actions.mayGive && !isBeingSent && (
        <div className={`${styles.buttons} no-print`}>
          {isBlocked || outside ? (
            <Button
              variant="default"
              onClick={() => actions.open({ name: "record", plan, slot: null, dueAt: null, amount })}
            >
              <Rich text="doses.hasBeenGiven" values={{ name }} />
            </Button>
          ) : (
            <>
              <Button
                variant={wasJustGiven || standing.conflicts.length > 0 ? "default" : "filled"}
                onClick={() => {
                  if (asks) actions.open({ name: "amount", plan });
                  else void actions.give({ plan, slot: null, amount });
                }}
              >
                <Rich
                  text={wasJustGiven ? "doses.giveAnother" : asks ? "doses.giveAsk" : "dosewords.give"}
                  values={{ name }}
                />
              </Button>
              <Button
                variant="default"
                onClick={() => actions.open({ name: "record", plan, slot: null, dueAt: null, amount })}
              >
                <Rich text="doses.givenEarlier" values={{ name }} />
              </Button>
            </>
          )}
        </div>
      )}
    </li>
  );
}
