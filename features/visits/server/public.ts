// The room's public exports for the server.
export { type AppointmentsAccess, mayListAppointments, toMemberAppointments } from "./appointments/access.ts";
export { type Appointment, listAppointments } from "./appointments/read_data.ts";
