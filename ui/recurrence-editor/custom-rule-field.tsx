import { TextInput } from "@mantine/core";
import { findCustomRuleProblem } from "../../lib/recurrence/custom-rule.ts";
import { RULE_LENGTH } from "../../lib/recurrence/recurrence.ts";
import { t } from "../../lib/words/t.ts";

type CustomRuleFieldProps = { rule: string; onChange: (rule: string) => void };

/** A rule in the format of calendars (RFC 5545); errors are shown while typing. */
export function CustomRuleField({ rule, onChange }: CustomRuleFieldProps) {
  return (
    <TextInput
      label={t("recurrenceeditor.rule")}
      description={t("recurrenceeditor.ruleHint")}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={RULE_LENGTH}
      value={rule}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      error={findCustomRuleProblem(rule)}
    />
  );
}
