import { Button } from "@mantine/core";
import { IconCalendarPlus } from "@tabler/icons-react";
import { useQuery } from "convex/react";
import { useState } from "react";
import { api, type Notebook } from "../../../lib/api.ts";
import { toDayInZone } from "../../../lib/dates/zone-day.ts";
import { t } from "../../../lib/words/t.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Folded } from "../../../ui/folded.tsx";
import { List } from "../../../ui/list.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { Page } from "../../../ui/page.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Section } from "../../../ui/section.tsx";
import { Soft } from "../../../ui/text.tsx";
import { useMinute } from "../../../ui/use-now.ts";
import { ClockNote } from "../../notebooks/client/public.ts";
import { type Appointment, useAppointments, useAppointmentWrites } from "../client/use-appointments.ts";
import { AppointmentForm } from "../components/appointment-form.tsx";
import { AppointmentRow } from "../components/appointment-row.tsx";
import { ImportButton } from "../components/import-dialog.tsx";
import { MAX_LISTED_APPOINTMENTS } from "../rules/appointments.ts";

/** `/care/:diaryId/appointments`: coming appointments, and the last 30 days. */
export function AppointmentsScreen({ notebook }: { notebook: Notebook }) {
  const now = useMinute();
  const today = toDayInZone(now, notebook.timeZone);
  const appointments = useAppointments(notebook._id, today, now);
  const [isAdding, setIsAdding] = useState(false);
  return (
    <Page gap="lg">
      <PageHeader title={t("appointments.title")} subtitle={t("appointments.subtitle")} isDense>
        {notebook.permissions.includes("appointments.create") && (
          <>
            <ImportButton diaryId={notebook._id} />
            <Button
              leftSection={<IconCalendarPlus size={20} aria-hidden="true" />}
              onClick={() => setIsAdding(true)}
            >
              {t("appointments.new")}
            </Button>
          </>
        )}
      </PageHeader>
      <ClockNote notebookId={notebook._id} />
      {appointments ? (
        <>
          {appointments.coming.length === 0 ? (
            <EmptyState title={t("appointments.none")} text={t("appointments.noneText")} />
          ) : (
            <Section title={t("appointments.coming")}>
              <Rows appointments={appointments.coming} />
            </Section>
          )}
          {appointments.isCut && <Soft>{t("appointments.cut", { count: MAX_LISTED_APPOINTMENTS })}</Soft>}
          {appointments.past.length > 0 && (
            <Folded name="appointments" title={t("appointments.past")}>
              <Rows appointments={appointments.past} />
            </Folded>
          )}
        </>
      ) : (
        <Loading label={t("appointments.loading")} rows={4} />
      )}
      {isAdding && <AppointmentForm notebook={notebook} onClose={() => setIsAdding(false)} />}
    </Page>
  );
}

function Rows({ appointments }: { appointments: readonly Appointment[] }) {
  const me = useQuery(api.users.getCurrentUser, {});
  const writes = useAppointmentWrites();
  return (
    <List gap="none" isRuled>
      {appointments.map((each) => (
        <AppointmentRow key={each._id} appointment={each} myId={me?._id} writes={writes} />
      ))}
    </List>
  );
}
