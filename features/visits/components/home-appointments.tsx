import { t } from "../../../lib/words/t.ts";
import { List } from "../../../ui/list.tsx";
import { Section } from "../../../ui/section.tsx";
import { type Appointment, useAppointmentWrites } from "../client/use-appointments.ts";
import { AppointmentRow } from "./appointment-row.tsx";

type HomeAppointmentsProps = { appointments: readonly Appointment[]; myId: string; showsNotebook: boolean };

/** The appointments of the coming days on home, with who drives. */
export function HomeAppointments({ appointments, ...rest }: HomeAppointmentsProps) {
  const writes = useAppointmentWrites();
  return (
    <Section title={t("appointments.title")} isApart>
      <List gap="none" isRuled>
        {appointments.map((each) => (
          <AppointmentRow key={each._id} appointment={each} writes={writes} {...rest} />
        ))}
      </List>
    </Section>
  );
}
