import { ActionIcon, Button, SegmentedControl } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { CalendarMode } from "../client/calendar-view.ts";
import styles from "./calendar-bar.module.css";

const MODE_LABELS = [
  { value: "month", label: "Month" },
  { value: "week", label: "Week" },
  { value: "day", label: "Day" },
] as const satisfies readonly { value: CalendarMode; label: string }[];

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
        <ActionIcon variant="default" size={44} aria-label={`Previous ${mode}`} onClick={() => onStep(-1)}>
          <IconChevronLeft aria-hidden="true" />
        </ActionIcon>
        <Button variant="default" className={styles.today} onClick={onToday}>
          Today
        </Button>
        <ActionIcon variant="default" size={44} aria-label={`Next ${mode}`} onClick={() => onStep(1)}>
          <IconChevronRight aria-hidden="true" />
        </ActionIcon>
      </div>
      <SegmentedControl
        aria-label="How much to show"
        classNames={{ label: styles.mode }}
        data={MODE_LABELS.map((one) => ({ ...one }))}
        value={mode}
        onChange={(next) => onMode(next as CalendarMode)}
      />
      <div className={styles.filter}>{filter}</div>
    </div>
  );
}
