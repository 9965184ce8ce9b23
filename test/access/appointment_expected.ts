import { hiddenAs, NOBODY } from "./dose_expected.ts";
import type { Expectation } from "./expected.ts";

/** Of those who see an appointment: viewer, clinician, author, caregiver, admin, owner. */
type Rights = { everyone: string; team: string; mine: string };

/** Appointments of the team are hidden from viewers, private ones from all but the author, like missing ones. */
const perAppointment = (word: string, { everyone, team, mine }: Rights, changes: string[] = []) => {
  const others = Array(4).fill(word).join(" ");
  const row = (members: string): Expectation => ({
    row: `signin unknown ${word} ${word} ${members} ${others}`,
    changes,
  });
  return {
    "an appointment for everyone": row(everyone),
    "an appointment of the team": row(`${word} ${team}`),
    "the author's private appointment": row(`${word} ${word} ${mine} ${word} ${word} ${word}`),
    "an appointment that doesn't exist": hiddenAs(word),
    "something that isn't an id": hiddenAs(word),
  };
};

const SEEN = { everyone: "seen seen seen seen seen seen", team: "seen seen seen seen seen", mine: "seen" };
/** Caregivers and above; a clinician what is theirs. */
const EDITED = {
  everyone: "denied denied done done done done",
  team: "denied done done done done",
  mine: "done",
};
/** Whoever made it, and those who lead. */
const DELETED = {
  everyone: "denied denied done denied done done",
  team: "denied done denied done done",
  mine: "done",
};
/** Viewers too: an aunt may drive. */
const ANSWERED = {
  everyone: "done denied done done done done",
  team: "denied done done done done",
  mine: "done",
};
const NOTED = {
  everyone: "denied done done done done done",
  team: "done done done done done",
  mine: "done",
};

// anon.  token   outsider invitee viewer clinic. author caregvr admin owner  removed elsewh. platf. super
export const APPOINTMENTS_EXPECTED: Record<string, Record<string, Expectation>> = {
  "appointments.listAppointments": {
    "of the notebook": {
      row: "signin unknown denied denied E ET ETP ET ET ET denied denied denied denied",
    },
    "of all notebooks": { row: "signin unknown none none E ET ETP ET ET ET none none none none" },
    "a notebook that doesn't exist": { row: NOBODY },
  },
  "appointments.getAppointment": perAppointment("null", SEEN),
  "appointments.createAppointment": {
    "the notebook": {
      row: "signin unknown denied denied denied done done done done done denied denied denied denied",
      changes: ["appointments"],
    },
    "a notebook that doesn't exist": { row: NOBODY },
  },
  "appointments.updateAppointment": perAppointment("no-appointment", EDITED, ["appointments"]),
  "appointments.deleteAppointment": perAppointment("no-appointment", DELETED, [
    "appointments",
    "audit_events",
  ]),
  "appointments.answerAppointment": perAppointment("no-appointment", ANSWERED, [
    "appointment_people",
    "appointments",
  ]),
  "appointments.setAppointmentPerson": perAppointment("no-appointment", EDITED, [
    "appointment_people",
    "appointments",
  ]),
  "appointments.readCalendar": {
    "the notebook": {
      row: "signin unknown denied denied denied same same same same same denied denied denied denied",
    },
    "a notebook that doesn't exist": { row: NOBODY },
  },
  "appointments.importCalendar": {
    "the notebook": {
      row: "signin unknown denied denied denied done done done done done denied denied denied denied",
      changes: ["appointments"],
    },
    "a notebook that doesn't exist": { row: NOBODY },
  },
  "appointments.setOutcome": {
    ...perAppointment("no-appointment", NOTED, ["appointments"]),
    "with the author's private note": {
      row: "signin unknown no-appointment no-appointment denied no-such-note done no-such-note no-such-note no-such-note no-appointment no-appointment no-appointment no-appointment",
      changes: ["appointments"],
    },
  },
};
