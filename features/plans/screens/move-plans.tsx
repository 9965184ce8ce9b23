import { Alert, Button, Checkbox, TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api, type Notebook } from "../../../lib/api.ts";
import { formatClockTime, HOUR, MINUTE, parseMinute } from "../../../lib/dates/time.ts";
import {
  addDays,
  isDay,
  placeOfZone,
  shortDay,
  toDayInZone,
  toMomentInZone,
} from "../../../lib/dates/zone-day.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { placeSideBySide } from "../../../lib/side-by-side.ts";
import { writeMessage } from "../../../lib/words/message.ts";
import { t } from "../../../lib/words/t.ts";
import { Actions } from "../../../ui/actions.tsx";
import { BackLink } from "../../../ui/back-link.tsx";
import { Card } from "../../../ui/card.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { List } from "../../../ui/list.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { notifySuccess } from "../../../ui/notify.ts";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Rich } from "../../../ui/rich.tsx";
import { Soft } from "../../../ui/text.tsx";
import { useMinute } from "../../../ui/use-now.ts";
import { type Plan, usePlans } from "../client/use-plans.ts";
import { NotAllowed } from "../components/not-allowed.tsx";
import fields from "../components/plan-fields.module.css";
import { listPlansElsewhere } from "../components/zone-notice.tsx";
import { listSlotsAroundMove } from "../rules/coming-days.ts";
import { PLAN_MESSAGES } from "../rules/limits.ts";
import { formatDuration, formatSchedule } from "../rules/schedule-words.ts";
import { getNewest } from "../rules/versions.ts";
import styles from "./plan.module.css";

/** `/care/:diaryId/plans/zone`: from when on plans go by the notebook's new time zone. */
export function MovePlansScreen({ notebook }: { notebook: Notebook }) {
  const plans = usePlans(notebook._id);
  const diaryId = getShownId(notebook);
  if (!notebook.permissions.includes("plans.edit")) return <NotAllowed diaryId={diaryId} />;
  if (plans === undefined) return <Loading label={t("plansmove.loading")} />;
  const elsewhere = listPlansElsewhere(plans, notebook.timeZone);
  if (elsewhere.length === 0)
    return (
      <EmptyState title={t("plansmove.allMoved", { place: placeOfZone(notebook.timeZone) })}>
        <LinkButton to="/care/$diaryId/plans" params={{ diaryId }}>
          {t("plans.backToPlans")}
        </LinkButton>
      </EmptyState>
    );
  return <MovePlans notebook={notebook} plans={elsewhere} />;
}

