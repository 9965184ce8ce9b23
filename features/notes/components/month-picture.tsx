import { ActionIcon, NativeSelect } from "@mantine/core";
import {
  IconAlertTriangle,
  IconChevronLeft,
  IconChevronRight,
  IconPillFilled,
  IconTag,
} from "@tabler/icons-react";
import { useState } from "react";
import { api, type Notebook } from "../../../lib/api.ts";
import {
  endOfMonth,
  getEarliestDay,
  getFormerMonth,
  getNextMonth,
  startOfMonth,
} from "../../../lib/dates/weeks.ts";
import { addDays, monthOfDay, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { t } from "../../../lib/words/t.ts";
import { useAsTable } from "../../../ui/as-table.tsx";
import { DayGrid } from "../../../ui/day-grid.tsx";
import { Legend } from "../../../ui/legend.tsx";
import { Section } from "../../../ui/section.tsx";
import { Soft } from "../../../ui/text.tsx";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { useMinute } from "../../../ui/use-now.ts";
import { describeMonth, listMonthDays } from "../client/month-days.ts";
import { MonthDayCell } from "./month-day-cell.tsx";
import styles from "./month-picture.module.css";
import { MonthTable } from "./month-table.tsx";

type MonthPictureProps = {
  notebook: Notebook;
  /** The day whose notes are listed. */
  chosenDay: string | undefined;
  /** A day was pressed, whose notes are listed next. */
  onPress: () => void;
};

/**
 * A month of a notebook: the days with notes, with the chosen tag, with a new list of medications and with missed tasks,
 * as a calendar or as a table; live. A press on a day lists its notes.
 */
export function MonthPicture({ notebook, chosenDay, onPress }: MonthPictureProps) {
  const { _id: diaryId, timeZone } = notebook;
  const today = toDayInZone(useMinute(), timeZone);
  const present = startOfMonth(today);
  const [month, setMonth] = useState(() => startOfMonth(chosenDay ?? today));
  const [tag, setTag] = useState("");
  const [isTable, tableButton] = useAsTable();
  const toDay = endOfMonth(month);
  const tags = useLiveQuery(api.notes.listNoteTags, { diaryId });
  const noteDays = useLiveQuery(api.notes.listNoteDays, {
    diaryId,
    fromDay: month,
    toDay,
    ...(tag && { tag }),
  });
  // Today's open tasks may still be done.
  const lastMissed = getEarliestDay(toDay, addDays(today, -1));
  const isAhead = lastMissed < month;
  const missedDays = useLiveQuery(
    api.tasks.listMissedDays,
    isAhead ? null : { diaryId, fromDay: month, toDay: lastMissed },
  );
  const isLoading = noteDays === undefined || (missedDays === undefined && !isAhead);
  const days = listMonthDays(noteDays ?? [], missedDays ?? []);
  const shown = [...days.values()];
  const caption = monthOfDay(month);
  const entries = [
    ...(shown.some(({ notes }) => notes > 0)
      ? [{ mark: <span className={styles.count}>3</span>, label: t("notemonth.notes") }]
      : []),
    ...(shown.some(({ tagged }) => tagged > 0)
      ? [{ mark: <IconTag size={18} className={styles.tag} />, label: t("notemonth.tagNamed", { tag }) }]
      : []),
    ...(shown.some(({ medicationLists }) => medicationLists > 0)
      ? [{ mark: <IconPillFilled size={18} className={styles.pill} />, label: t("notemonth.newList") }]
      : []),
    ...(shown.some(({ missedTasks }) => missedTasks > 0)
      ? [
          {
            mark: <IconAlertTriangle size={18} className={styles.missed} />,
            label: t("notemonth.missedTasks"),
          },
        ]
      : []),
  ];
  return (
    <Section
      title={caption}
      className={styles.section}
      action={
        <div className={`${styles.steps} no-print`}>
          <ActionIcon
            variant="default"
            size={44}
            aria-label={t("notemonth.before")}
            onClick={() => setMonth(getFormerMonth(month))}
          >
            <IconChevronLeft aria-hidden="true" />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size={44}
            aria-label={t("notemonth.after")}
            disabled={month >= present}
            onClick={() => setMonth(getNextMonth(month))}
          >
            <IconChevronRight aria-hidden="true" />
          </ActionIcon>
        </div>
      }
    >
      <div className={`${styles.choices} no-print`}>
        {tags && tags.length > 0 && (
          <NativeSelect
            aria-label={t("notemonth.tagDays")}
            value={tag}
            onChange={({ currentTarget }) => setTag(currentTarget.value)}
            data={[
              { value: "", label: t("notemonth.chooseTag") },
              ...tags.map((one) => ({ value: one.tag, label: one.tag })),
            ]}
          />
        )}
        {tableButton}
      </div>
      <p className={styles.words} role="status">
        <span className="visually-hidden">{`${caption}: `}</span>
        {isLoading ? t("notemonth.loading") : describeMonth(shown, tag)}
      </p>
      {isTable ? (
        days.size > 0 && (
          <MonthTable notebook={notebook} caption={caption} days={days} tag={tag} onPress={onPress} />
        )
      ) : (
        <>
          <DayGrid caption={caption} fromDay={month} toDay={toDay} today={today}>
            {(day) => (
              <MonthDayCell
                notebook={notebook}
                day={day}
                of={days.get(day)}
                isChosen={day === chosenDay}
                onPress={onPress}
              />
            )}
          </DayGrid>
          <Legend entries={entries} />
        </>
      )}
      {shown.some(({ notes }) => notes > 0) && (
        <Soft className={`${styles.hint} no-print`}>{t("notemonth.hint")}</Soft>
      )}
    </Section>
  );
}
