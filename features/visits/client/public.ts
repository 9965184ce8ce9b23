// The room's public exports for the client.
export { useAppointmentDays } from "./days.ts";
export type { Appointment } from "./use-appointments.ts";
