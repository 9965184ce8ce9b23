import { listNames } from "../words/list.ts";
import { getLocale, t } from "../words/t.ts";
import { type Recurrence, WEEKDAYS, type Weekday } from "./recurrence.ts";

/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1);

/** A weekday in the reader's language: "Monday", or "Mon". */
export function nameWeekday(day: Weekday, weekday: "long" | "short"): string {
  const at = MONDAY + WEEKDAYS.indexOf(day) * 86_400_000;
  return new Intl.DateTimeFormat(getLocale(), { weekday, timeZone: "UTC" }).format(at);
}

/** The label of a recurrence in the reader's language, in English as `formatRecurrence` writes it. */
export function describeRecurrence(recurrence: Recurrence): string {
  switch (recurrence.pattern) {
    case "one-time":
      return t("recurrence.oneTime");
    case "interval":
      return t("recurrence.every", recurrence.interval);
    case "frequency":
      return t("recurrence.timesPer", recurrence.frequency);
    case "weekly": {
      const days = recurrence.weekly.byWeekdays.map((day) => nameWeekday(day, "short"));
      return days.length > 0 ? t("recurrence.weekly", { days: listNames(days) }) : t("recurrence.noWeekdays");
    }
    case "monthly": {
      const days = recurrence.monthly.byMonthDay.map(String);
      return days.length > 0
        ? t("recurrence.monthly", { count: days.length, days: listNames(days) })
        : t("recurrence.noMonthDays");
    }
    case "custom":
      return t("recurrence.custom");
  }
}
