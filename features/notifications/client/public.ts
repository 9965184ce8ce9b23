// What other rooms may use in the client.
export { NotebookReminderTime } from "../components/notebook-reminder-time.tsx";
export { RemindersLink } from "../components/reminders-link.tsx";
export { offerReminders } from "./offer-reminders.ts";
