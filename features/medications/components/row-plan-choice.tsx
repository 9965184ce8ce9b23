import { Alert, Radio, Stack } from "@mantine/core";
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
  if (plan === undefined)
    return <Soft>If it has a plan, the plan goes on until somebody ends it under Plans.</Soft>;
  if (plan === null) return null;
  if (!plan.end)
    return (
      <Alert color="yellow" variant="outline" role="group" title="Its plan goes on">
        {`${plan.words}. Its doses stay due until somebody who may change plans ends it.`}
      </Alert>
    );
  return (
    <Radio.Group
      label="What becomes of its plan?"
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
          label="The plan ends too"
          description="Nothing is due any more from now on. That can't be taken back."
        />
        <Radio value="keep" label="The plan goes on" description="Its doses stay due." />
      </Stack>
    </Radio.Group>
  );
}
