import { TextInput } from "@mantine/core";
import { isCalendarDay, toClockInZone, toDayInZone, toMomentInZone } from "../lib/dates/zone-day.ts";
import { t } from "../lib/words/t.ts";
import styles from "./day-and-time.module.css";

/** A day and a time of the day as they are typed; "" where nothing was typed. */
export type TypedMoment = { day: string; time: string };

export const NO_MOMENT: TypedMoment = { day: "", time: "" };

/** A moment (epoch ms) as the fields show it, by the clock of a zone. */
export const parseMoment = (at: number, timeZone: string): TypedMoment => ({
  day: toDayInZone(at, timeZone),
  time: toClockInZone(at, timeZone),
});

/** The moment that was typed, epoch ms; null when a day or a time is missing. */
export function getMoment({ day, time }: TypedMoment, timeZone: string): number | null {
  const [, hours, minutes] = /^(\d\d):(\d\d)$/.exec(time) ?? [];
  if (!isCalendarDay(day) || hours === undefined) return null;
  return toMomentInZone(day, (Number(hours) * 60 + Number(minutes)) * 60_000, timeZone);
}

type DayAndTimeProps = {
  label: string;
  /** Below the fields, such as the meaning of an empty day. */
  description?: string;
  error?: string | undefined;
  value: TypedMoment;
  onChange: (value: TypedMoment) => void;
};

/** Fields of a day and of a time, side by side. */
export function DayAndTime({ label, description, error, value, onChange }: DayAndTimeProps) {
  return (
    <fieldset className={styles.fields}>
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.pair}>
        <TextInput
          type="date"
          label={t("shared.day")}
          value={value.day}
          error={error}
          onChange={(event) => onChange({ ...value, day: event.currentTarget.value })}
        />
        <TextInput
          type="time"
          label={t("shared.time")}
          value={value.time}
          onChange={(event) => onChange({ ...value, time: event.currentTarget.value })}
        />
      </div>
      {description && <p className={styles.description}>{description}</p>}
    </fieldset>
  );
}
