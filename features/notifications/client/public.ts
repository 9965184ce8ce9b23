// What other rooms may use in the client.
export { DeviceRow } from "../components/device-row.tsx";
export { NotebookReminderTime } from "../components/notebook-reminder-time.tsx";
export { ReminderWebhookForm } from "../components/reminder-webhook-form.tsx";
export { RemindersLink } from "../components/reminders-link.tsx";
export { offerReminders } from "./offer-reminders.ts";
export { useReaderId } from "./use-reader-id.ts";
