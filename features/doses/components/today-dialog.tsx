import { Button, Stack } from "@mantine/core";
import { createId } from "../../../lib/ids.ts";
import { t } from "../../../lib/words/t.ts";
import { Modal } from "../../../ui/modal.tsx";
import { Question } from "../../../ui/question.tsx";
import { listAmounts } from "../../plans/rules/schedule.ts";
import type { DoseActions, OpenDialog } from "../client/dose-actions.ts";
import { formatDoseAmount, formatMedicine, formatMoment } from "../client/dose-words.ts";
import { AmountDialog } from "./amount-dialog.tsx";
import { DoseSheet } from "./dose-sheet.tsx";
import { GiveAll } from "./give-all.tsx";
import { NotGivenDialog } from "./not-given-dialog.tsx";
import { RecordDialog } from "./record-dialog.tsx";

type TodayDialogProps = { dialog: OpenDialog; actions: DoseActions; subject: string; onClose: () => void };

/** The dialog above the page of today. */
export function TodayDialog({ dialog, actions, subject, onClose }: TodayDialogProps) {
  const { diaryId, reading, writes } = actions;
  switch (dialog.name) {
    case "sheet":
      return (
        <DoseSheet
          doseId={dialog.doseId}
          known={actions.findDose(dialog.doseId, subject)}
          onClose={onClose}
        />
      );
    case "all":
      return <GiveAll group={dialog.group} actions={actions} onClose={onClose} />;
    case "amount":
      return <AmountDialog plan={dialog.plan} actions={actions} onClose={onClose} />;
    case "record": {
      const { plan, slot, dueAt, amount } = dialog;
      return (
        <RecordDialog
          diaryId={diaryId}
          subject={subject}
          plan={plan}
          slot={slot}
          dueAt={dueAt}
          before={{ amount }}
          conflicts={[]}
          lately={actions.getRecentDoses(plan._id)}
          reading={reading}
          onRecord={(args) => {
            onClose();
            void writes.record({
              kind: "record",
              diaryId,
              name: formatMedicine(plan),
              planId: plan._id,
              slot,
              entryId: createId(),
              args,
            });
          }}
          onClose={onClose}
        />
      );
    }
    case "unplanned":
      return (
        <Modal opened onClose={onClose} title={t("dosedialogs.unplanned")} size="sm">
          <Stack>
            <p>{t("dosedialogs.whichMedicine")}</p>
            {dialog.plans.map((plan) => (
              <Button
                key={plan._id}
                variant="default"
                onClick={() =>
                  actions.open({
                    name: "record",
                    plan,
                    slot: null,
                    dueAt: null,
                    amount: listAmounts(plan.current.schedule)[0] ?? 1,
                  })
                }
              >
                <bdi>{formatMedicine(plan)}</bdi>
              </Button>
            ))}
          </Stack>
        </Modal>
      );
    case "notGiven": {
      const { plan, slot } = dialog.row;
      return (
        <NotGivenDialog
          row={dialog.row}
          reading={reading}
          onSave={(reason, note) => {
            onClose();
            const args = { reason, note, saidAt: Date.now() };
            const name = formatMedicine(plan);
            void writes.record({
              kind: "skip",
              diaryId,
              name,
              planId: plan._id,
              slot,
              entryId: createId(),
              args,
            });
          }}
          onClose={onClose}
        />
      );
    }
    case "early": {
      const { plan, slot, amount, dueAt } = dialog.row;
      return (
        <Question
          opened
          title={t("dosedialogs.earlyTitle", { when: formatMoment(dueAt, reading) })}
          confirm={t("dosedialogs.giveNow")}
          destructive={false}
          onConfirm={() => {
            onClose();
            void actions.give({ plan, slot, amount, isMeant: true });
          }}
          onCancel={onClose}
        >
          <p dir="auto">
            {t("dosedialogs.earlyText", {
              medicine: formatMedicine(plan),
              amount: formatDoseAmount(amount, plan),
            })}
          </p>
        </Question>
      );
    }
  }
}
