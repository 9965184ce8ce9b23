import { Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api, type Notebook } from "../../../lib/api.ts";
import { toDayInZone } from "../../../lib/dates/zone-day.ts";
import { createId } from "../../../lib/ids.ts";
import { describeRecurrence } from "../../../lib/recurrence/recurrence-words.ts";
import { findRemainingErrors } from "../../../lib/remaining-errors.ts";
import { VISIBILITIES, type Visibility } from "../../../lib/visibility-levels.ts";
import { t } from "../../../lib/words/t.ts";
import { getDraftKey, readDraft, useKeepDraft, writeDraft } from "../../../ui/draft.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { GrowingTextarea } from "../../../ui/growing-textarea.tsx";
import { notifySuccess } from "../../../ui/notify.ts";
import { RecurrenceEditor } from "../../../ui/recurrence-editor/recurrence-editor.tsx";
import { useSubmit } from "../../../ui/use-submit.ts";
import { ClockNote, getTimeZones } from "../../notebooks/client/public.ts";
import {
  type AppointmentErrors,
  type AppointmentValues,
  createEmptyValues,
  findAppointmentErrors,
  listChanges,
  toFields,
  toValues,
} from "../client/appointment-values.ts";
import type { Appointment } from "../client/use-appointments.ts";
import { APPOINTMENT_LENGTHS as LENGTHS, MAX_TRAVEL_MINUTES } from "../rules/appointments.ts";
import styles from "./appointment-form.module.css";

type AppointmentFormProps = {
  notebook: Pick<Notebook, "_id" | "timeZone">;
  /** The appointment to edit; absent for a new one. */
  appointment?: Appointment;
  onClose: () => void;
};

/** Adds or edits an appointment: what, when and where; all else can follow later. The input for a new one is kept. */
export function AppointmentForm({ notebook, appointment, onClose }: AppointmentFormProps) {
  const key = getDraftKey(notebook._id, "appointment");
  const [start] = useState(() =>
    appointment
      ? toValues(appointment)
      : createEmptyValues(toDayInZone(Date.now(), notebook.timeZone), notebook.timeZone),
  );
  const [values, setValues] = useState<AppointmentValues>(() =>
    appointment ? start : { ...start, ...readDraft<AppointmentValues>(key) },
  );
  const [sentErrors, setErrors] = useState<AppointmentErrors>({});
  const [andLater, setAndLater] = useState(false);
  const errors = findRemainingErrors(sentErrors, findAppointmentErrors(values));
  const { isBusy, problem, onSubmit } = useSubmit(
    appointment ? t("appointments.notSaved") : t("appointments.notAdded"),
  );
  const create = useMutation(api.appointments.createAppointment);
  const update = useMutation(api.appointments.updateAppointment);
  useKeepDraft(key, values, !appointment && values.title.trim() !== "");
  const set = (change: Partial<AppointmentValues>) => setValues((before) => ({ ...before, ...change }));

  function submit(form: HTMLFormElement) {
    const found = findAppointmentErrors(values);
    setErrors(found);
    if (Object.keys(found).length === 0) return save();
    return void setTimeout(() => form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
  }

  async function save() {
    const fields = toFields(values);
    if (appointment)
      await update({
        appointmentId: appointment._id,
        revision: appointment.revision,
        andLater,
        // The others of a series keep what this change isn't about.
        ...listChanges(toFields(start), fields),
      });
    else {
      const { recurrence } = values;
      await create({ id: createId(), diaryId: notebook._id, ...fields, ...(recurrence && { recurrence }) });
      writeDraft(key, null);
    }
    notifySuccess(appointment ? t("appointments.saved") : t("appointments.added"));
    onClose();
  }

  const renderText = (
    name: "title" | "place" | "withWhom" | "phone" | "day" | "time" | "endTime" | "endDay" | "travel",
    label: string,
    more: { type?: "date" | "time" | "number" | "tel"; description?: string; maxLength?: number } = {},
  ) => {
    const error = name in errors ? errors[name as keyof AppointmentErrors] : undefined;
    return (
      <TextInput
        label={label}
        value={values[name]}
        error={error && t(error)}
        onChange={(event) => set({ [name]: event.currentTarget.value })}
        {...more}
        {...(name === "title" && { withAsterisk: true, "data-autofocus": true })}
        {...(name === "travel" && { min: 1, max: MAX_TRAVEL_MINUTES })}
      />
    );
  };
  const [isOpen] = useState(() =>
    Boolean(start.withWhom || start.phone || start.bring || start.travel || start.endDay),
  );
  return (
    <FormDialog
      onClose={onClose}
      title={appointment ? t("appointments.edit") : t("appointments.new")}
      size="lg"
      submit={appointment ? t("appointments.save") : t("appointments.add")}
      isBusy={isBusy}
      problem={problem}
      onSubmit={onSubmit(submit)}
    >
      {renderText("title", t("appointments.whatIsIt"), {
        description: t("appointments.whatHint"),
        maxLength: LENGTHS.title,
      })}
      <div className={styles.times}>
        {renderText("day", t("appointments.day"), { type: "date" })}
        {renderText("time", t("appointments.time"), {
          type: "time",
          description: t("appointments.timeHint"),
        })}
        {renderText("endTime", t("appointments.until"), { type: "time" })}
      </div>
      {renderText("place", t("appointments.place"), { maxLength: LENGTHS.place })}
      <details className={styles.more} open={isOpen || errors.endDay !== undefined || undefined}>
        <summary>{t("appointments.more")}</summary>
        {renderText("withWhom", t("appointments.withWhom"), { maxLength: LENGTHS.withWhom })}
        <div className={styles.times}>
          {renderText("phone", t("appointments.phone"), { type: "tel", maxLength: LENGTHS.phone })}
          {renderText("travel", t("appointments.travel"), { type: "number" })}
          {renderText("endDay", t("appointments.lastDay"), { type: "date" })}
        </div>
        <GrowingTextarea
          label={t("appointments.bring")}
          minRows={2}
          maxLength={LENGTHS.bring}
          value={values.bring}
          onChange={(event) => set({ bring: event.currentTarget.value })}
        />
        <NativeSelect
          label={t("appointments.whoSees")}
          value={values.visibility}
          data={VISIBILITIES.map((level) => ({ value: level, label: t("appointments.level", { level }) }))}
          onChange={(event) => set({ visibility: event.currentTarget.value as Visibility })}
        />
        <NativeSelect
          label={t("appointments.zone")}
          description={t("appointments.zoneHint")}
          value={values.timeZone}
          data={getTimeZones(values.timeZone)}
          onChange={(event) => set({ timeZone: event.currentTarget.value })}
        />
        {!appointment && (
          <fieldset className={styles.repetition}>
            <legend>{t("appointments.repeats")}</legend>
            <RecurrenceEditor
              value={values.recurrence ?? { pattern: "one-time" }}
              onChange={(recurrence) =>
                set({ recurrence: recurrence.pattern === "one-time" ? null : recurrence })
              }
            />
          </fieldset>
        )}
      </details>
      {appointment?.recurrence && (
        <Checkbox
          label={t("appointments.andLater")}
          description={describeRecurrence(appointment.recurrence)}
          checked={andLater}
          onChange={(event) => setAndLater(event.currentTarget.checked)}
        />
      )}
      <ClockNote notebookId={notebook._id} />
    </FormDialog>
  );
}
