import { type Recurrence, WEEKDAYS } from "./recurrence.ts";

/** Whether a recurrence is daily, once or several times a day: lists show such tasks after the others. */
export function isDaily(recurrence: Recurrence | null): boolean {
  switch (recurrence?.pattern) {
    case "interval": {
      const { every, unit } = recurrence.interval;
      return (unit === "day" && every === 1) || (unit === "hour" && every >= 1 && every <= 24);
    }
    case "frequency": {
      const { times, per, unit } = recurrence.frequency;
      return per >= 1 && ((unit === "day" && times >= per) || (unit === "hour" && times >= 1 && per <= 24));
    }
    case "weekly":
      return recurrence.weekly.byWeekdays.length === WEEKDAYS.length;
    case "custom":
      return isDailyRule(recurrence.rrule);
    default:
      return false;
  }
}

/** Whether an RFC 5545 rule covers each day: daily without gaps, or weekly on all weekdays. */
function isDailyRule(rule: string): boolean {
  const parts = new Map(
    rule
      .toUpperCase()
      .replace(/^RRULE:/, "")
      .split(";")
      .map((part) => part.split("=", 2) as [string, string | undefined]),
  );
  const weekdays = parts.get("BYDAY");
  const hasAllWeekdays = new Set(weekdays?.split(",").map((day) => day.trim())).size === WEEKDAYS.length;
  const leavesOut = ["BYMONTH", "BYMONTHDAY", "BYYEARDAY", "BYWEEKNO", "BYSETPOS"].some((name) =>
    parts.has(name),
  );
  if (leavesOut || (parts.get("INTERVAL") ?? "1") !== "1") return false;
  const frequency = parts.get("FREQ");
  return frequency === "DAILY"
    ? weekdays === undefined || hasAllWeekdays
    : frequency === "WEEKLY" && hasAllWeekdays;
}
