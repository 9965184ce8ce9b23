import { Button, TextInput } from "@mantine/core";
import { IconClock } from "@tabler/icons-react";
import { toDateField } from "../../../lib/dates/time.ts";
import {
  getViewersZone,
  placeOfZone,
  shortDay,
  toClockInZone,
  toDayInZone,
} from "../../../lib/dates/zone-day.ts";
import { t } from "../../../lib/words/t.ts";
import type { NoteErrors } from "../client/note-errors.ts";
import type { NoteValues } from "../client/note-values.ts";
import styles from "./date-and-time.module.css";

type DateAndTimeProps = {
  values: Pick<NoteValues, "date" | "time">;
  errors: NoteErrors | null;
  /** The notebook's, whose clock counts. */
  timeZone: string;
  now: number;
  onChange: (change: Partial<Pick<NoteValues, "date" | "time">>) => void;
};

/** The day of a note and, optionally, the time of day. */
export function DateAndTime({ values, errors, timeZone, now, onChange }: DateAndTimeProps) {
  const { date, time } = values;
  const today = toDayInZone(now, timeZone);
  const isOtherClock = toClockInZone(now, timeZone) !== toClockInZone(now, getViewersZone());
  return (
    <div className={styles.row}>
      <TextInput
        type="date"
        label={t("noteform.date")}
        description={
          today === toDateField(now) ? undefined : t("noteform.todayThere", { day: shortDay(today) })
        }
        className={styles.date}
        value={date}
        onChange={(event) => onChange({ date: event.currentTarget.value })}
        error={errors?.date}
      />
      <div className={styles.time}>
        <TextInput
          type="time"
          label={isOtherClock ? t("noteform.timeIn", { place: placeOfZone(timeZone) }) : t("noteform.time")}
          value={time}
          onChange={(event) => onChange({ time: event.currentTarget.value })}
          error={errors?.time}
        />
        {time ? (
          <Button variant="default" onClick={() => onChange({ time: "" })}>
            {t("noteform.noTime")}
          </Button>
        ) : (
          <Button
            variant="default"
            leftSection={<IconClock size={20} aria-hidden="true" />}
            onClick={() => {
              const at = Date.now();
              onChange({ date: toDayInZone(at, timeZone), time: toClockInZone(at, timeZone) });
            }}
          >
            {t("noteform.now")}
          </Button>
        )}
      </div>
    </div>
  );
}
