import { Button, Group, Radio, Select } from "@mantine/core";
import { useState } from "react";
import { describeMinute } from "../../../lib/dates/minute-words.ts";
import { placeOfZone, toClockInZone } from "../../../lib/dates/zone-day.ts";
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
    <Card as={Section} size="part" title="Your clock">
      <div className={styles.part}>
        {asked && (
          <div className={styles.question}>
            <p>{formatZoneQuestion(asked)}</p>
            <Group>
              <Button onClick={() => onChange({ timeZone: asked })}>Use {placeOfZone(asked)}'s clock</Button>
              <Button
                variant="default"
                onClick={() => {
                  keepZone();
                  setIsKept(true);
                }}
              >
                Keep {placeOfZone(zone)}'s
              </Button>
            </Group>
          </div>
        )}
        <p>
          {placeOfZone(zone)}, where it is {describeMinute(parseMinuteField(toClockInZone(now, zone))!)} now.
        </p>
        <Soft>
          Your quiet hours go by it. Tasks and doses go by the clock of their notebook and don't move with
          you.
        </Soft>
        {isOther ? (
          <Select
            label="Time zone"
            searchable
            allowDeselect={false}
            data={getTimeZones(zone)}
            value={zone}
            onChange={(next) => next && onChange({ timeZone: next })}
            nothingFoundMessage="No such time zone"
          />
        ) : (
          <Group>
            <Button variant="default" onClick={() => setIsOther(true)}>
              Choose another clock
            </Button>
          </Group>
        )}
        <Radio.Group
          label="Times in messages"
          description="On the pages they are written as your browser does."
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
