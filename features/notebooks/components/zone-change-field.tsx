import { Radio, Stack } from "@mantine/core";
import { formatClockTime } from "../../../lib/dates/time.ts";
import { placeOfZone, toDayInZone, toMomentInZone } from "../../../lib/dates/zone-day.ts";
import { ZONE_CHANGE_MODES, type ZoneChangeMode } from "../rules.ts";

const EIGHT = 8 * 3_600_000;

type ZoneChangeFieldProps = {
  value: ZoneChangeMode;
  onChange: (kept: ZoneChangeMode) => void;
  /** The previous and the new time zone. */
  from: string;
  to: string;
};

/** Asks whether future tasks with times keep their hour or their moment when a notebook changes its time zone. */
export function ZoneChangeField({ value, onChange, from, to }: ZoneChangeFieldProps) {
  const at = toMomentInZone(toDayInZone(Date.now(), from), EIGHT, from);
  const [before, after] = [formatClockTime(at, undefined, from), formatClockTime(at, undefined, to)];
  const labels: Record<ZoneChangeMode, string> = {
    hour: `Their hour: what is for ${before} in ${placeOfZone(from)} will be for ${before} in ${placeOfZone(to)}`,
    moment: `Their moment: what is for ${before} in ${placeOfZone(from)} will be for ${after} in ${placeOfZone(to)}`,
  };
  return (
    <Radio.Group
      label="Tasks to come that have a time keep"
      description="Whole days stay the days that they are. Medication plans keep their times by the former clock until you decide otherwise, on the page Plans."
      value={value}
      onChange={(kept) => onChange(kept as ZoneChangeMode)}
    >
      <Stack gap="xs" mt="xs">
        {ZONE_CHANGE_MODES.map((kept) => (
          <Radio key={kept} value={kept} label={labels[kept]} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
