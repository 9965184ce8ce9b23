import { Button, Stack } from "@mantine/core";
import { useConvex } from "convex/react";
import { useState } from "react";
import { toDayInZone } from "../../../lib/dates/zone-day.ts";
import type { Key } from "../../../lib/words/keys.ts";
import { t } from "../../../lib/words/t.ts";
import { Actions } from "../../../ui/actions.tsx";
import { createLazyPart } from "../../../ui/lazy-part.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { useMinute } from "../../../ui/use-now.ts";
import { joinParts } from "../../plans/rules/schedule-words.ts";
import { getNeededState, listSameMedicine } from "../client/as-needed.ts";
import { hasTypedLimit, isAskable } from "../client/conflicts.ts";
import { formatDoseAmount, formatMedicine } from "../client/dose-words.ts";
import { limitWords } from "../client/limit-words.ts";
import { formatNearbyDoses, formatRefusalTitle } from "../client/refusal-words.ts";
import { useDoses, useMyId } from "../client/use-doses.ts";
import { dropDose, recordDose, type WaitingDose } from "../client/waiting-doses.ts";
import { Conflicts } from "./conflicts.tsx";
import { KeptDose } from "./kept-dose.tsx";

const RecordDialog = createLazyPart(() => import("./record-dialog.tsx").then((m) => m.RecordDialog));

type RefusedDoseProps = {
  /** The entry that goes against others. */
  refused: WaitingDose;
  /** Whom its notebook is about, and the notebook's zone. */
  subject: string;
  timeZone: string;
  /** Leaves the question open: closing it drops nothing. */
  onLater: () => void;
};

/** A dose that conflicts with another one or a limit: the earlier entries, and two ways on. */
export function RefusedDose({ refused, subject, timeZone, onLater }: RefusedDoseProps) {
  const convex = useConvex();
  const myId = useMyId();
  const now = useMinute();
  const days = useDoses(refused.diaryId, toDayInZone(now, timeZone));
  const [isRecording, setIsRecording] = useState(false);
  const plan = days?.plans.find(({ _id }) => _id === refused.planId);
  if (!days || !plan || refused.conflicts === null) return null;
  const reading = { myId, timeZone, now };
  const { conflicts, planId, slot, diaryId, name, entryId } = refused;
  const planned = days.slots.find((each) => each.planId === planId && each.slot === slot);
  const amount = refused.kind === "skip" ? (planned?.amount ?? 1) : refused.args.amount;
  const drop = () => dropDose(entryId);

  if (isRecording)
    return (
      <RecordDialog
        diaryId={diaryId}
        subject={subject}
        plan={plan}
        slot={slot}
        dueAt={planned?.dueAt ?? null}
        before={refused.kind === "skip" ? { amount } : refused.args}
        conflicts={conflicts}
        reading={reading}
        onRecord={(args) => {
          setIsRecording(false);
          // The same entry: a dose that is too large by itself is named by this id.
          void recordDose(convex, { kind: "record", diaryId, name, planId, slot, entryId, args });
        }}
        onClose={() => setIsRecording(false)}
      />
    );
  const lately = days.lately.find((each) => each.planId === planId)?.doses ?? [];
  const standing = getNeededState(plan, lately, amount, now, listSameMedicine(days, planId));
  const limits = hasTypedLimit(conflicts) ? limitWords(plan, standing, reading) : null;
  const asked = { slot, amount, kind: refused.kind };
  const isJustGiven =
    refused.kind !== "skip" && isAskable(conflicts) && conflicts.some(({ limit }) => limit === "justGiven");
  // The server records it after a confirmation; a typed limit needs a record of what has happened.
  const isQuestion = refused.kind !== "skip" && !isJustGiven && isAskable(conflicts);
  const isSlot = conflicts.every(({ limit }) => limit === "slot" || limit === "claim");
  if (refused.isKept && refused.kind !== "skip")
    return (
      <KeptDose
        kept={refused}
        conflicts={conflicts}
        plan={plan}
        reading={reading}
        mayBeSame={isJustGiven || isSlot}
        onRecord={(call) => void recordDose(convex, call)}
        onChange={() => setIsRecording(true)}
        onDrop={drop}
        onLater={onLater}
      />
    );
  const confirmAnother = () => {
    const seen = conflicts.map(({ id }) => id);
    const entry = { diaryId, name, planId, slot, entryId };
    if (refused.kind === "give")
      void recordDose(convex, {
        kind: "give",
        ...entry,
        args: { ...refused.args, givenAt: Date.now(), seen },
      });
    if (refused.kind === "record") {
      const acknowledged = [...new Set([...refused.args.acknowledged, ...seen])];
      void recordDose(convex, { kind: "record", ...entry, args: { ...refused.args, acknowledged } });
    }
  };
  const title = findTitle(refused.kind, isJustGiven, isQuestion);
  return (
    <Modal opened onClose={onLater} title={title ? t(title) : formatRefusalTitle(conflicts, asked, reading)}>
      <Stack>
        <p dir="auto">
          {joinParts("schedule.comma", [formatMedicine(plan), formatDoseAmount(amount, plan)])}
        </p>
        <Conflicts
          conflicts={conflicts}
          plan={plan}
          dose={asked}
          reading={reading}
          limits={limits ?? formatNearbyDoses(conflicts, reading)}
        />
        <Actions isEnd>
          {isJustGiven && (
            <Button variant="default" onClick={confirmAnother}>
              {t(refused.kind === "record" ? "dosequestions.wasAnother" : "dosequestions.giveAnother")}
            </Button>
          )}
          {isQuestion && (
            <Button variant="default" onClick={confirmAnother}>
              {t(refused.kind === "record" ? "dosequestions.givenAnyway" : "dosequestions.giveAnyway")}
            </Button>
          )}
          {refused.kind !== "skip" && !isJustGiven && (refused.kind === "give" || !isQuestion) && (
            <Button variant="default" onClick={() => setIsRecording(true)}>
              {t("dosequestions.hasBeenGiven")}
            </Button>
          )}
          <Button data-autofocus onClick={drop}>
            {t(
              isJustGiven
                ? "dosequestions.sameOne"
                : refused.kind === "give"
                  ? "dosequestions.dontGive"
                  : "dosequestions.leave",
            )}
          </Button>
        </Actions>
      </Stack>
    </Modal>
  );
}

/** The title of a question that doesn't name its conflict. */
function findTitle(kind: WaitingDose["kind"], isJustGiven: boolean, isQuestion: boolean): Key | null {
  if (kind === "skip") return "dosequestions.wasGiven";
  if (isJustGiven) return kind === "record" ? "dosequestions.writtenForTime" : "dosequestions.justNow";
  return kind === "record" && !isQuestion ? "dosequestions.anotherMeanwhile" : null;
}
