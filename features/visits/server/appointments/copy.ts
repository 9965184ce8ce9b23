import { formatAppointmentTime } from "../../../../lib/appointment-time.ts";
import { describeRecurrence } from "../../../../lib/recurrence/recurrence-words.ts";
import { t } from "../../../../lib/words/t.ts";
import {
  type CopyPart,
  type CopyReader,
  type CopySection,
  formatParagraph,
} from "../../../../server/copies.ts";
import { formatPeople } from "../../rules/appointment-words.ts";
import { mayListAppointments } from "./access.ts";
import { listAppointmentsAfter } from "./read_data.ts";

/** How many appointments are read at a time. */
const AT_A_TIME = 50;

/** The appointments that the reader sees, in order of creation. */
async function pageAppointments({ caller, diaryId }: CopyReader, after: string | null) {
  const access = await mayListAppointments().resolve(caller, { diaryId });
  const appointments = await listAppointmentsAfter(caller.db, access, after, AT_A_TIME);
  return appointments.map(
    ({
      diaryId: _,
      diaryShortId: __,
      diaryName: ___,
      diarySubject: ____,
      canEdit: _____,
      canDelete: ______,
      canAnswer: _______,
      revision: ________,
      ...appointment
    }) => appointment,
  );
}

type CopiedAppointment = Awaited<ReturnType<typeof pageAppointments>>[number];

const section: CopySection<CopiedAppointment> = {
  name: "appointments",
  title: "copyhtml.appointments",
  async page(reader, cursor) {
    const rows = await pageAppointments(reader, cursor);
    return { rows, next: rows.length < AT_A_TIME ? null : rows.at(-1)!._id };
  },
  article(appointment) {
    const { title, place, withWhom, phone, bring, recurrence, people, status } = appointment;
    return {
      title,
      facts: [
        formatAppointmentTime(appointment),
        ...(status === "planned" ? [] : [t("appointmentwords.status", { status })]),
        ...[withWhom, place, phone].filter(Boolean),
        ...(recurrence ? [describeRecurrence(recurrence)] : []),
        ...formatPeople(people),
      ],
      body: formatParagraph(bring),
    };
  },
};

export const copy: CopyPart = { sections: [section] };
