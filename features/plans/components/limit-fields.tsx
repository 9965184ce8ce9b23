import { TextInput } from "@mantine/core";
import { Soft } from "../../../ui/text.tsx";
import { getDefaults, readSchedule } from "../client/plan-args.ts";
import type { PlanValues } from "../client/plan-values.ts";
import { formatUnit } from "../rules/amount-words.ts";
import { NAME_LENGTH } from "../rules/limits.ts";
import type { PartProps } from "./medicine-fields.tsx";
import styles from "./plan-fields.module.css";

type TextField = {
  [Field in keyof PlanValues]: PlanValues[Field] extends string | null ? Field : never;
}[keyof PlanValues];

const getFieldProps = ({ values, problems, onChange }: PartProps, name: TextField, otherwise = "") => ({
  inputMode: "numeric" as const,
  autoComplete: "off",
  value: values[name] ?? otherwise,
  error: problems[name],
  onChange: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) =>
    onChange({ ...values, [name]: value }),
});

/** The limits of a doctor as one sentence with gaps, none by default, and whose they are. */
export function LimitFields(props: PartProps) {
  const unit = formatUnit(props.values.doseUnit);
  const getProps = (name: TextField) => ({ className: styles.gap, ...getFieldProps(props, name) });
  return (
    <>
      <Soft>CareDiary compares entries with these limits. Leave empty what isn't prescribed.</Soft>
      <div className={styles.sentence}>
        <span>At most</span>
        <TextInput aria-label="At most so many doses" {...getProps("maxCount")} />
        <span>doses and at most</span>
        <TextInput aria-label={`At most so many ${unit}`} {...getProps("maxAmount")} inputMode="decimal" />
        <span>{`${unit} in`}</span>
        <TextInput aria-label="In so many hours" {...getProps("windowHours")} />
        <span>hours, at least</span>
        <TextInput aria-label="At least so many hours apart" {...getProps("minGap")} inputMode="decimal" />
        <span>hours apart, according to</span>
        <TextInput
          aria-label="According to"
          placeholder="Dr Lee, letter of 3 May"
          maxLength={NAME_LENGTH}
          {...getFieldProps(props, "saidBy")}
          inputMode="text"
          className={styles.longGap}
        />
      </div>
    </>
  );
}

/** When entries count as the same or as late: bookkeeping with defaults. */
export function BookkeepingFields(props: PartProps) {
  const defaults = getDefaults(readSchedule(props.values).schedule);
  return (
    <>
      <Soft>When an entry counts as late or as twice the same. Not advice.</Soft>
      <div className={styles.pair}>
        <TextInput
          label="Minutes within which two doses are taken for the same"
          {...getFieldProps(props, "sameDose", String(defaults.sameDose ?? ""))}
        />
        <TextInput
          label="Late after so many minutes"
          {...getFieldProps(props, "lateAfter", String(defaults.lateAfterMinutes))}
        />
        <TextInput
          label="Not recorded after so many minutes"
          {...getFieldProps(props, "lateUntil", String(defaults.lateUntilMinutes))}
        />
      </div>
    </>
  );
}
