import { useMemo } from "react";
import { api, type Task } from "../../../lib/api.ts";
import { toDayInZone } from "../../../lib/dates/zone-day.ts";
import { t } from "../../../lib/words/t.ts";
import { useAsTable } from "../../../ui/as-table.tsx";
import { Legend } from "../../../ui/legend.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { Section } from "../../../ui/section.tsx";
import { Soft } from "../../../ui/text.tsx";
import { useSteadyQuery } from "../../../ui/use-steady-query.ts";
import { ClockNote } from "../../notebooks/client/public.ts";
import type { HistoryEntry } from "../client/history-words.ts";
import {
  countStates,
  describeHistory,
  getHistoryState,
  HISTORY_DAYS,
  HISTORY_STATES,
  MAX_HISTORY,
} from "../rules/history.ts";
import { HistoryDays } from "./history-days.tsx";
import { HistoryMark } from "./history-mark.tsx";
import { HistoryTable } from "./history-table.tsx";
import styles from "./task-history.module.css";

type TaskHistoryProps = {
  task: Task;
  /** Epoch ms. */
  now: number;
};

/**
 * The outcomes of a repetition's tasks on the last thirty days: in words, as marks of each day, or as a table; live.
 */
export function TaskHistory({ task, now }: TaskHistoryProps) {
  const { timeZone } = task;
  const today = toDayInZone(now, timeZone);
  const [isTable, tableButton] = useAsTable();
  const history = useSteadyQuery(api.tasks.getTaskHistory, { taskId: task._id, toDay: today }, task._id);
  const entries = useMemo(
    () =>
      (history?.tasks ?? []).map((one): HistoryEntry => {
        const state = getHistoryState({ ...one, timeZone, addedToTodayAt: null }, now);
        return { task: one, state };
      }),
    [history, timeZone, now],
  );
  if (history === null) return null;
  const states = HISTORY_STATES.filter((state) => entries.some((entry) => entry.state === state));
  return (
    <Section
      title={t("repeated.lastDays", { count: HISTORY_DAYS })}
      isApart
      action={entries.length > 0 && tableButton}
    >
      {history === undefined && <Loading label={t("repeated.loadingDays")} rows={5} />}
      {history && entries.length === 0 && <Soft>{t("repeated.noneOnDays")}</Soft>}
      {history && entries.length > 0 && (
        <>
          <p className={styles.words}>{describeHistory(countStates(entries.map(({ state }) => state)))}</p>
          {history.isCut && <Soft>{t("repeated.latest", { count: MAX_HISTORY })}</Soft>}
          <ClockNote notebookId={task.diaryId} />
          {isTable ? (
            <HistoryTable entries={entries} timeZone={timeZone} />
          ) : (
            <>
              <HistoryDays
                entries={entries}
                fromDay={history.fromDay}
                toDay={history.toDay}
                today={today}
                timeZone={timeZone}
              />
              <Legend
                entries={states.map((state) => ({
                  mark: <HistoryMark state={state} />,
                  label: t("repeated.state", { state }),
                }))}
              />
            </>
          )}
        </>
      )}
    </Section>
  );
}