function MovePlans({ notebook, plans }: { notebook: Notebook; plans: Plan[] }) {
  const navigate = useNavigate();
  const move = useMutation(api.plans.movePlans);
  const { timeZone } = notebook;
  const place = placeOfZone(timeZone);
  const diaryId = getShownId(notebook);
  const now = useMinute();
  const [day, setDay] = useState(() => addDays(toDayInZone(Date.now(), timeZone), 1));
  const [time, setTime] = useState("00:00");
  const [left, setLeft] = useState<readonly string[]>([]);
  const [reason, setReason] = useState("");
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const from = isDay(day) && time ? toMomentInZone(day, parseMinute(time) * MINUTE, timeZone) : null;
  const isPast = from !== null && from < now;
  const moved = plans.filter(({ _id }) => !left.includes(_id));

  async function save() {
    if (from === null || isPast || moved.length === 0) return;
    setIsSaving(true);
    setRefusal(null);
    try {
      await move({
        diaryId: notebook._id,
        from,
        plans: moved.map((plan) => ({ planId: plan._id, version: getNewest(plan).version })),
        reason,
      });
      notifySuccess(t("plansmove.moved"));
      void navigate({ to: "/care/$diaryId/plans", params: { diaryId }, replace: true });
    } catch (error) {
      setRefusal(getErrorMessage(error, t("plans.tryAgain")));
      setIsSaving(false);
    }
  }

  return (
    <div className={styles.page}>
      <PageHeader
        title={t("plansmove.title")}
        above={
          <BackLink to="/care/$diaryId/plans" params={{ diaryId }}>
            {t("plansmove.allMedicines")}
          </BackLink>
        }
      />
      <p className={styles.plain}>{t("plansmove.text", { place })}</p>
      <div className={fields.pair}>
        <TextInput
          type="date"
          label={t("plansmove.day", { place })}
          value={day}
          error={isPast ? writeMessage(PLAN_MESSAGES.past) : undefined}
          onChange={({ currentTarget: { value } }) => setDay(value)}
        />
        <TextInput
          type="time"
          label={t("plansmove.time", { place })}
          value={time}
          onChange={({ currentTarget: { value } }) => setTime(value)}
        />
      </div>
      <List aria-label={t("plansmove.plans")}>
        {plans.map((plan) => (
          <Card key={plan._id} size="row">
            <Checkbox
              label={`${placeSideBySide([plan.name, plan.strength])}: ${formatSchedule(plan.current.schedule, { unit: plan.doseUnit })}`}
              checked={!left.includes(plan._id)}
              onChange={({ currentTarget: { checked } }) =>
                setLeft(checked ? left.filter((id) => id !== plan._id) : [...left, plan._id])
              }
            />
            {from !== null && !left.includes(plan._id) && (
              <PlanGap plan={plan} from={from} timeZone={timeZone} />
            )}
          </Card>
        ))}
      </List>
      <Soft>{t("plansmove.ownDecision")}</Soft>
      <TextInput
        label={t("plansmove.reason")}
        description={t("plansmove.reasonExample")}
        value={reason}
        onChange={({ currentTarget: { value } }) => setReason(value)}
      />
      {refusal && (
        <Alert color="red" variant="outline" role="alert" title={t("plansmove.notMoved")}>
          {`${refusal.replace(/\.$/, "")}.`}
        </Alert>
      )}
      <Actions>
        <Button
          loading={isSaving}
          disabled={from === null || isPast || moved.length === 0}
          onClick={() => void save()}
        >
          {t("plansmove.move", { count: moved.length })}
        </Button>
      </Actions>
    </div>
  );
}

type MoveProps = { plan: Plan; from: number; timeZone: string };

/** The last dose by the former clock, the first one by the new one, and the time between them. */
function PlanGap({ plan: { current, coming }, from, timeZone }: MoveProps) {
  const { last, first } = listSlotsAroundMove([current, ...coming], { from, timeZone });
  const formatMoment = (at: number, zone: string) =>
    `${shortDay(toDayInZone(at, zone))}, ${formatClockTime(at, undefined, zone)}`;
  const former = last?.timeZone ?? current.timeZone;
  const duration = last && first ? formatDuration(Math.round((first.dueAt - last.dueAt) / MINUTE)) : "";
  const usual = getUsualTime(current.schedule);
  return (
    <dl className={styles.gap}>
      <div>
        <dt>{t("plansmove.lastBy", { place: placeOfZone(former) })}</dt>
        <dd>
          {last
            ? t("plansmove.lastAt", {
                former: formatMoment(last.dueAt, former),
                now: formatMoment(last.dueAt, timeZone),
                place: placeOfZone(timeZone),
              })
            : t("plansmove.none")}
        </dd>
      </div>
      <div>
        <dt>{t("plansmove.firstBy", { place: placeOfZone(timeZone) })}</dt>
        <dd>{first ? formatMoment(first.dueAt, timeZone) : t("plansmove.none")}</dd>
      </div>
      {last && first && (
        <div>
          <dt>{t("plansmove.between")}</dt>
          <dd>
            {usual ? (
              <Rich
                text="plansmove.otherwise"
                values={{ b: (words) => <strong>{words}</strong>, duration, usual }}
              />
            ) : (
              <strong>{duration}</strong>
            )}
          </dd>
        </div>
      )}
    </dl>
  );
}

/** The usual distance of doses, where the plan has one. */
function getUsualTime(schedule: Plan["current"]["schedule"]): string | null {
  if (schedule.kind === "everyHours") return formatDuration(schedule.hours * 60);
  if (schedule.kind !== "clock" || !("everyDays" in schedule.days)) return null;
  if (schedule.times.length === 1) return formatDuration((schedule.days.everyDays * 24 * HOUR) / MINUTE);
  return null;
}
