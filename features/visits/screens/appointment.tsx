import { Button, Checkbox } from "@mantine/core";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { useMutation, useQuery } from "convex/react";
import { useState } from "react";
import { api, type Notebook } from "../../../lib/api.ts";
import { formatAppointmentTime } from "../../../lib/appointment-time.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { describeRecurrence } from "../../../lib/recurrence/recurrence-words.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { t } from "../../../lib/words/t.ts";
import { Actions } from "../../../ui/actions.tsx";
import { BackLink } from "../../../ui/back-link.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { LinkLine } from "../../../ui/link-line.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { notifyFailure, notifySuccess } from "../../../ui/notify.ts";
import { Page } from "../../../ui/page.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Question } from "../../../ui/question.tsx";
import { Section } from "../../../ui/section.tsx";
import { useMinute } from "../../../ui/use-now.ts";
import { type Appointment, useAppointmentWrites } from "../client/use-appointments.ts";
import { AppointmentForm } from "../components/appointment-form.tsx";
import { AppointmentPeople } from "../components/appointment-people.tsx";
import { OutcomeDialog } from "../components/outcome-dialog.tsx";
import styles from "./appointment.module.css";

/** `/care/:diaryId/appointments/:appointmentId`: everything about one appointment, before, during and after it. */
export function AppointmentScreen({ notebook }: { notebook: Notebook }) {
  const { appointmentId } = useParams({ from: "/signed-in/care/$diaryId/appointments/$appointmentId" });
  const appointment = useQuery(api.appointments.getAppointment, { appointmentId });
  const params = { diaryId: getShownId(notebook) };
  if (appointment === undefined) return <Loading label={t("appointments.loading")} rows={4} />;
  if (appointment === null || appointment.diaryId !== notebook._id)
    return (
      <EmptyState asPage title={t("appointments.missing")} text={t("appointments.missingText")}>
        <LinkButton to="/care/$diaryId/appointments" params={params}>
          {t("appointments.toAll")}
        </LinkButton>
      </EmptyState>
    );
  return <Shown notebook={notebook} appointment={appointment} />;
}

type Open = "edit" | "callOff" | "delete" | "outcome" | null;
type ShownProps = { notebook: Notebook; appointment: Appointment };

function Shown({ notebook, appointment }: ShownProps) {
  const [open, setOpen] = useState<Open>(null);
  const me = useQuery(api.users.getCurrentUser, {});
  const writes = useAppointmentWrites();
  const now = useMinute();
  const params = { diaryId: getShownId(notebook) };
  const { _id: appointmentId, revision, title, status, recurrence, canEdit, canDelete } = appointment;
  const hasBegun = appointment.startsAt <= now;
  const mayWrite = notebook.permissions.includes("notes.create");
  const close = () => setOpen(null);
  const setStatus = (next: Appointment["status"]) =>
    void writes.update({ appointmentId, revision, andLater: false, status: next });
  return (
    <Page gap="lg">
      <PageHeader
        title={title}
        above={
          <BackLink to="/care/$diaryId/appointments" params={params}>
            {t("appointments.toAll")}
          </BackLink>
        }
        subtitle={[
          formatAppointmentTime(appointment),
          ...(status === "planned" ? [] : [t("appointmentwords.status", { status })]),
          ...(recurrence ? [describeRecurrence(recurrence)] : []),
        ].join(" · ")}
      >
        {canEdit && <Button onClick={() => setOpen("edit")}>{t("appointments.editShort")}</Button>}
      </PageHeader>
      <Facts appointment={appointment} />
      <AppointmentPeople appointment={appointment} myId={me?._id} writes={writes} />
      {appointment.bring && (
        <Section title={t("appointments.toBring")}>
          <p className={styles.text} dir="auto">
            {appointment.bring}
          </p>
        </Section>
      )}
      {notebook.permissions.includes("notebook.seePersonInfo") && (
        <LinkLine>
          <Link to="/care/$diaryId/visit" params={params}>
            {t("appointments.forVisit")}
          </Link>
        </LinkLine>
      )}
      {appointment.outcome && (
        <Section title={t("appointments.changedList")}>
          <Actions>
            <LinkButton
              to="/care/$diaryId/note/$noteId"
              params={{ ...params, noteId: appointment.outcome.shortId }}
              variant="default"
            >
              {t("appointments.readOutcome")}
            </LinkButton>
            <LinkButton to="/care/$diaryId/plans" params={params} variant="default">
              {t("appointments.toPlans")}
            </LinkButton>
          </Actions>
        </Section>
      )}
      <Actions className="no-print">
        {hasBegun && status !== "calledOff" && mayWrite && appointment.outcome === null && (
          <Button aria-haspopup="dialog" onClick={() => setOpen("outcome")}>
            {t("appointments.whatCame")}
          </Button>
        )}
        {canEdit && !hasBegun && status === "planned" && (
          <Button variant="default" onClick={() => setStatus("confirmed")}>
            {t("appointments.confirm")}
          </Button>
        )}
        {canEdit && status !== "calledOff" && (
          <Button variant="default" onClick={() => setOpen("callOff")}>
            {t("appointments.callOff")}
          </Button>
        )}
        {canEdit && status === "calledOff" && (
          <Button variant="default" onClick={() => setStatus("planned")}>
            {t("appointments.takesPlace")}
          </Button>
        )}
        {canDelete && (
          <Button variant="subtle" color="red" onClick={() => setOpen("delete")}>
            {t("appointments.delete")}
          </Button>
        )}
      </Actions>
      {open === "edit" && <AppointmentForm notebook={notebook} appointment={appointment} onClose={close} />}
      {open === "outcome" && <OutcomeDialog notebook={notebook} appointment={appointment} onClose={close} />}
      {(open === "callOff" || open === "delete") && (
        <EndQuestion key={open} appointment={appointment} isDeleting={open === "delete"} onClose={close} />
      )}
    </Page>
  );
}

