import { Button, Checkbox } from "@mantine/core";
import { IconFileImport } from "@tabler/icons-react";
import { useAction, useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { type ChangeEvent, useRef, useState } from "react";
import { api } from "../../../lib/api.ts";
import { formatAppointmentTime } from "../../../lib/appointment-time.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { t } from "../../../lib/words/t.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { List } from "../../../ui/list.tsx";
import { notifyFailure, notifySuccess } from "../../../ui/notify.ts";
import { Soft } from "../../../ui/text.tsx";
import { useSubmit } from "../../../ui/use-submit.ts";
import { MAX_FILE_LENGTH, MAX_IMPORTED } from "../rules/appointments.ts";

type Calendar = FunctionReturnType<typeof api.appointments.readCalendar>;

/** Chooses a calendar file, and then the events that the notebook takes over. */
export function ImportButton({ diaryId }: { diaryId: string }) {
  const input = useRef<HTMLInputElement>(null);
  const readCalendar = useAction(api.appointments.readCalendar);
  const [opened, setOpened] = useState<{ text: string; calendar: Calendar } | null>(null);

  async function openFile({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const file = currentTarget.files?.[0];
    try {
      const text = (await file?.text()) ?? "";
      // Reset, so that the same file can be selected again.
      currentTarget.value = "";
      if (!file) return;
      if (text.length > MAX_FILE_LENGTH) return notifyFailure(t("appointments.fileTooLong"));
      setOpened({ text, calendar: await readCalendar({ diaryId, text }) });
    } catch (error) {
      console.error("appointments.readCalendar failed", error);
      notifyFailure(getErrorMessage(error, t("appointments.notImported")));
    }
  }

  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileImport size={20} aria-hidden="true" />}
        onClick={() => input.current!.click()}
      >
        {t("appointments.import")}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".ics,text/calendar"
        hidden
        onChange={(event) => void openFile(event)}
      />
      {opened && <ImportDialog diaryId={diaryId} {...opened} onClose={() => setOpened(null)} />}
    </>
  );
}

type ImportDialogProps = { diaryId: string; text: string; calendar: Calendar; onClose: () => void };

function ImportDialog({ diaryId, text, calendar, onClose }: ImportDialogProps) {
  const importCalendar = useMutation(api.appointments.importCalendar);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const form = useSubmit(t("appointments.notImported"));
  const { events, isCut } = calendar;

  function toggle(uid: string, isChosen: boolean) {
    const next = new Set(chosen);
    if (isChosen) next.add(uid);
    else next.delete(uid);
    setChosen(next);
  }

  async function importChosen() {
    if (chosen.size > 0) {
      const { added, changed } = await importCalendar({ diaryId, text, uids: [...chosen] });
      notifySuccess(t("appointments.imported", { added, changed }));
    }
    onClose();
  }

  return (
    <FormDialog
      onClose={onClose}
      title={t("appointments.importTitle")}
      size="lg"
      submit={t("appointments.importNow", { count: chosen.size })}
      isBusy={form.isBusy}
      problem={form.problem}
      onSubmit={form.onSubmit(importChosen)}
    >
      {events.length === 0 ? (
        <Soft>{t("appointments.noEvents")}</Soft>
      ) : (
        <Soft>{t("appointments.importHint")}</Soft>
      )}
      <List gap="xs">
        {events.map((event) => (
          <li key={event.uid}>
            <Checkbox
              label={event.title}
              description={[
                formatAppointmentTime(event),
                ...(event.place ? [event.place] : []),
                ...(event.isCalledOff ? [t("appointmentwords.status", { status: "calledOff" })] : []),
              ].join(" · ")}
              checked={chosen.has(event.uid)}
              onChange={({ currentTarget }) => toggle(event.uid, currentTarget.checked)}
            />
          </li>
        ))}
      </List>
      {isCut && <Soft>{t("appointments.moreInFile", { count: MAX_IMPORTED })}</Soft>}
    </FormDialog>
  );
}
