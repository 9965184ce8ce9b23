import { TextInput } from "@mantine/core";
import { useState } from "react";
import { formatMinuteField, parseMinuteField } from "../client/reminder-words.ts";

type TimeFieldProps = {
  label: string;
  description?: string;
  /** Minutes after midnight. */
  minute: number;
  /** Called when the field is left with another time. */
  onChange: (minute: number) => void;
};

/** A time of the day that is saved when it was typed to its end: each key would otherwise be a change. */
export function TimeField({ label, description, minute, onChange }: TimeFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);

  function leave() {
    const next = parseMinuteField(typed ?? "");
    setTyped(null);
    if (next !== null && next !== minute) onChange(next);
  }

  return (
    <TextInput
      type="time"
      label={label}
      description={description}
      value={typed ?? formatMinuteField(minute)}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={leave}
      onKeyDown={(event) => event.key === "Enter" && leave()}
    />
  );
}
