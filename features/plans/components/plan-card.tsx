import { IconLock } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { formatClockTime } from "../../../lib/dates/time.ts";
import {
  describeDay,
  isViewersClock,
  placeOfZone,
  shortDay,
  toDayInZone,
} from "../../../lib/dates/zone-day.ts";
import { writeMessage } from "../../../lib/words/message.ts";
import { t } from "../../../lib/words/t.ts";
import { Card } from "../../../ui/card.tsx";
import { Fact, Facts, Soft } from "../../../ui/text.tsx";
import { VisibilityMark } from "../../notes/client/public.ts";
import type { Plan } from "../client/use-plans.ts";
import { formatAmount } from "../rules/amount-words.ts";
import { findNextSlot } from "../rules/coming-days.ts";
import { PLAN_MESSAGES } from "../rules/limits.ts";
import { formatSchedule } from "../rules/schedule-words.ts";
import styles from "./plan-card.module.css";
import { VersionWords } from "./version-words.tsx";

type PlanCardProps = {
  plan: Plan;
  diaryId: string;
  now: number;
  /** The way to give it, next to the name. */
  action?: ReactNode;
  /** The last dose, a question: from other rooms or parts. */
  below?: ReactNode;
};

/** A medicine of the list: its name, what it is for, when and how much, and the next dose. */
export function PlanCard({ plan, diaryId, now, action, below }: PlanCardProps) {
  const { current, name, strength, doseUnit } = plan;
  return (
    <Card isLink className={styles.card}>
      {/* Before the text, so that it is at the top also where the text is long. */}
      {action && <div className={`${styles.action} no-print`}>{action}</div>}
      <h2 className={styles.name}>
        <Link to="/care/$diaryId/plans/$planId" params={{ diaryId, planId: plan._id }}>
          <bdi>{plan.isLost ? `${writeMessage(PLAN_MESSAGES.lost)}.` : name}</bdi>
          {strength && (
            <>
              {" "}
              <bdi className={styles.strength}>{strength}</bdi>
            </>
          )}
        </Link>
      </h2>
      {plan.notes && <Soft className={styles.notes}>{plan.notes}</Soft>}
      <VersionWords version={current} unit={doseUnit} today={toDayInZone(now, current.timeZone)} />
      <ComingChanges plan={plan} />
      <NextDose plan={plan} now={now} />
      {(plan.visibility === "extended" || plan.isEncrypted) && (
        <Facts className={styles.soft}>
          {plan.visibility === "extended" && <VisibilityMark visibility={plan.visibility} />}
          {plan.isEncrypted && (
            <Fact>
              <IconLock size={16} aria-hidden="true" /> {t("plans.encrypted")}
            </Fact>
          )}
        </Facts>
      )}
      {below && <div className={styles.below}>{below}</div>}
    </Card>
  );
}

/** "From Dec 3, 2026 on: 2 tablets at 08:00, every day", for each change that begins later. */
function ComingChanges({ plan: { coming, doseUnit, endedAt } }: { plan: Plan }) {
  if (endedAt !== null) return null;
  return coming.map(({ version, effectiveFrom, timeZone, firstDay, schedule, instructions }) => {
    const day = toDayInZone(effectiveFrom, timeZone);
    const words =
      schedule.kind === "freeText"
        ? instructions
        : formatSchedule(schedule, { unit: doseUnit, hasBegun: firstDay < day });
    return (
      <p key={version} className={styles.next}>
        {t("plans.fromOn", { day: shortDay(day), words })}
      </p>
    );
  });
}

/** "Next: today, 20:00, 1 tablet"; nothing for plans without times of their own. */
export function NextDose({ plan, now }: { plan: Plan; now: number }) {
  const { current, coming, doseUnit, endedAt } = plan;
  const next = findNextSlot([current, ...coming], now, endedAt);
  if (!next) return null;
  const { timeZone } = current;
  const day = describeDay(toDayInZone(next.dueAt, timeZone), toDayInZone(now, timeZone));
  const values = {
    day,
    time: formatClockTime(next.dueAt, undefined, timeZone),
    amount: formatAmount(next.amount, doseUnit),
  };
  return (
    <p className={styles.next}>
      {isViewersClock(timeZone, next.dueAt)
        ? t("plans.next", values)
        : t("plans.nextIn", { ...values, place: placeOfZone(timeZone) })}
    </p>
  );
}
