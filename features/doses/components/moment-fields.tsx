import { TextInput } from "@mantine/core";
import { MINUTE } from "../../../lib/dates/time.ts";
import {
  isCalendarDay,
  isViewersClock,
  placeOfZone,
  toClockInZone,
  toDayInZone,
  toMomentInZone,
} from "../../../lib/dates/zone-day.ts";
import { writeMessage } from "../../../lib/words/message.ts";
import { t } from "../../../lib/words/t.ts";
import { DOSE_MESSAGES } from "../rules/messages.ts";
import styles from "./record-form.module.css";

/** A day and a time of the notebook's clock, as text in their fields. */
export type MomentText = { day: string; time: string };

export const toMomentText = (at: number, timeZone: string): MomentText => ({
  day: toDayInZone(at, timeZone),
  time: toClockInZone(at, timeZone),
});

/**
 * The moment in the fields, epoch ms; or the problem with them. `untouched` is the moment that they were filled with:
 * it keeps its seconds until the fields are changed.
 */
export function readMoment(
  { day, time }: MomentText,
  timeZone: string,
  now: number,
  untouched: number,
): { at: number } | { problem: string } {
  const before = toMomentText(untouched, timeZone);
  if (day === before.day && time === before.time) return { at: untouched };
  if (!isCalendarDay(day) || !/^\d\d:\d\d$/.test(time)) return { problem: t("doserecord.enterMoment") };
  const minutes = Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
  const at = toMomentInZone(day, minutes * MINUTE, timeZone);
  return at > now ? { problem: writeMessage(DOSE_MESSAGES.future) } : { at };
}

type MomentFieldsProps = {
  label: string;
  value: MomentText;
  timeZone: string;
  problem: string | undefined;
  onChange: (value: MomentText) => void;
};

/** When something was: the day and the time by the notebook's clock. */
export function MomentFields({ label, value, timeZone, problem, onChange }: MomentFieldsProps) {
  return (
    <fieldset className={styles.moment}>
      <legend>{label}</legend>
      <TextInput
        type="time"
        label={
          isViewersClock(timeZone, Date.now())
            ? t("doserecord.time")
            : t("doserecord.timeIn", { place: placeOfZone(timeZone) })
        }
        value={value.time}
        error={problem}
        onChange={(event) => onChange({ ...value, time: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label={t("doserecord.day")}
        value={value.day}
        onChange={(event) => onChange({ ...value, day: event.currentTarget.value })}
      />
    </fieldset>
  );
}
