import { Radio, Stack } from "@mantine/core";
import { formatClockTime } from "../../../lib/dates/time.ts";
import { placeOfZone, toDayInZone, toMomentInZone } from "../../../lib/dates/zone-day.ts";
import { t } from "../../../lib/words/t.ts";
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
  const places = { from: placeOfZone(from), to: placeOfZone(to) };
  const labels: Record<ZoneChangeMode, string> = {
    hour: t("notebookform.keepHour", { before, ...places }),
    moment: t("notebookform.keepMoment", { before, after, ...places }),
  };
  return (
    <Radio.Group
      label={t("notebookform.zoneKeeps")}
      description={t("notebookform.zoneKeepsHint")}
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
