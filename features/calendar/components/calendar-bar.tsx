import { ActionIcon, Button, SegmentedControl } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { t } from "../../../lib/words/t.ts";
import { type CalendarMode, MODES } from "../client/calendar-view.ts";
import styles from "./calendar-bar.module.css";

type CalendarBarProps = {
  mode: CalendarMode;
  onMode: (mode: CalendarMode) => void;
  onStep: (by: -1 | 1) => void;
  onToday: () => void;
  filter: ReactNode;
};

/** The calendar's toolbar: previous, today, next; month, week or day; the notebook filter. */
export function CalendarBar({ mode, onMode, onStep, onToday, filter }: CalendarBarProps) {
  return (
    <div className={`${styles.bar} no-print`}>
      <div className={styles.steps}>
        <ActionIcon
          variant="default"
          size={44}
          aria-label={t("calendar.previous", { mode })}
          onClick={() => onStep(-1)}
        >
          <IconChevronLeft aria-hidden="true" />
        </ActionIcon>
        <Button variant="default" className={styles.today} onClick={onToday}>
          {t("calendar.today")}
        </Button>
        <ActionIcon
          variant="default"
          size={44}
          aria-label={t("calendar.next", { mode })}
          onClick={() => onStep(1)}
        >
          <IconChevronRight aria-hidden="true" />
        </ActionIcon>
      </div>
      <SegmentedControl
        aria-label={t("calendar.howMuch")}
        classNames={{ label: styles.mode }}
        data={MODES.map((value) => ({ value, label: t("calendar.mode", { mode: value }) }))}
        value={mode}
        onChange={(next) => onMode(next as CalendarMode)}
      />
      <div className={styles.filter}>{filter}</div>
    </div>
  );
}
