import { longWeekday, shortWeekday } from "../lib/dates/zone-day.ts";

/** The weekdays above the columns of a table of days; `week` is one of its weeks. */
export function WeekdayRow({ week }: { week: readonly string[] }) {
  return (
    <thead>
      <tr>
        {week.map((day) => (
          <th key={day} scope="col" abbr={longWeekday(day)}>
            <span aria-hidden="true">{shortWeekday(day)}</span>
            <span className="visually-hidden">{longWeekday(day)}</span>
          </th>
        ))}
      </tr>
    </thead>
  );
}
