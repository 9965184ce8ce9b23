import { Button } from "@mantine/core";
import { t } from "../../../lib/words/t.ts";
import { Rich } from "../../../ui/rich.tsx";
import type { Appointment, AppointmentWrites } from "../client/use-appointments.ts";
import { findDriver } from "../rules/appointment-words.ts";
import styles from "./appointment-row.module.css";

type DriverLineProps = {
  appointment: Appointment;
  myId: string | undefined;
  writes: AppointmentWrites;
};

/** Who drives; while nobody does, one press takes the drive. */
export function DriverLine({ appointment, myId, writes }: DriverLineProps) {
  const { _id: appointmentId, people, title, status, canAnswer } = appointment;
  if (status === "calledOff") return null;
  const driver = findDriver(people);
  const isMe = driver !== null && driver.userId === myId;
  const answer = (given: "yes" | null) =>
    void writes.answer({ appointmentId, role: "drives", answer: given, andLater: false });
  return (
    <p className={styles.driver} data-open={driver === null || undefined}>
      <span>
        {driver === null
          ? t("appointments.nobodyDrives")
          : isMe
            ? t("appointments.youDrive")
            : t("appointments.drives", { name: driver.name })}
      </span>
      {canAnswer && driver === null && (
        <Button variant="light" className="no-print" onClick={() => answer("yes")}>
          <Rich text="appointments.iDrive" values={{ title }} />
        </Button>
      )}
      {canAnswer && isMe && (
        <Button variant="subtle" className="no-print" onClick={() => answer(null)}>
          <Rich text="appointments.iDontDrive" values={{ title }} />
        </Button>
      )}
    </p>
  );
}
