import { randomUUID } from "node:crypto";
import type { FunctionSweep } from "./calls.ts";
import type { Principal } from "./expected.ts";
import { missingId } from "./note_calls.ts";
import type { World } from "./world.ts";

type Args = Record<string, unknown>;

const AUDIENCES = {
  "an appointment for everyone": "extended",
  "an appointment of the team": "team",
  "the author's private appointment": "private",
} as const;
type Audience = (typeof AUDIENCES)[keyof typeof AUDIENCES];

const DAY = "2027-03-04";

/** An appointment of the author, of one audience. */
async function newAppointment({ service, diaryId, actors }: World, audience: Audience): Promise<string> {
  const id = randomUUID();
  await service.database.pool.query(
    `insert into appointments (id, diary_id, title, all_day, starts_local, time_zone, starts_at, ends_at, status, visibility,
                               created_by, updated_by)
     values ($1, $2, $3, false, $4 || 'T10:00', 'UTC', $4::date + interval '10 hours', $4::date + interval '11 hours', 'planned',
             $3, $5, $5)`,
    [id, diaryId, audience, DAY, actors.author.userId],
  );
  return id;
}

const casesPerAppointment = (more: (world: World) => Args = () => ({})): FunctionSweep["cases"] => ({
  ...Object.fromEntries(
    Object.entries(AUDIENCES).map(([title, audience]) => [
      title,
      async (world: World, _: Principal) => ({
        appointmentId: await newAppointment(world, audience),
        ...more(world),
      }),
    ]),
  ),
  "an appointment that doesn't exist": (world) => ({ appointmentId: missingId(), ...more(world) }),
  "something that isn't an id": (world) => ({ appointmentId: "x", ...more(world) }),
});

const days = { fromDay: DAY, toDay: DAY };
const LETTERS = { extended: "E", team: "T", private: "P" };

/** A calendar file with one event that no notebook has yet. */
function createFile(): { text: string; uid: string } {
  const uid = `${randomUUID()}@example.org`;
  const event = ["BEGIN:VEVENT", `UID:${uid}`, "SUMMARY:Dentist", "DTSTART:20261210T090000Z", "END:VEVENT"];
  return { uid, text: ["BEGIN:VCALENDAR", "VERSION:2.0", ...event, "END:VCALENDAR"].join("\r\n") };
}

const casesPerFile = (toArgs: (file: { text: string; uid: string }) => Args): FunctionSweep["cases"] => ({
  // Each principal has a file of their own.
  "the notebook": ({ diaryId }, _: Principal) => ({ diaryId, ...toArgs(createFile()) }),
  "a notebook that doesn't exist": () => ({ diaryId: missingId(), ...toArgs(createFile()) }),
});

export const APPOINTMENT_CALLS: Record<string, FunctionSweep> = {
  "appointments.listAppointments": {
    cases: {
      "of the notebook": async (world) => {
        for (const audience of Object.values(AUDIENCES)) await newAppointment(world, audience);
        return { diaryId: world.diaryId, ...days };
      },
      "of all notebooks": () => days,
      "a notebook that doesn't exist": () => ({ diaryId: missingId(), ...days }),
    },
    summarize: ({ appointments }: { appointments: { visibility: Audience }[] }) =>
      ["E", "T", "P"]
        .filter((letter) => appointments.some(({ visibility }) => LETTERS[visibility] === letter))
        .join("") || "none",
  },
  "appointments.getAppointment": { cases: casesPerAppointment(), summarize: () => "seen" },
  "appointments.createAppointment": {
    cases: {
      "the notebook": ({ diaryId }) => ({ diaryId, title: "Dr. Lorenz", starts: `${DAY}T09:30` }),
      "a notebook that doesn't exist": () => ({
        diaryId: missingId(),
        title: "Dr. Lorenz",
        starts: `${DAY}T09:30`,
      }),
    },
    effect: "select created_by = $2 as ok from appointments where id::text = $1",
  },
  "appointments.updateAppointment": {
    cases: casesPerAppointment(() => ({ revision: 1, place: "Practice" })),
    effect: `select updated_by = $2 and revision = 2 and $1::text is null as ok from appointments
              order by updated_at desc, created_at desc limit 1`,
  },
  "appointments.deleteAppointment": {
    cases: casesPerAppointment(),
    effect: `select actor_id = $2 and $1::text is null as ok from audit_events
              where event_type = 'appointment.deleted' order by id desc limit 1`,
  },
  "appointments.answerAppointment": {
    cases: casesPerAppointment(() => ({ role: "drives", answer: "yes" })),
    effect: `select user_id = $2 and answer = 'yes' and $1::text is null as ok from appointment_people
              order by answered_at desc, id desc limit 1`,
  },
  "appointments.setAppointmentPerson": {
    cases: casesPerAppointment(() => ({ role: "drives", name: "Taxi", isThere: true })),
    effect: `select name = 'Taxi' and $2::uuid is not null and $1::text is null as ok from appointment_people
              order by answered_at desc, id desc limit 1`,
  },
  "appointments.readCalendar": { cases: casesPerFile(({ text }) => ({ text })) },
  "appointments.importCalendar": {
    cases: casesPerFile(({ text, uid }) => ({ text, uids: [uid] })),
    effect: `select created_by = $2 and $1::jsonb is not null as ok from appointments where source_uid is not null
              order by created_at desc limit 1`,
  },
  "appointments.setOutcome": {
    cases: {
      ...casesPerAppointment(({ notes }) => ({ noteId: notes.E.id })),
      "with the author's private note": async (world) => ({
        appointmentId: await newAppointment(world, "extended"),
        noteId: world.notes.P.id,
      }),
    },
    effect: `select updated_by = $2 and outcome_note_id is not null and $1::text is null as ok from appointments
              order by updated_at desc, created_at desc limit 1`,
  },
};
