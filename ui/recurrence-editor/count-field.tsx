import { TextInput } from "@mantine/core";
import { useState } from "react";
import { isRepeatCount, MAX_REPEATS } from "../../lib/recurrence/recurrence.ts";
import { t } from "../../lib/words/t.ts";
import styles from "./recurrence-editor.module.css";

type CountFieldProps = { label: string; count: number; onChange: (count: number) => void };

/**
 * A whole number from 1. Anything else shows an error at once and isn't passed on; leaving the field restores the
 * last valid number.
 */
export function CountField({ label, count, onChange }: CountFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const isValid = isRepeatCount(typed === null ? count : Number(typed));

  function type(text: string) {
    setTyped(text);
    if (isRepeatCount(Number(text))) onChange(Number(text));
  }

  return (
    <TextInput
      className={styles.count}
      label={label}
      type="number"
      inputMode="numeric"
      min={1}
      max={MAX_REPEATS}
      step={1}
      value={typed ?? String(count)}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onBlur={() => setTyped(null)}
      error={isValid ? null : t("recurrenceeditor.range", { most: MAX_REPEATS })}
    />
  );
}