/** Place, doctor, and how to get there. */
function Facts({ appointment }: { appointment: Appointment }) {
  const { place, withWhom, phone, travelMinutes } = appointment;
  if (!place && !withWhom && !phone && travelMinutes === null) return null;
  return (
    <div className={styles.facts}>
      {withWhom && <p dir="auto">{withWhom}</p>}
      {place && (
        <p dir="auto">
          {place} {/* Opens the device's own maps; nothing is sent from here. */}
          <a className="no-print" href={`geo:0,0?q=${encodeURIComponent(place)}`}>
            {t("appointments.showMap")}
          </a>
        </p>
      )}
      {phone && (
        <p>
          <a href={`tel:${phone.replace(/[^+\d]/g, "")}`}>{t("appointments.call", { phone })}</a>
        </p>
      )}
      {travelMinutes !== null && <p>{t("appointments.onTheWay", { count: travelMinutes })}</p>}
    </div>
  );
}

type EndQuestionProps = { appointment: Appointment; isDeleting: boolean; onClose: () => void };

/** Asks before an appointment is called off or deleted; of a repeated one also whether the later ones are. */
function EndQuestion({ appointment, isDeleting, onClose }: EndQuestionProps) {
  const { _id: appointmentId, revision, title, recurrence } = appointment;
  const [andLater, setAndLater] = useState(false);
  const navigate = useNavigate();
  const writes = useAppointmentWrites();
  const deleteAppointment = useMutation(api.appointments.deleteAppointment);

  async function end() {
    if (!isDeleting) {
      if (await writes.update({ appointmentId, revision, andLater, status: "calledOff" })) onClose();
      return;
    }
    try {
      await deleteAppointment({ appointmentId, andLater });
      notifySuccess(t("appointments.deleted"));
      onClose();
      await navigate({ to: "/care/$diaryId/appointments", params: { diaryId: appointment.diaryShortId } });
    } catch (error) {
      console.error("appointments.deleteAppointment failed", error);
      notifyFailure(getErrorMessage(error, t("appointments.notDeleted")));
    }
  }

  return (
    <Question
      opened
      title={isDeleting ? t("appointments.deleteAsk", { title }) : t("appointments.callOffAsk", { title })}
      confirm={isDeleting ? t("appointments.delete") : t("appointments.callOff")}
      onConfirm={() => void end()}
      onCancel={onClose}
    >
      <p>{isDeleting ? t("appointments.deleteText") : t("appointments.callOffText")}</p>
      {recurrence && (
        <Checkbox
          label={t("appointments.andLater")}
          checked={andLater}
          onChange={(event) => setAndLater(event.currentTarget.checked)}
        />
      )}
    </Question>
  );
}
