import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import { api } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { Actions } from "../../../ui/actions.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { List } from "../../../ui/list.tsx";
import { Rich } from "../../../ui/rich.tsx";
import { Section } from "../../../ui/section.tsx";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import type { Appointment, AppointmentWrites } from "../client/use-appointments.ts";
import { APPOINTMENT_LENGTHS, APPOINTMENT_ROLES, type AppointmentRole } from "../rules/appointments.ts";
import styles from "./appointment-row.module.css";
import { DriverLine } from "./driver-line.tsx";

type AppointmentPeopleProps = {
  appointment: Appointment;
  myId: string | undefined;
  writes: AppointmentWrites;
};

/** Who goes, drives and is kept informed; the reader's own answer is a press each. */
export function AppointmentPeople({ appointment, myId, writes }: AppointmentPeopleProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { _id: appointmentId, people, canAnswer, canEdit, status } = appointment;
  const isOff = status === "calledOff";
  const listed = people.filter(({ role, answer }) => role !== "drives" || answer !== "yes");
  const goes = people.some(
    ({ userId, role, answer }) => userId === myId && role === "goes" && answer === "yes",
  );
  return (
    <Section title={t("appointments.who")}>
      <DriverLine appointment={appointment} myId={myId} writes={writes} />
      <List gap="xs">
        {listed.map((one) => (
          <li key={`${one.role} ${one.userId ?? one.name}`} className={styles.driver}>
            <span>{describePerson(one)}</span>
            {canEdit && (
              <Button
                variant="subtle"
                className="no-print"
                onClick={() =>
                  void writes.setPerson({
                    appointmentId,
                    role: one.role,
                    ...(one.userId === null ? { name: one.name } : { userId: one.userId }),
                    isThere: false,
                    andLater: false,
                  })
                }
              >
                <Rich text="appointments.takeOut" values={{ name: one.name }} />
              </Button>
            )}
          </li>
        ))}
      </List>
      {!isOff && (
        <Actions className="no-print">
          {canAnswer && (
            <Button
              variant="default"
              onClick={() =>
                void writes.answer({
                  appointmentId,
                  role: "goes",
                  answer: goes ? null : "yes",
                  andLater: false,
                })
              }
            >
              {goes ? t("appointments.iDontGo") : t("appointments.iGo")}
            </Button>
          )}
          {canEdit && (
            <Button variant="default" aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
              {t("appointments.askSomeone")}
            </Button>
          )}
        </Actions>
      )}
      {isAsking && (
        <AskPersonDialog appointment={appointment} writes={writes} onClose={() => setIsAsking(false)} />
      )}
    </Section>
  );
}

function describePerson({ role, name, answer }: Appointment["people"][number]): string {
  if (answer === "yes") return t("appointments.person", { role, name });
  return answer === "asked"
    ? t("appointments.asked", { role, name })
    : t("appointments.cant", { role, name });
}

/** The choice of a person who is no member. */
const SOMEONE_ELSE = "other";

type AskPersonProps = { appointment: Appointment; writes: AppointmentWrites; onClose: () => void };

/** Asks a member, or adds the name of anyone else. */
function AskPersonDialog({ appointment, writes, onClose }: AskPersonProps) {
  const [role, setRole] = useState<AppointmentRole>("drives");
  const [who, setWho] = useState("");
  const [name, setName] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const members = useLiveQuery(api.members.listMembers, { diaryId: appointment.diaryId });
  const isElse = who === SOMEONE_ELSE;
  const isComplete = isElse ? name.trim() !== "" : who !== "";

  async function ask() {
    if (!isComplete) return;
    setIsBusy(true);
    const person = isElse ? { name: name.trim() } : { userId: who };
    const isDone = await writes.setPerson({
      appointmentId: appointment._id,
      role,
      ...person,
      isThere: true,
      andLater: false,
    });
    setIsBusy(false);
    if (isDone) onClose();
  }

  return (
    <FormDialog
      onClose={onClose}
      title={t("appointments.askSomeone")}
      submit={t("appointments.add")}
      isBusy={isBusy}
      problem={null}
      onSubmit={() => void ask()}
    >
      <NativeSelect
        label={t("appointments.askTo")}
        value={role}
        data={APPOINTMENT_ROLES.map((each) => ({
          value: each,
          label: t("appointments.askRole", { role: each }),
        }))}
        onChange={(event) => setRole(event.currentTarget.value as AppointmentRole)}
      />
      <NativeSelect
        label={t("appointments.askWhom")}
        value={who}
        data={[
          { value: "", label: t("appointments.choose") },
          ...(members ?? []).map(({ userId, user }) => ({ value: userId, label: user.name })),
          { value: SOMEONE_ELSE, label: t("appointments.someoneElse") },
        ]}
        onChange={(event) => setWho(event.currentTarget.value)}
      />
      {isElse && (
        <TextInput
          label={t("appointments.theirName")}
          maxLength={APPOINTMENT_LENGTHS.name}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      )}
    </FormDialog>
  );
}
