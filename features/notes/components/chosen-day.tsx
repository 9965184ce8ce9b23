import { Button } from "@mantine/core";
import { type RefObject, useEffect, useRef } from "react";
import { longDay } from "../../../lib/dates/zone-day.ts";
import { t } from "../../../lib/words/t.ts";
import styles from "./chosen-day.module.css";

type ChosenDayProps = {
  day: string;
  /** Whether the day was just chosen in the month above, which moves the focus here. */
  isPressed: RefObject<boolean>;
  onAllDays: () => void;
};

/** The day whose notes are listed, above them. */
export function ChosenDay({ day, isPressed, onAllDays }: ChosenDayProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each other day is a new list below
  useEffect(() => {
    if (!isPressed.current) return;
    isPressed.current = false;
    heading.current?.focus();
  }, [day, isPressed]);
  return (
    <div className={styles.line}>
      <h2 ref={heading} tabIndex={-1} className={styles.day}>
        {longDay(day)}
      </h2>
      <Button variant="default" className="no-print" onClick={onAllDays}>
        {t("notes.allDays")}
      </Button>
    </div>
  );
}
