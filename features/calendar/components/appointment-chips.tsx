import { IconStethoscope } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { formatClockTime } from "../../../lib/dates/time.ts";
import { t } from "../../../lib/words/t.ts";
import type { Appointment } from "../../visits/client/public.ts";
import styles from "./appointment-chips.module.css";

/** The appointments of a day, above its tasks: they differ from tasks in shape, not only in colour. */
export function AppointmentChips({ appointments }: { appointments: readonly Appointment[] }) {
  if (appointments.length === 0) return null;
  return (
    <ul className={styles.chips}>
      {appointments.map(({ _id, diaryShortId, diaryZone, title, allDay, startsAt, status }) => (
        <li key={_id}>
          <Link
            to="/care/$diaryId/appointments/$appointmentId"
            params={{ diaryId: diaryShortId, appointmentId: _id }}
            className={styles.chip}
            data-off={status === "calledOff" || undefined}
          >
            <IconStethoscope size={16} aria-hidden="true" />
            <span className="visually-hidden">{t("calendar.appointment", { status })}</span>
            <span className={styles.title} dir="auto">
              {allDay ? title : `${formatClockTime(startsAt, undefined, diaryZone)} ${title}`}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
