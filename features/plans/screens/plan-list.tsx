import { IconListDetails, IconPill, IconPlus, IconStethoscope } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Notebook } from "../../../lib/api.ts";
import { toDayInZone } from "../../../lib/dates/zone-day.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { t } from "../../../lib/words/t.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { List } from "../../../ui/list.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { MoreMenu } from "../../../ui/more-menu.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { PrintButton } from "../../../ui/print-button.tsx";
import { Soft } from "../../../ui/text.tsx";
import { useMinute } from "../../../ui/use-now.ts";
import { PrintedList } from "../../medications/client/public.ts";
import {
  describeHidden,
  getHiddenMedicinesLine,
  seesTeam,
} from "../../notebooks/rules/hidden-from-viewers.ts";
import { type Comparison, type Plan, useComparison, usePlans } from "../client/use-plans.ts";
import { EditorsSwitch } from "../components/editors-switch.tsx";
import { ListQuestion } from "../components/list-question.tsx";
import { ListedRow } from "../components/listed-row.tsx";
import { PlanCard } from "../components/plan-card.tsx";
import { ZoneNotice } from "../components/zone-notice.tsx";
import { toMedicationRows } from "../rules/plan-rows.ts";
import styles from "./plan-list.module.css";

/** What other rooms add to the list; nothing of it appears before all of it is there. */
export type PlanListParts = {
  /** The way to give a medicine, next to its name. */
  action: (plan: Plan) => ReactNode;
  /** The last dose and a low stock. */
  below: (plan: Plan) => ReactNode;
};

type PlanListProps = {
  notebook: Notebook;
  /** Undefined while it loads. */
  parts: PlanListParts | undefined;
  /** Above the list: the allergies. */
  above: ReactNode;
  /** Asks why a row of the list isn't taken any more. */
  onStop: (row: number) => void;
};

/** `/care/:diaryId/plans`: all medicines, one row each: planned ones, and those that only the list has. */
export function PlanListScreen({ notebook, parts, above, onStop }: PlanListProps) {
  const plans = usePlans(notebook._id);
  const comparison = useComparison(notebook._id);
  const now = useMinute();
  const navigate = useNavigate();
  if (plans === undefined || comparison === undefined || !parts)
    return <Loading label={t("plans.loading")} />;
  const diaryId = getShownId(notebook);
  const { permissions } = notebook;
  // Without a list there is the way to write the first one.
  const hasLists = comparison !== null || permissions.includes("notes.create");
  const seesPerson = permissions.includes("notebook.seePersonInfo");
  const running = plans.filter(({ endedAt }) => endedAt === null).sort(compareByName);
  const ended = plans.filter(({ endedAt }) => endedAt !== null);
  const listed =
    comparison?.rows.flatMap((row, index) => (row.planIds.length === 0 ? [{ row, index }] : [])) ?? [];
  const isEmpty = running.length + listed.length === 0;
  const mayPlan = permissions.includes("plans.edit");
  return (
    <div className={styles.page}>
      <PageHeader title={t("plans.title")} isDense>
        {!isEmpty && mayPlan && <AddLink diaryId={diaryId} />}
        {!isEmpty && <PrintButton isIcon />}
        {(seesPerson || hasLists) && (
          <MoreMenu name={t("plans.more")}>
            {(close, Menu) => {
              const renderItem = (label: string, icon: ReactNode, to: "visit" | "medications") => (
                <Menu.Item
                  leftSection={icon}
                  onClick={() => {
                    close();
                    void navigate({ to: `/care/$diaryId/${to}`, params: { diaryId } });
                  }}
                >
                  {label}
                </Menu.Item>
              );
              return (
                <>
                  {seesPerson && renderItem(t("plans.visit"), <IconStethoscope size={20} />, "visit")}
                  {hasLists && renderItem(t("plans.lists"), <IconListDetails size={20} />, "medications")}
                </>
              );
            }}
          </MoreMenu>
        )}
      </PageHeader>
      {above}
      <ZoneNotice notebook={notebook} plans={running} />
      {isEmpty ? (
        <NoMedicines notebook={notebook} />
      ) : (
        <List isGrid className={`${styles.plans} no-print`} aria-label={t("plans.title")}>
          {running.map((plan) => (
            <PlanCard
              key={plan._id}
              plan={plan}
              diaryId={diaryId}
              now={now}
              action={parts.action(plan)}
              below={
                <>
                  {parts.below(plan)}
                  <ListQuestion notebook={notebook} plan={plan} />
                </>
              }
            />
          ))}
          {listed.map(({ row, index }) => (
            <ListedRow
              key={`row ${index}`}
              notebook={notebook}
              row={row}
              index={index}
              onStop={permissions.includes("notes.create") ? () => onStop(index) : null}
            />
          ))}
        </List>
      )}
      <OnPaper notebook={notebook} running={running} comparison={comparison} now={now} />
      {running.length > 0 && !seesTeam(notebook) && <Soft>{getHiddenMedicinesLine()}</Soft>}
      {ended.length > 0 && (
        <details className={`${styles.ended} no-print`}>
          <summary>{t("plans.endedCount", { count: ended.length })}</summary>
          <List isGrid className={styles.plans} aria-label={t("plans.endedPlans")}>
            {ended.map((plan) => (
              <PlanCard key={plan._id} plan={plan} diaryId={diaryId} now={now} />
            ))}
          </List>
        </details>
      )}
      <EditorsSwitch notebook={notebook} />
    </div>
  );
}

const compareByName = (a: Plan, b: Plan) => a.name.localeCompare(b.name) || a.createdAt - b.createdAt;

type OnPaperProps = { notebook: Notebook; running: Plan[]; comparison: Comparison | null; now: number };

/** The table that is printed: the plans' own words, then the rows that only the list has. */
function OnPaper({ notebook, running, comparison, now }: OnPaperProps) {
  const former = comparison?.rows.map(({ planIds: _, ...row }) => row) ?? [];
  const plans = running.filter(({ isLost }) => !isLost);
  return (
    <PrintedList
      notebook={notebook}
      noteDay={toDayInZone(now, notebook.timeZone)}
      medications={toMedicationRows({ plans, former, locale: undefined })}
    />
  );
}

const AddLink = ({ diaryId }: { diaryId: string }) => (
  <LinkButton
    to="/care/$diaryId/plans/new"
    params={{ diaryId }}
    leftSection={<IconPlus size={20} aria-hidden="true" />}
  >
    {t("plans.add")}
  </LinkButton>
);

/** The next step for those who may add, and who does it for all others. */
function NoMedicines({ notebook }: { notebook: Notebook }) {
  const picture = <IconPill size={56} stroke={1.25} />;
  if (!seesTeam(notebook)) return <EmptyState {...describeHidden("medicines")} picture={picture} />;
  const mayPlan = notebook.permissions.includes("plans.edit");
  return (
    <EmptyState
      title={t("plans.none")}
      text={mayPlan ? t("plans.noneAdd") : t("plans.noneOthers")}
      picture={picture}
    >
      {mayPlan && <AddLink diaryId={getShownId(notebook)} />}
    </EmptyState>
  );
}
