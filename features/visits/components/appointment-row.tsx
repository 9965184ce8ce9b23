import { Link } from "@tanstack/react-router";
import { formatAppointmentTime } from "../../../lib/appointment-time.ts";
import { t } from "../../../lib/words/t.ts";
import { Soft } from "../../../ui/text.tsx";
import type { Appointment, AppointmentWrites } from "../client/use-appointments.ts";
import styles from "./appointment-row.module.css";
import { DriverLine } from "./driver-line.tsx";

type AppointmentRowProps = {
  appointment: Appointment;
  myId: string | undefined;
  writes: AppointmentWrites;
  /** Names the person cared for, in lists of several notebooks. */
  showsNotebook?: boolean;
};

/** An appointment in a list: when, what, where, and who drives. */
export function AppointmentRow({ appointment, myId, writes, showsNotebook = false }: AppointmentRowProps) {
  const { _id, diaryShortId, diarySubject, title, place, withWhom, status, endsAt } = appointment;
  const isOver = endsAt <= Date.now();
  return (
    <li className={styles.row} data-off={status === "calledOff" || undefined} data-appointment={_id}>
      <Soft>
        {[
          formatAppointmentTime(appointment),
          ...(showsNotebook ? [diarySubject] : []),
          ...(status === "planned" ? [] : [t("appointmentwords.status", { status })]),
        ].join(" · ")}
      </Soft>
      <h3 className={styles.title} dir="auto">
        <Link
          to="/care/$diaryId/appointments/$appointmentId"
          params={{ diaryId: diaryShortId, appointmentId: _id }}
        >
          {title}
        </Link>
      </h3>
      {(place || withWhom) && <Soft dir="auto">{[withWhom, place].filter(Boolean).join(" · ")}</Soft>}
      {!isOver && <DriverLine appointment={appointment} myId={myId} writes={writes} />}
    </li>
  );
}
