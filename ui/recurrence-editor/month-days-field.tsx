import { TextInput } from "@mantine/core";
import { useState } from "react";
import { parseMonthDays } from "../../lib/recurrence/recurrence.ts";

type MonthDaysFieldProps = { days: readonly number[]; onChange: (days: number[]) => void };

/** Days of the month, comma-separated. Invalid ones are ignored, and removed from the text when the field is left. */
export function MonthDaysField({ days, onChange }: MonthDaysFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const late = days.filter((day) => day > 28);

  function type(text: string) {
    setTyped(text);
    onChange(parseMonthDays(text));
  }

  return (
    <TextInput
      label="Days of the month"
      description={
        late.length > 0
          ? `Months without day ${late.join(" or ")} are left out`
          : "From 1 to 31, with commas between them"
      }
      autoComplete="off"
      value={typed ?? days.join(", ")}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onBlur={() => setTyped(null)}
      error={days.length === 0 ? "Enter at least one day, such as 1, 15" : null}
    />
  );
}
