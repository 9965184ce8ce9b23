import { Button } from "@mantine/core";
import { type ReactNode, useMemo, useState } from "react";
import { api, type DoseDays, type Notebook } from "../../../lib/api.ts";
import { dateInWords, describeClock } from "../../../lib/dates/moment-words.ts";
import { getViewersZone, longDay, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { parseSlotMoment } from "../../../lib/slot-moment.ts";
import { t } from "../../../lib/words/t.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { createLazyPart } from "../../../ui/lazy-part.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { List } from "../../../ui/list.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { Page } from "../../../ui/page.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Rich } from "../../../ui/rich.tsx";
import { Section } from "../../../ui/section.tsx";
import { Problem, Soft } from "../../../ui/text.tsx";
import { offerUndo } from "../../../ui/undo-toast.tsx";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { useMinute } from "../../../ui/use-now.ts";
import { ClockNote } from "../../notebooks/client/public.ts";
import {
  describeHidden,
  getHiddenMedicinesLine,
  seesTeam,
} from "../../notebooks/rules/hidden-from-viewers.ts";
import { isScheduled } from "../../plans/rules/schedule.ts";
import { listSameMedicine } from "../client/as-needed.ts";
import type { DoseActions, OpenDialog } from "../client/dose-actions.ts";
import { formatDoseAmount, formatMedicine } from "../client/dose-words.ts";
import { listGivenTogether } from "../client/given-together.ts";
import { computeToday, type DoseGroup, type PlannedDose, type Today } from "../client/today-rows.ts";
import { useDoseWrites, useWaitingDoses } from "../client/use-dose-writes.ts";
import { useDoses, useMyId } from "../client/use-doses.ts";
import { DayStepper } from "../components/day-stepper.tsx";
import { DoseRow } from "../components/dose-row.tsx";
import { DosesToReview } from "../components/doses-to-review.tsx";
import { NeededRow } from "../components/needed-row.tsx";
import { ExtraDoses, FreeTextPlans } from "../components/other-doses.tsx";
import { WaitingDoses } from "../components/waiting-doses.tsx";
import styles from "./today.module.css";

const TodayDialog = createLazyPart(() => import("../components/today-dialog.tsx").then((m) => m.TodayDialog));

type TodayProps = {
  notebook: Notebook;
  /** The planned dose that the reader came for: its day is shown, and it is in sight. */
  asked?: { planId: string; slot: string } | undefined;
  /** What other rooms render above and below the doses; undefined while it loads. The doses wait for it. */
  slots: { above: ReactNode; below: ReactNode } | undefined;
  /** Renders what other rooms add to the row of a planned dose. */
  renderState?: DoseActions["renderState"];
};

/** `/care/:diaryId/doses`: the due and given doses of today or another day. Live. */
export function TodayScreen({ notebook, asked, slots, renderState }: TodayProps) {
  const now = useMinute();
  const { _id: diaryId, timeZone } = notebook;
  const zone = timeZone ?? getViewersZone();
  const today = toDayInZone(now, zone);
  const [chosen, setChosen] = useState<string | null>(() => {
    const askedAt = asked ? parseSlotMoment(asked.slot) : null;
    const askedDay = askedAt === null ? today : toDayInZone(askedAt, zone);
    return askedDay === today ? null : askedDay;
  });
  // Today's page goes on with the next day at midnight.
  const day = chosen ?? today;
  const days = useDoses(diaryId, day);
  const doubtful = useLiveQuery(api.doses.listToReview, { diaryId });
  const waiting = useWaitingDoses();
  const writes = useDoseWrites();
  const myId = useMyId();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const shown = useMemo(() => days && computeToday(days, day, now), [days, day, now]);

  const mayGive = notebook.permissions.includes("doses.give");
  const actions: DoseActions = {
    diaryId,
    asked,
    reading: { myId, timeZone: days?.timeZone ?? timeZone, now },
    mayGive,
    givers: days?.givers ?? 1,
    writes,
    getRecentDoses: (planId) => shown?.asNeeded.find(({ plan }) => plan._id === planId)?.lately ?? [],
    listSameMedicine: (planId) => (days ? listSameMedicine(days, planId) : []),
    findDose(doseId, subject) {
      const lately = days?.lately.flatMap(({ doses }) => doses) ?? [];
      const dose = [...(days?.doses ?? []), ...lately].find(({ _id }) => _id === doseId);
      const plan = days?.plans.find(({ _id }) => _id === dose?.planId);
      if (!days || !dose || !plan) return;
      const rights = dose.recordedById === myId ? notebook.permissions : notebook.permissionsOnOthers;
      return {
        ...{ diaryId, subject, dose, plan, timeZone: days.timeZone, mayGive },
        others: [],
        medicines: [],
        mayCorrect: rights.includes("doses.correct"),
      };
    },
    findWaiting: (planId, slot) => waiting.findLast((each) => each.planId === planId && each.slot === slot),
    undo: ({ entryId, name }) => void writes.undo(entryId, { diaryId, name }),
    async give({ plan, ...dose }) {
      const name = formatMedicine(plan);
      const answer = await writes.give({ diaryId, planId: plan._id, name, ...dose }).answer;
      if (answer.outcome === "written")
        offerUndo(t("doses.wasGiven", { name, amount: formatDoseAmount(dose.amount, plan) }), () => {
          void writes.undo(answer.doseId, { diaryId, name });
        });
      return answer;
    },
    async giveWithoutToast({ plan, ...dose }) {
      const name = formatMedicine(plan);
      const { entryId, answer } = writes.give({ diaryId, planId: plan._id, name, ...dose });
      return { entryId, answer: await answer };
    },
    claim: writes.claim,
    open: setDialog,
    renderState,
  };
  const refused = waiting.filter((each) => each.diaryId === diaryId && each.conflicts !== null);
  const about = { subject: notebook.details.fullName, timeZone: actions.reading.timeZone };

  return (
    <Page gap="lg">
      <div className={styles.head}>
        <PageHeader title={t(day === today ? "doses.title" : "doses.titleOfDay")} isDense>
          <DayStepper day={day} today={today} onDay={(next) => setChosen(next === today ? null : next)} />
        </PageHeader>
        <p className={styles.printed}>{longDay(day)}</p>
      </div>
      <ClockNote notebookId={diaryId} />
      {days === undefined || !shown || !doubtful || !slots ? (
        <Loading label={t("doses.loading")} />
      ) : (
        <>
          {/* All of it appears at once: a "Give" must not move away under a finger. */}
          {refused.length > 0 && (
            // One question at a time; the answers to "Give all" are in its own dialog.
            <WaitingDoses refused={refused} aboutOf={() => about} mayAsk={!dialog} />
          )}
          {slots.above}
          <DosesToReview
            doubtful={doubtful}
            actions={actions}
            mayCorrectAll={notebook.permissionsOnOthers.includes("doses.correct")}
          />
          {days.plans.length === 0 ? (
            <NoPlans notebook={notebook} />
          ) : (
            <>
              <DayOfDoses days={days} shown={shown} day={day} today={today} actions={actions} />
              {!seesTeam(notebook) && <Soft>{getHiddenMedicinesLine()}</Soft>}
            </>
          )}
          {slots.below}
        </>
      )}
      {dialog && (
        <TodayDialog
          dialog={dialog}
          actions={actions}
          subject={notebook.details.fullName}
          onClose={() => setDialog(null)}
        />
      )}
    </Page>
  );
}

