import { Button, Group, Radio, Select } from "@mantine/core";
import { useState } from "react";
import { describeMinute } from "../../../lib/dates/minute-words.ts";
import { placeOfZone, toClockInZone } from "../../../lib/dates/zone-day.ts";
import { t } from "../../../lib/words/t.ts";
import { Card } from "../../../ui/card.tsx";
import { Section } from "../../../ui/section.tsx";
import { Soft } from "../../../ui/text.tsx";
import { useMinute } from "../../../ui/use-now.ts";
import { getTimeZones } from "../../notebooks/client/public.ts";
import { parseMinuteField } from "../client/reminder-words.ts";
import type { ReminderSettings, SettingsChange } from "../client/use-reminder-settings.ts";
import { findZoneToAsk, formatZoneQuestion, keepZone } from "../client/zone-question.ts";
import { CLOCK_HOURS, type ClockHours, formatClock, getClockHours } from "../rules/clock.ts";
import styles from "./settings.module.css";

/** In the afternoon, where the two ways differ most. */
const EXAMPLE_TIME = Date.UTC(2026, 0, 1, 14, 12);

type OwnClockProps = { settings: ReminderSettings; zone: string; onChange: (change: SettingsChange) => void };

/** The time zone of the user's own times; a device in another zone asks, and changes nothing by itself. */
export function OwnClock({ settings, zone, onChange }: OwnClockProps) {
  const now = useMinute();
  const [isOther, setIsOther] = useState(false);
  const [, setIsKept] = useState(false);
  const asked = findZoneToAsk(settings.timeZone);
  return (
    <Card as={Section} size="part" title={t("reminders.clockTitle")}>
      <div className={styles.part}>
        {asked && (
          <div className={styles.question}>
            <p>{formatZoneQuestion(asked)}</p>
            <Group>
              <Button onClick={() => onChange({ timeZone: asked })}>
                {t("reminders.useClock", { place: placeOfZone(asked) })}
              </Button>
              <Button
                variant="default"
                onClick={() => {
                  keepZone();
                  setIsKept(true);
                }}
              >
                {t("reminders.keepClock", { place: placeOfZone(zone) })}
              </Button>
            </Group>
          </div>
        )}
        <p>
          {t("reminders.whereItIs", {
            place: placeOfZone(zone),
            time: describeMinute(parseMinuteField(toClockInZone(now, zone))!),
          })}
        </p>
        <Soft>{t("reminders.goBy")}</Soft>
        {isOther ? (
          <Select
            label={t("reminders.timeZone")}
            searchable
            allowDeselect={false}
            data={getTimeZones(zone)}
            value={zone}
            onChange={(next) => next && onChange({ timeZone: next })}
            nothingFoundMessage={t("reminders.noZone")}
          />
        ) : (
          <Group>
            <Button variant="default" onClick={() => setIsOther(true)}>
              {t("reminders.otherClock")}
            </Button>
          </Group>
        )}
        <Radio.Group
          label={t("reminders.timesInMessages")}
          description={t("reminders.timesInMessagesHint")}
          value={String(settings.clockHours ?? getClockHours())}
          onChange={(next) => onChange({ clockHours: Number(next) as ClockHours })}
        >
          <div className={styles.choices}>
            {CLOCK_HOURS.map((hours) => (
              <Radio
                key={hours}
                value={String(hours)}
                label={formatClock(EXAMPLE_TIME, { timeZone: "UTC", hours })}
              />
            ))}
          </div>
        </Radio.Group>
      </div>
    </Card>
  );
}
