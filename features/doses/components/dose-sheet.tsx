import { Button, Stack } from "@mantine/core";
import type { FunctionReturnType } from "convex/server";
import { type ReactNode, useState } from "react";
import { api, type Dose, type DosePlan } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { Actions } from "../../../ui/actions.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { Soft } from "../../../ui/text.tsx";
import { useIsUnreachable } from "../../../ui/use-is-unreachable.ts";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { useMinute } from "../../../ui/use-now.ts";
import { useIsWaiting } from "../../../ui/waiting-changes.ts";
import { WaitingMark } from "../../../ui/waiting-mark.tsx";
import { formatScheduleLines, joinParts, toUpperFirst } from "../../plans/rules/schedule-words.ts";
import {
  formatDose,
  formatDoseMeal,
  formatMedicine,
  formatMoment,
  formatState,
  getRecorder,
  type Reading,
} from "../client/dose-words.ts";
import { formatHelped } from "../client/entry-words.ts";
import { getLimitSource } from "../client/limit-words.ts";
import { formatDoubts } from "../client/refusal-words.ts";
import { useMyId } from "../client/use-doses.ts";
import type { Doubt } from "../rules/doubts.ts";
import { CorrectForm } from "./correct-form.tsx";
import { DoseHistory } from "./dose-history.tsx";
import { FollowUp } from "./follow-up.tsx";
import styles from "./record-form.module.css";
import { WithdrawForm } from "./withdraw-form.tsx";

/** A dose with its plan and notebook. */
export type FoundDose = NonNullable<FunctionReturnType<typeof api.doses.getDose>>;

type DoseSheetProps = {
  doseId: string;
  /** The dose as the page has it, for times without a connection. */
  known?: FoundDose | undefined;
  /** The other entries of the slot, which can be opened from it. */
  otherIds?: readonly string[];
  onClose: () => void;
};

/** All facts about one dose: plan, amount, giver, conflicts, and its entries. */
export function DoseSheet({ doseId: first, known, otherIds = [], onClose }: DoseSheetProps) {
  const [doseId, setDoseId] = useState(first);
  const live = useLiveQuery(api.doses.getDose, { doseId });
  const isOffline = useIsUnreachable();
  const found = live === undefined && isOffline && known?.dose._id === doseId ? known : live;
  const entries = useLiveQuery(api.doses.listDoseEntries, { doseId });
  const myId = useMyId();
  const now = useMinute();
  const [doing, setDoing] = useState<"correct" | "withdraw" | null>(null);
  const isChanging = useIsWaiting(doseId);

  if (found === undefined || (!entries && found !== known))
    return (
      <Modal opened onClose={onClose} title={t("dosesheet.title")}>
        {found === null ? <p>{t("dosesheet.gone")}</p> : <Loading label={t("dosesheet.loading")} rows={2} />}
      </Modal>
    );
  if (found === null)
    return (
      <Modal opened onClose={onClose} title={t("dosesheet.title")}>
        <p>{t("dosesheet.gone")}</p>
      </Modal>
    );
  const { diaryId, subject, dose, plan, others, timeZone, mayGive, mayCorrect } = found;
  const reading = { myId, timeZone, now };
  const isGiven = dose.state === "given";
  const closeForm = () => setDoing(null);
  const state = formatRecordedDose(dose, reading);
  return (
    <Modal opened onClose={onClose} title={formatMedicine(plan)}>
      <Stack>
        <dl className={styles.facts}>
          <Fact name={t("dosesheet.state")}>{state}</Fact>
          {isGiven && <Fact name={t("dosesheet.given")}>{formatDose(dose, plan, reading)}</Fact>}
          <Fact name={t("dosesheet.planned")}>
            {dose.dueAt === null ? t("dosesheet.notPlanned") : formatMoment(dose.dueAt, reading)}
          </Fact>
          <PlanFacts plan={plan} />
          <Fact name={t("dosesheet.written")}>
            {t("dosesheet.writtenBy", {
              when: formatMoment(dose.recordedAt, reading),
              ...getRecorder(dose, myId),
            })}
          </Fact>
          {dose.note && <Fact name={t("dosesheet.note")}>{dose.note}</Fact>}
          {dose.helped && (
            <Fact name={t("dosesheet.afterwards")}>{formatHelped(dose.helped, dose.helpedAt, reading)}</Fact>
          )}
          {(others.length > 0 || dose.against.length > 0) && isGiven && (
            <AgainstFact found={found} reading={reading} />
          )}
        </dl>
        {isGiven && mayGive && plan.current.schedule.kind === "asNeeded" && doing === null && (
          <FollowUp dose={dose} />
        )}
        {doing === "correct" && (
          <CorrectForm
            diaryId={diaryId}
            subject={subject}
            dose={dose}
            plan={plan}
            reading={reading}
            onDone={closeForm}
          />
        )}
        {doing === "withdraw" && (
          <WithdrawForm dose={dose} facts={{ diaryId, name: formatMedicine(plan) }} onDone={closeForm} />
        )}
        <WaitingMark subject={dose._id} />
        {doing === null &&
          !isChanging &&
          mayCorrect &&
          dose.state !== "withdrawn" &&
          dose.state !== "released" && (
            <Actions>
              {isGiven && (
                <Button variant="default" onClick={() => setDoing("correct")}>
                  {t("dosesheet.correct")}
                </Button>
              )}
              <Button variant="default" onClick={() => setDoing("withdraw")}>
                {t("dosesheet.withdraw")}
              </Button>
            </Actions>
          )}
        {[first, ...otherIds]
          .filter((each) => each !== doseId)
          .map((each) => (
            <OtherEntry key={each} doseId={each} reading={reading} onOpen={() => setDoseId(each)} />
          ))}
        {entries ? (
          <DoseHistory entries={entries} plan={plan} reading={reading} />
        ) : (
          <Soft>{t("dosesheet.noHistory")}</Soft>
        )}
      </Stack>
    </Modal>
  );
}