type DayProps = { days: DoseDays; shown: Today; day: string; today: string; actions: DoseActions };

/** All doses of a day: those open from before, by times, as needed, and unplanned ones. */
function DayOfDoses({ days, shown, day, today, actions }: DayProps) {
  const timed = days.plans.filter(
    ({ current, endedAt }) => endedAt === null && isScheduled(current.schedule),
  );
  return (
    <>
      {!days.isComplete && <Problem>{t("doses.incomplete")}</Problem>}
      {shown.earlier.length > 0 && (
        <Section title={t("doses.openBefore")} className={styles.group}>
          <List>
            {shown.earlier.map((row) => (
              <DoseRow
                key={`${row.plan._id} ${row.slot}`}
                row={row}
                actions={actions}
                day={dateInWords(
                  { day: toDayInZone(row.dueAt, days.timeZone), at: row.dueAt },
                  days.timeZone,
                  actions.reading.now,
                )}
              />
            ))}
          </List>
        </Section>
      )}
      {shown.groups.map((group) => (
        <Group key={group.dueAt} group={group} actions={actions} />
      ))}
      {shown.groups.length === 0 && <Soft>{t("doses.nothingTimed")}</Soft>}
      {actions.mayGive && timed.length > 0 && (
        <Button
          variant="subtle"
          className="no-print"
          aria-haspopup="dialog"
          onClick={() => actions.open({ name: "unplanned", plans: timed })}
        >
          {t("doses.unplanned")}
        </Button>
      )}
      {day === today && shown.asNeeded.length > 0 && (
        <Section title={t("doses.asNeeded")} className={styles.group}>
          <List>
            {shown.asNeeded.map((needed) => (
              <NeededRow key={needed.plan._id} needed={needed} actions={actions} />
            ))}
          </List>
        </Section>
      )}
      <ExtraDoses
        doses={
          day === today
            ? shown.extra
            : [
                ...shown.extra,
                ...shown.asNeeded.flatMap(({ plan, ofDay }) => ofDay.map((dose) => ({ plan, dose }))),
              ]
        }
        actions={actions}
      />
      <FreeTextPlans plans={shown.freeText} />
    </>
  );
}

function Group({ group, actions }: { group: DoseGroup; actions: DoseActions }) {
  const { timeZone, myId } = actions.reading;
  const together = listGivenTogether(group, myId).filter(
    ({ plan, slot }: PlannedDose) => !actions.findWaiting(plan._id, slot),
  );
  const title = (
    <Rich
      text="doses.groupTitle"
      values={{
        time: describeClock(group.dueAt, timeZone),
        count: group.rows.length,
        // One medicine needs no count for those who see it.
        more: (count) => (
          <span className={group.rows.length === 1 ? "visually-hidden" : styles.count}>{count}</span>
        ),
      }}
    />
  );
  const action: ReactNode = actions.mayGive && together.length > 1 && (
    <Button variant="default" className="no-print" onClick={() => actions.open({ name: "all", group })}>
      {t("doses.giveAll", { count: together.length })}
    </Button>
  );
  return (
    <Section title={title} action={action} className={styles.group}>
      <List>
        {group.rows.map((row) => (
          <DoseRow key={`${row.plan._id} ${row.slot}`} row={row} actions={actions} />
        ))}
      </List>
    </Section>
  );
}

function NoPlans({ notebook }: { notebook: Notebook }) {
  const mayPlan = notebook.permissions.includes("plans.edit");
  if (!seesTeam(notebook)) return <EmptyState {...describeHidden("medicines")} />;
  return (
    <EmptyState title={t("doses.noPlans")} text={t(mayPlan ? "doses.noPlansText" : "doses.noPlansOthers")}>
      {mayPlan && (
        <LinkButton to="/care/$diaryId/plans" params={{ diaryId: getShownId(notebook) }}>
          {t("doses.planOne")}
        </LinkButton>
      )}
    </EmptyState>
  );
}
