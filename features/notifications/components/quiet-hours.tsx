import { Switch } from "@mantine/core";
import { describeMinute } from "../../../lib/dates/minute-words.ts";
import { placeOfZone } from "../../../lib/dates/zone-day.ts";
import { t } from "../../../lib/words/t.ts";
import { Card } from "../../../ui/card.tsx";
import { Section } from "../../../ui/section.tsx";
import { Soft } from "../../../ui/text.tsx";
import type { ReminderSettings, SettingsChange } from "../client/use-reminder-settings.ts";
import styles from "./settings.module.css";
import { TimeField } from "./time-field.tsx";

/** The first proposal: ten in the evening to seven. */
const NIGHT = { fromMinute: 22 * 60, toMinute: 7 * 60 };

type QuietHoursProps = {
  settings: ReminderSettings;
  zone: string;
  onChange: (change: SettingsChange) => void;
};

/** From when to when nothing is sent, and what comes through all the same. `zone`: the clock that holds. */
export function QuietHours({ settings, zone, onChange }: QuietHoursProps) {
  const { quietHours, urgentBreaksQuiet } = settings;
  return (
    <Card as={Section} size="part" title={t("reminders.quietHours")}>
      <div className={styles.part}>
        <Switch
          label={t("reminders.quietAtNight")}
          description={t("reminders.quietAtNightHint")}
          checked={quietHours !== null}
          onChange={({ currentTarget: { checked } }) =>
            onChange({ quietHours: checked ? NIGHT : null, timeZone: zone })
          }
        />
        {quietHours && (
          <>
            <div className={styles.times}>
              <TimeField
                label={t("reminders.from")}
                minute={quietHours.fromMinute}
                onChange={(fromMinute) => onChange({ quietHours: { ...quietHours, fromMinute } })}
              />
              <TimeField
                label={t("reminders.until")}
                minute={quietHours.toMinute}
                onChange={(toMinute) => onChange({ quietHours: { ...quietHours, toMinute } })}
              />
            </div>
            <Soft>
              {t("reminders.quietFromUntil", {
                from: describeMinute(quietHours.fromMinute),
                until: describeMinute(quietHours.toMinute),
                place: placeOfZone(zone),
              })}
            </Soft>
            <Switch
              label={t("reminders.dosesComeThrough")}
              description={t("reminders.dosesComeThroughHint")}
              checked={urgentBreaksQuiet}
              onChange={({ currentTarget: { checked } }) => onChange({ urgentBreaksQuiet: checked })}
            />
          </>
        )}
      </div>
    </Card>
  );
}
