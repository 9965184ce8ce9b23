import { TextInput } from "@mantine/core";
import { useState } from "react";
import { parseMonthDays } from "../../lib/recurrence/recurrence.ts";
import { t } from "../../lib/words/t.ts";

type MonthDaysFieldProps = { days: readonly number[]; onChange: (days: number[]) => void };

/** Days of the month, comma-separated. Invalid ones are ignored, and removed from the text when the field is left. */
export function MonthDaysField({ days, onChange }: MonthDaysFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const late = days.filter((day) => day > 28);
  const [first = "", second = "", third = ""] = late;

  function type(text: string) {
    setTyped(text);
    onChange(parseMonthDays(text));
  }

  return (
    <TextInput
      label={t("recurrenceeditor.monthDays")}
      description={
        late.length > 0
          ? t("recurrenceeditor.leftOut", { count: late.length, first, second, third })
          : t("recurrenceeditor.monthDaysHint")
      }
      autoComplete="off"
      value={typed ?? days.join(", ")}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onBlur={() => setTyped(null)}
      error={days.length === 0 ? t("recurrenceeditor.noMonthDays") : null}
    />
  );
}
