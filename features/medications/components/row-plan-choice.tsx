import { Alert, Radio, Stack } from "@mantine/core";
import { t } from "../../../lib/words/t.ts";
import { Soft } from "../../../ui/text.tsx";
import type { PlanChoice, RowPlan } from "../client/row-plan.ts";

type RowPlanChoiceProps = {
  plan: RowPlan | null | undefined;
  value: PlanChoice;
  problem: string | undefined;
  onChange: (choice: PlanChoice) => void;
};

/** Asks what becomes of the plan of a medication that is stopped: the list alone makes nothing less due. */
export function RowPlanChoice({ plan, value, problem, onChange }: RowPlanChoiceProps) {
  if (plan === undefined) return <Soft>{t("medicationrow.planUnknown")}</Soft>;
  if (plan === null) return null;
  if (!plan.end)
    return (
      <Alert color="yellow" variant="outline" role="group" title={t("medicationrow.planGoesOn")}>
        {t("medicationrow.planStays", { plan: plan.words })}
      </Alert>
    );
  return (
    <Radio.Group
      label={t("medicationrow.planQuestion")}
      description={plan.words}
      withAsterisk
      aria-required="true"
      value={value}
      error={problem}
      onChange={(choice) => onChange(choice as PlanChoice)}
    >
      <Stack gap="xs" mt="xs">
        <Radio
          value="end"
          label={t("medicationrow.planEnds")}
          description={t("medicationrow.planEndsText")}
        />
        <Radio
          value="keep"
          label={t("medicationrow.planKeeps")}
          description={t("medicationrow.planKeepsText")}
        />
      </Stack>
    </Radio.Group>
  );
}
