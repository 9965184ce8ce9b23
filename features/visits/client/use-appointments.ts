import { useMutation } from "convex/react";
import type { FunctionArgs, FunctionReturnType } from "convex/server";
import { api } from "../../../lib/api.ts";
import { addDays } from "../../../lib/dates/zone-day.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { t } from "../../../lib/words/t.ts";
import { notifyFailure } from "../../../ui/notify.ts";
import { useSteadyQuery } from "../../../ui/use-steady-query.ts";

export type Appointment = NonNullable<FunctionReturnType<typeof api.appointments.getAppointment>>;

/** How far the list goes: three months, and the last 30 days. */
const DAYS_AHEAD = 92;
const DAYS_BACK = 30;

type Listed = { coming: Appointment[]; past: Appointment[]; isCut: boolean };

/** The coming appointments of a notebook and the last past ones, live; undefined while they load. */
export function useAppointments(diaryId: string, today: string, now: number): Listed | undefined {
  const coming = useSteadyQuery(
    api.appointments.listAppointments,
    { diaryId, fromDay: today, toDay: addDays(today, DAYS_AHEAD) },
    diaryId,
  );
  const past = useSteadyQuery(
    api.appointments.listAppointments,
    { diaryId, fromDay: addDays(today, -DAYS_BACK), toDay: addDays(today, -1) },
    diaryId,
  );
  if (!coming || !past) return undefined;
  const isOver = ({ endsAt }: Appointment) => endsAt <= now;
  return {
    coming: coming.appointments.filter((each) => !isOver(each)),
    past: [...coming.appointments.filter(isOver), ...past.appointments.toReversed()],
    isCut: coming.isCut,
  };
}

/** Changes of appointments; a refused one is shown, and rejects nothing. */
export function useAppointmentWrites() {
  const answerAppointment = useMutation(api.appointments.answerAppointment);
  const setAppointmentPerson = useMutation(api.appointments.setAppointmentPerson);
  const updateAppointment = useMutation(api.appointments.updateAppointment);
  const attempt = async (work: Promise<unknown>): Promise<boolean> => {
    try {
      await work;
      return true;
    } catch (error) {
      console.error(error);
      notifyFailure(getErrorMessage(error, t("appointments.notAnswered")));
      return false;
    }
  };
  return {
    answer: (args: FunctionArgs<typeof api.appointments.answerAppointment>) =>
      attempt(answerAppointment(args)),
    setPerson: (args: FunctionArgs<typeof api.appointments.setAppointmentPerson>) =>
      attempt(setAppointmentPerson(args)),
    update: (args: FunctionArgs<typeof api.appointments.updateAppointment>) =>
      attempt(updateAppointment(args)),
  };
}

export type AppointmentWrites = ReturnType<typeof useAppointmentWrites>;