/** The plan as of the moment when the dose was due or given. */
function PlanFacts({ plan: { current, doseUnit } }: { plan: DosePlan }) {
  const meal = formatDoseMeal(current);
  return (
    <>
      <Fact name={t("dosesheet.plan")}>
        {formatScheduleLines(current.schedule, { unit: doseUnit }).map((line) => (
          <p key={line} className={styles.line}>
            {line}
          </p>
        ))}
        {meal && <p className={styles.line}>{toUpperFirst(meal)}</p>}
      </Fact>
      {current.instructions && <Fact name={t("dosesheet.instructions")}>{current.instructions}</Fact>}
    </>
  );
}

/** Conflicts of a dose with its plan, other doses and typed limits. */
function AgainstFact({
  found: { dose, plan, others, medicines },
  reading,
}: {
  found: FoundDose;
  reading: Reading;
}) {
  const asked = { slot: dose.slot, amount: dose.amount!, kind: "record" as const };
  const doubts = dose.doubts.map((limit) => ({ limit: limit as Doubt }));
  const lines = [
    ...formatDoubts(doubts, plan, asked, reading),
    ...others.map((other) => {
      const medicine = medicines.find(({ planId }) => planId === other.planId);
      const words = formatDose(other, medicine ?? plan, reading);
      return medicine
        ? t("dosesheet.ofMedicine", { medicine: formatMedicine(medicine), dose: words })
        : words;
    }),
  ];
  return <Fact name={t("dosesheet.against")}>{formatAgainst(lines, others.length > 0, plan)}</Fact>;
}

function formatAgainst(lines: readonly string[], hasOthers: boolean, plan: DosePlan): string {
  if (lines.length === 0) return t("dosesheet.againstNothing");
  const doses = joinParts("schedule.semicolon", lines);
  if (!hasOthers) return doses;
  return hasLimits(plan)
    ? t("dosesheet.againstLimits", { ...getLimitSource(plan), doses })
    : t("dosesheet.againstNear", { doses });
}

const hasLimits = ({ current }: DosePlan): boolean =>
  [current.minGapMinutes, current.maxCount, current.maxAmount].some((limit) => limit !== null);

/** The state of a dose, also of a withdrawn one. */
function formatRecordedDose(dose: Dose, reading: Reading): string {
  if (dose.state === "withdrawn") return t("dosesheet.withdrawn");
  if (dose.state === "released") return t("dosesheet.open");
  return formatState(
    { state: dose.state, dose, isOpen: false, dueAt: dose.dueAt ?? dose.recordedAt },
    reading,
  );
}

/** Another entry about the same planned dose. */
function OtherEntry({ doseId, reading, onOpen }: { doseId: string; reading: Reading; onOpen: () => void }) {
  const found = useLiveQuery(api.doses.getDose, { doseId });
  if (!found) return null;
  const { dose, plan } = found;
  return (
    <Button variant="default" onClick={onOpen}>
      {t("dosesheet.otherEntry", {
        entry: dose.state === "given" ? formatDose(dose, plan, reading) : formatRecordedDose(dose, reading),
      })}
    </Button>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd dir="auto">{children}</dd>
  </>
);
