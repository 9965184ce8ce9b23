import { TextInput } from "@mantine/core";
import { Soft } from "../../../ui/text.tsx";
import { getDefaults, readSchedule } from "../client/plan-args.ts";
import type { PlanValues } from "../client/plan-values.ts";
import { NAME_LENGTH } from "../rules/limits.ts";
import { isScheduled } from "../rules/schedule.ts";
import { formatUnit } from "../rules/schedule-words.ts";
import styles from "./plan-fields.module.css";
import type { StepProps } from "./when-step.tsx";

type TextField = {
  [Field in keyof PlanValues]: PlanValues[Field] extends string | null ? Field : never;
}[keyof PlanValues];

/** The limits that a doctor gave, none by default, and when an entry counts as late. */
export function LimitsStep({ values, problems, onChange }: StepProps) {
  const { schedule } = readSchedule(values);
  const defaults = getDefaults(schedule);
  const getFieldProps = (name: TextField, otherwise = "") => ({
    inputMode: "numeric" as const,
    autoComplete: "off",
    value: values[name] ?? otherwise,
    error: problems[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) =>
      onChange({ ...values, [name]: value }),
  });
  return (
    <div className={styles.fields}>
      <fieldset className={styles.group}>
        <legend className={styles.legend}>Limits that somebody gave you</legend>
        <Soft className={styles.plain}>
          CareDiary compares entries with them. Leave empty what nobody has said.
        </Soft>
        <div className={styles.pair}>
          <TextInput
            label="At least so many hours between two doses"
            {...getFieldProps("minGap")}
            inputMode="decimal"
          />
          <TextInput label="At most so many doses" {...getFieldProps("maxCount")} />
          <TextInput
            label={`At most so much, in ${formatUnit(values.doseUnit || "tablet")}`}
            {...getFieldProps("maxAmount")}
            inputMode="decimal"
          />
          {(values.maxCount || values.maxAmount) && (
            <TextInput label="Within how many hours" {...getFieldProps("windowHours")} />
          )}
        </div>
        <TextInput
          label="Who said so"
          description="For example: Dr Lee, letter of 3 May"
          maxLength={NAME_LENGTH}
          {...getFieldProps("saidBy")}
          inputMode="text"
        />
      </fieldset>
      {isScheduled(schedule) && (
        <fieldset className={styles.group}>
          <legend className={styles.legend}>Bookkeeping</legend>
          <Soft className={styles.plain}>When an entry counts as late or as twice the same. Not advice.</Soft>
          <div className={styles.pair}>
            <TextInput
              label="Minutes within which two doses are taken for the same"
              {...getFieldProps("sameDose", String(defaults.sameDose ?? ""))}
            />
            <TextInput
              label="Late after so many minutes"
              {...getFieldProps("lateAfter", String(defaults.lateAfterMinutes))}
            />
            <TextInput
              label="Not recorded after so many minutes"
              {...getFieldProps("lateUntil", String(defaults.lateUntilMinutes))}
            />
          </div>
        </fieldset>
      )}
    </div>
  );
}
