import { Button } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useState } from "react";
import type { Notebook } from "../../../lib/api.ts";
import { getFormerMonth, getNextMonth } from "../../../lib/dates/weeks.ts";
import {
  isViewersClock,
  longDay,
  monthOfDay,
  shortDay,
  toClockInZone,
  toDayInZone,
} from "../../../lib/dates/zone-day.ts";
import { listNames } from "../../../lib/words/list.ts";
import { t } from "../../../lib/words/t.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { PrintButton } from "../../../ui/print-button.tsx";
import { StepButton } from "../../../ui/step-button.tsx";
import { Soft } from "../../../ui/text.tsx";
import { useMinute } from "../../../ui/use-now.ts";
import {
  describeHidden,
  getHiddenMedicinesLine,
  seesTeam,
} from "../../notebooks/rules/hidden-from-viewers.ts";
import { joinParts } from "../../plans/rules/schedule-words.ts";
import { useDoseMonth } from "../client/use-dose-month.ts";
import { DoseSheets } from "../components/dose-sheets.tsx";
import { MonthCounts } from "../components/month-counts.tsx";
import { MonthGrid } from "../components/month-grid.tsx";
import { MonthLegend } from "../components/month-legend.tsx";
import { type OpenedDoses, OpenedDosesDialog } from "../components/opened-doses.tsx";
import { TimedDoses } from "../components/timed-doses.tsx";
import type { SheetDose } from "../rules/month.ts";
import { planTitle } from "../rules/sheet-plans.ts";
import styles from "./month.module.css";

/** What of a sheet is shown: a month `YYYY-MM`, by default this one, and one plan or all. */
export type MonthSearch = { month?: string; plan?: string };

type DoseMonthScreenProps = {
  notebook: Notebook;
  search: MonthSearch;
  /** Changes the month from the one requested last: each of two quick presses counts. */
  onSearch: (change: (former: MonthSearch) => MonthSearch) => void;
};

/** `/care/:diaryId/doses/month`: a month of doses, as on paper. */
export function DoseMonthScreen({ notebook, search, onSearch }: DoseMonthScreenProps) {
  const today = toDayInZone(useMinute(), notebook.timeZone);
  const month = search.month ?? today.slice(0, 7);
  const first = `${month}-01`;
  const shown = useDoseMonth(notebook._id, month, search.plan);
  const [opened, setOpened] = useState<OpenedDoses | null>(null);
  const open = (title: string, doses: readonly (SheetDose | null)[]) => {
    const doseIds = doses.flatMap((dose) => dose?._id ?? []);
    setOpened({ title, doseIds });
  };
  const show = (dayOf: (first: string) => string) =>
    onSearch((former) => ({
      ...former,
      month: dayOf(`${former.month ?? today.slice(0, 7)}-01`).slice(0, 7),
    }));

  return (
    <div className={styles.page}>
      <PageHeader title={t("dosemonth.title", { month: monthOfDay(first) })} isDense>
        <PrintButton isIcon />
      </PageHeader>
      <p className={styles.printed}>{formatPrintedFacts(notebook, Date.now())}</p>
      <div className={`${styles.bar} no-print`}>
        <StepButton
          name={t("dosemonth.former")}
          Icon={IconChevronLeft}
          onPress={() => show(getFormerMonth)}
        />
        <Button variant="default" className={styles.now} onClick={() => show(() => today)}>
          {t("dosemonth.thisMonth")}
        </Button>
        <StepButton name={t("dosemonth.next")} Icon={IconChevronRight} onPress={() => show(getNextMonth)} />
        {search.plan && (
          <Button
            variant="subtle"
            onClick={() => onSearch(({ month: shownMonth }) => (shownMonth ? { month: shownMonth } : {}))}
          >
            {t("dosemonth.allMedicines")}
          </Button>
        )}
      </div>
      {!isViewersClock(notebook.timeZone, Date.now()) && (
        <Soft>{t("dosemonth.otherZone", { zone: notebook.timeZone })}</Soft>
      )}
      {!shown && <Loading label={t("dosemonth.loading")} rows={5} />}
      {shown && !shown.data.isComplete && <p role="alert">{t("dosemonth.incomplete")}</p>}
      {shown?.isEmpty &&
        (seesTeam(notebook) ? (
          <EmptyState title={t("dosemonth.none")} text={t("dosemonth.noneText")} />
        ) : (
          <EmptyState {...describeHidden("medicines")} />
        ))}
      {shown && !shown.isEmpty && !seesTeam(notebook) && <Soft>{getHiddenMedicinesLine()}</Soft>}
      {shown && !shown.isEmpty && (
        <>
          {shown.sheet.rows.length > 0 && (
            <>
              <MonthGrid
                month={shown}
                today={today}
                onOpen={(row, { dose, extras, withdrawn, slot }) =>
                  open(
                    joinParts("schedule.comma", [
                      planTitle(shown.plans.get(row.planId)!),
                      longDay(slot.slice(0, 10)),
                      row.time,
                    ]),
                    [dose, ...extras, ...withdrawn],
                  )
                }
              />
              <MonthLegend sheet={shown.sheet} names={shown.names} />
            </>
          )}
          <TimedDoses
            month={shown}
            onOpen={({ dose, day }) =>
              open(joinParts("schedule.comma", [planTitle(shown.plans.get(dose.planId)!), longDay(day)]), [
                dose,
              ])
            }
          />
          <MonthCounts month={shown} />
          <div className="no-print">
            <DoseSheets notebook={notebook} month={month} planId={search.plan} />
          </div>
        </>
      )}
      {opened && <OpenedDosesDialog opened={opened} onClose={() => setOpened(null)} />}
    </div>
  );
}

/** The cared-for person and the time of printing; missing facts are named as missing. */
function formatPrintedFacts({ details, timeZone }: Notebook, now: number): string {
  const { fullName, dateOfBirth, allergies } = details;
  return t("dosemonth.printed", {
    name: fullName,
    isBirthKnown: String(Boolean(dateOfBirth)),
    birth: dateOfBirth ? shortDay(dateOfBirth) : "",
    // Viewers don't see them.
    seesAllergies: String(Boolean(allergies)),
    hasAllergies: String(Boolean(allergies?.length)),
    allergies: listNames(allergies ?? []),
    day: shortDay(toDayInZone(now, timeZone)),
    time: toClockInZone(now, timeZone),
    zone: timeZone,
  });
}
