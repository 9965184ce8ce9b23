import { TextInput } from "@mantine/core";
import { t } from "../../../lib/words/t.ts";
import { Rich } from "../../../ui/rich.tsx";
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
      <Soft>{t("planedit.limitsText")}</Soft>
      <div className={styles.sentence}>
        <Rich
          text="planedit.limits"
          values={{
            unit,
            text: (words) => <span>{words}</span>,
            count: () => <TextInput aria-label={t("planedit.maxCount")} {...getProps("maxCount")} />,
            much: () => (
              <TextInput
                aria-label={t("planedit.maxAmount", { unit })}
                {...getProps("maxAmount")}
                inputMode="decimal"
              />
            ),
            window: () => <TextInput aria-label={t("planedit.window")} {...getProps("windowHours")} />,
            gap: () => (
              <TextInput aria-label={t("planedit.minGap")} {...getProps("minGap")} inputMode="decimal" />
            ),
            by: () => (
              <TextInput
                aria-label={t("planedit.accordingTo")}
                placeholder={t("planedit.byExample")}
                maxLength={NAME_LENGTH}
                {...getFieldProps(props, "saidBy")}
                inputMode="text"
                className={styles.longGap}
              />
            ),
          }}
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
      <Soft>{t("planedit.bookkeepingText")}</Soft>
      <div className={styles.pair}>
        <TextInput
          label={t("planedit.sameMinutes")}
          {...getFieldProps(props, "sameDose", String(defaults.sameDose ?? ""))}
        />
        <TextInput
          label={t("planedit.lateMinutes")}
          {...getFieldProps(props, "lateAfter", String(defaults.lateAfterMinutes))}
        />
        <TextInput
          label={t("planedit.goneMinutes")}
          {...getFieldProps(props, "lateUntil", String(defaults.lateUntilMinutes))}
        />
      </div>
    </>
  );
}
