import { PageHeader } from "../../../ui/page-header.tsx";

/** `/notifications/settings`. */
export const ReminderSettingsScreen = () => <PageHeader title="Reminders" />;
