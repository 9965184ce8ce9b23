import { Button, Checkbox, Stack } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { t } from "../../../lib/words/t.ts";
import { Actions } from "../../../ui/actions.tsx";
import { Modal } from "../../../ui/modal.tsx";
import type { DoseActions } from "../client/dose-actions.ts";
import { formatAmountAndMeal, formatDoseAmount, formatMedicine, formatMoment } from "../client/dose-words.ts";
import { listGivenTogether } from "../client/given-together.ts";
import { formatConflicts } from "../client/limit-words.ts";
import { formatDoubts } from "../client/refusal-words.ts";
import type { DoseGroup, PlannedDose } from "../client/today-rows.ts";
import { type Answer, dropDose } from "../client/waiting-doses.ts";
import { UnwrittenState } from "./dose-state.tsx";
import styles from "./record-form.module.css";

type GiveAllProps = { group: DoseGroup; actions: DoseActions; onClose: () => void };

/** Lists every medicine and amount before anything is given; then shows the outcome of each. */
export function GiveAll({ group, actions, onClose }: GiveAllProps) {
  // The doses of the moment when it was opened: nothing is added to a list that the user has read.
  const [rows] = useState(() => listGivenTogether(group, actions.reading.myId));
  const [isLeftOut, setIsLeftOut] = useState<ReadonlySet<string>>(new Set());
  const [answers, setAnswers] = useState<ReadonlyMap<string, Answer | null> | null>(null);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const getKey = ({ plan, slot }: PlannedDose) => `${plan._id} ${slot}`;
  const chosen = rows.filter((row) => !isLeftOut.has(getKey(row)));

  function giveChosen() {
    setAnswers(new Map(chosen.map((row) => [getKey(row), null])));
    // In the order of the plans' ids, as every writer of several does, so that none waits for another in a circle.
    for (const row of [...chosen].sort((a, b) => (a.plan._id < b.plan._id ? -1 : 1)))
      void actions
        .giveWithoutToast({ plan: row.plan, slot: row.slot, amount: row.amount })
        .then(({ answer, entryId }) => {
          // One whose answer isn't read here is asked about on the page.
          if (answer.outcome === "refused" && isShown.current) dropDose(entryId);
          setAnswers((before) => new Map(before).set(getKey(row), answer));
        });
  }

  const title = t("dosedialogs.allTitle", {
    when: formatMoment(group.dueAt, actions.reading),
    count: chosen.length,
  });
  const refused = [...(answers?.values() ?? [])].filter((answer) => answer && answer.outcome !== "written");
  const isDone =
    answers !== null && [...answers.values()].every((each) => each && each.outcome !== "waiting");
  return (
    <Modal opened onClose={onClose} title={title}>
      {answers === null ? (
        <Stack>
          {rows.map((row) => (
            <Checkbox
              key={getKey(row)}
              label={t("dosedialogs.medicineDose", {
                medicine: formatMedicine(row.plan),
                dose: formatAmountAndMeal(row),
              })}
              description={row.asPlanned.instructions || undefined}
              checked={!isLeftOut.has(getKey(row))}
              onChange={({ currentTarget: { checked } }) => {
                const next = new Set(isLeftOut);
                if (checked) next.delete(getKey(row));
                else next.add(getKey(row));
                setIsLeftOut(next);
              }}
            />
          ))}
          <Actions isEnd>
            <Button variant="default" onClick={onClose}>
              {t("dosedialogs.cancel")}
            </Button>
            <Button disabled={chosen.length === 0} onClick={giveChosen}>
              {t("dosedialogs.giveCount", { count: chosen.length })}
            </Button>
          </Actions>
        </Stack>
      ) : (
        <Stack>
          {isDone && (
            <p role="status">
              {refused.length === 0
                ? t("dosedialogs.allWritten", { count: answers.size })
                : t("dosedialogs.someWritten", {
                    count: answers.size - refused.length,
                    all: answers.size,
                  })}
            </p>
          )}
          <ul className={styles.answers}>
            {chosen.map((row) => (
              <li key={getKey(row)}>
                {t("dosedialogs.answerOf", {
                  medicine: formatMedicine(row.plan),
                  amount: formatDoseAmount(row.amount, row.plan),
                })}{" "}
                <AnswerWords answer={answers.get(getKey(row)) ?? null} row={row} actions={actions} />
              </li>
            ))}
          </ul>
          <Actions isEnd>
            <Button onClick={onClose}>{t("dosedialogs.close")}</Button>
          </Actions>
        </Stack>
      )}
    </Modal>
  );
}

function AnswerWords({
  answer,
  row,
  actions,
}: {
  answer: Answer | null;
  row: PlannedDose;
  actions: DoseActions;
}) {
  if (answer === null || answer.outcome === "waiting") return <UnwrittenState isStored={answer !== null} />;
  if (answer.outcome === "written") return t("dosedialogs.given");
  if (answer.outcome === "failed") return t("dosedialogs.notGivenWhy", { why: answer.message });
  const asked = { slot: row.slot, amount: row.amount, kind: "give" as const };
  const words = [
    ...formatDoubts(answer.conflicts, row.plan, asked, actions.reading),
    ...formatConflicts(answer.conflicts, row.plan, actions.reading).map((each) => each.words),
  ];
  return <strong>{t("dosedialogs.notGivenWhy", { why: words.join(" ") })}</strong>;
}
