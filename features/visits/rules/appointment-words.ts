import { listNames } from "../../../lib/words/list.ts";
import { t } from "../../../lib/words/t.ts";
import { type Answer, APPOINTMENT_ROLES, type AppointmentRole } from "./appointments.ts";

type Person = { name: string; role: AppointmentRole; answer: Answer };

/** Who goes, drives and is kept informed, a line each: "Drives: Anna". */
export const formatPeople = (people: readonly Person[]): string[] =>
  APPOINTMENT_ROLES.flatMap((role) => {
    const names = people.filter((one) => one.role === role && one.answer === "yes").map(({ name }) => name);
    return names.length === 0 ? [] : [t("appointmentwords.people", { role, names: listNames(names) })];
  });

/** Who drives; null while nobody does. */
export const findDriver = <One extends Person>(people: readonly One[]): One | null =>
  people.find(({ role, answer }) => role === "drives" && answer === "yes") ?? null;
