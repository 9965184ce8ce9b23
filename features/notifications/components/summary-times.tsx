import { Switch } from "@mantine/core";
import { placeOfZone } from "../../../lib/dates/zone-day.ts";
import { WEEKDAYS } from "../../../lib/recurrence/recurrence.ts";
import { t } from "../../../lib/words/t.ts";
import { Card } from "../../../ui/card.tsx";
import { WeekdayButtons } from "../../../ui/recurrence-editor/weekday-buttons.tsx";
import { Section } from "../../../ui/section.tsx";
import { Soft } from "../../../ui/text.tsx";
import type { ReminderSettings, SettingsChange } from "../client/use-reminder-settings.ts";
import styles from "./settings.module.css";
import { TimeField } from "./time-field.tsx";

type SummaryTimesProps = {
  settings: ReminderSettings;
  zone: string;
  onChange: (change: SettingsChange) => void;
};

/** When the summary is mailed, and whether it names anything; nothing without a confirmed address. */
export function SummaryTimes({ settings, zone, onChange }: SummaryTimesProps) {
  const { digestMinute, digestDays, digestTitles, hasMailAddress } = settings;
  // The sentences at the top show that no mail arrives.
  if (!hasMailAddress) return null;
  return (
    <Card as={Section} size="part" title={t("reminders.summaryTitle")}>
      <div className={styles.part}>
        <TimeField
          label={t("reminders.timeIn", { place: placeOfZone(zone) })}
          minute={digestMinute}
          onChange={(minute) => onChange({ digestMinute: minute, timeZone: zone })}
        />
        <WeekdayButtons
          days={digestDays.map((day) => WEEKDAYS[day - 1]!)}
          onChange={(days) =>
            days.length > 0 && onChange({ digestDays: days.map((day) => WEEKDAYS.indexOf(day) + 1) })
          }
        />
        <Switch
          label={t("reminders.withNames")}
          description={t("reminders.withNamesHint")}
          checked={digestTitles}
          onChange={({ currentTarget: { checked } }) => onChange({ digestTitles: checked })}
        />
        <Soft>{t("reminders.noNews")}</Soft>
      </div>
    </Card>
  );
}
