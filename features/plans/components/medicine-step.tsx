import { NativeSelect, Radio, Stack, Switch, TextInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useId, useState } from "react";
import { placeSideBySide } from "../../../lib/side-by-side.ts";
import { GrowingTextarea } from "../../../ui/growing-textarea.tsx";
import { Soft } from "../../../ui/text.tsx";
import type { Plan } from "../client/use-plans.ts";
import { UNIT_NAMES, type Unit } from "../rules/amounts.ts";
import { FACT_LENGTH, NAME_LENGTH, WORDS_LENGTH } from "../rules/limits.ts";
import { formatUnit } from "../rules/schedule-words.ts";
import type { PlanFacts } from "../schema.ts";
import styles from "./plan-fields.module.css";
import type { StepProps } from "./when-step.tsx";

/** Suggested ways in which medicines are given; other text is kept too. */
const ROUTES = [
  "by mouth",
  "under the tongue",
  "into the eye",
  "into the ear",
  "into the nose",
  "inhaled",
  "on the skin",
  "injected under the skin",
  "into the rectum",
];

type MedicineStepProps = StepProps & {
  /** All plans of the notebook: their values are suggested again. */
  plans: readonly Plan[];
  /** The plan that is changed itself. */
  planId?: string | undefined;
  /** The short id of the notebook. */
  diaryId: string;
  /** Whether it is made from an encrypted list, and so can't be open. */
  mustBeEncrypted: boolean;
};

/** Which medicine it is, and who sees the plan. */
export function MedicineStep(props: MedicineStepProps) {
  const { values, problems, onChange, plans, planId, diaryId, mustBeEncrypted } = props;
  const same = findPlansOfName(plans, values.facts.name).find(({ _id }) => _id !== planId);
  return (
    <div className={styles.fields}>
      <FactFields
        facts={values.facts}
        problems={problems}
        plans={plans}
        onChange={(facts) => onChange({ ...values, facts })}
        unit={
          <NativeSelect
            label="What is counted?"
            description="It can't be changed later"
            data={[
              { value: "", label: "Choose" },
              ...UNIT_NAMES.map((unit) => ({ value: unit, label: formatUnit(unit) })),
            ]}
            value={values.doseUnit}
            error={problems.doseUnit}
            onChange={({ currentTarget: { value } }) => onChange({ ...values, doseUnit: value as Unit | "" })}
          />
        }
        hint={
          same && (
            <Soft className={styles.plain} role="status">
              There is already a plan with this name:{" "}
              <Link to="/care/$diaryId/plans/$planId" params={{ diaryId, planId: same._id }}>
                {placeSideBySide([same.name, same.strength])}
              </Link>
            </Soft>
          )
        }
      />
      <VisibilityChoice
        value={values.visibility}
        onChange={(visibility) => onChange({ ...values, visibility })}
      />
      <Switch
        label="Encrypt this plan"
        description={
          mustBeEncrypted
            ? "The list is encrypted, so the plan is too."
            : "Names, instructions and notes are stored encrypted; times, amounts and limits are not, nor the name of who gave a dose when you type it. This can't be changed later."
        }
        checked={values.isEncrypted}
        disabled={mustBeEncrypted}
        onChange={({ currentTarget: { checked } }) => onChange({ ...values, isEncrypted: checked })}
      />
    </div>
  );
}

/** The running plans with a name, in any case. */
export function findPlansOfName(plans: readonly Plan[], name: string): Plan[] {
  const wanted = name.trim().toLowerCase();
  return wanted === ""
    ? []
    : plans.filter((plan) => plan.endedAt === null && plan.name.trim().toLowerCase() === wanted);
}

type VisibilityChoiceProps = {
  value: Plan["visibility"];
  onChange: (visibility: Plan["visibility"]) => void;
};

/** Who sees a plan: never a single member, because all who give must see the planned doses. */
export const VisibilityChoice = ({ value, onChange }: VisibilityChoiceProps) => (
  <Radio.Group
    label="Who can see this plan"
    value={value}
    onChange={(visibility) => onChange(visibility as Plan["visibility"])}
  >
    <Stack gap="xs" mt="xs">
      <Radio value="team" label="Care team" description="Owner, admins, caregivers and clinicians" />
      <Radio value="extended" label="Everyone" description="All members of this notebook, viewers too" />
    </Stack>
  </Radio.Group>
);

type FactFieldsProps = {
  facts: PlanFacts;
  problems: Record<string, string>;
  plans: readonly Plan[];
  onChange: (facts: PlanFacts) => void;
  /** Next to the form: the counted unit. */
  unit?: ReactNode;
  /** Below the name. */
  hint?: ReactNode;
};

/** The name of a medicine, with earlier names as suggestions. */
export function FactFields({ facts, problems, plans, onChange, unit, hint }: FactFieldsProps) {
  const id = useId();
  // Filled-in fields are visible from the start.
  const [hasMore] = useState(() => [facts.form, facts.route, facts.prescriber, facts.notes].some(Boolean));
  const getFieldProps = (name: keyof PlanFacts, suggestions: readonly string[] = []) => {
    const known = [...new Set([...plans.map((plan) => plan[name]), ...suggestions])].filter(Boolean);
    const listId = `${id}-${name}`;
    return {
      input: {
        list: known.length > 0 ? listId : undefined,
        autoComplete: "off",
        maxLength: name === "name" || name === "prescriber" ? NAME_LENGTH : FACT_LENGTH,
        value: facts[name],
        error: problems[name],
        onChange: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) =>
          onChange({ ...facts, [name]: value }),
      },
      list: known.length > 0 && (
        <datalist id={listId}>
          {known.map((text) => (
            <option key={text} value={text} />
          ))}
        </datalist>
      ),
    };
  };
  const name = getFieldProps("name");
  const strength = getFieldProps("strength");
  const form = getFieldProps("form");
  const route = getFieldProps("route", ROUTES);
  const prescriber = getFieldProps("prescriber");
  return (
    <>
      <div>
        <TextInput label="Name of the medicine" withAsterisk aria-required="true" {...name.input} />
        {name.list}
        {hint}
      </div>
      <div className={styles.pair}>
        <div>
          <TextInput label="Strength (optional)" description="For example: 5 mg" {...strength.input} />
          {strength.list}
        </div>
        {unit}
      </div>
      <details className={styles.more} open={hasMore}>
        <summary>More about it (optional)</summary>
        <div className={styles.fields}>
          <div className={styles.pair}>
            <div>
              <TextInput label="Form" description="For example: coated tablet" {...form.input} />
              {form.list}
            </div>
            <div>
              <TextInput label="How it is given" description="For example: by mouth" {...route.input} />
              {route.list}
            </div>
            <div>
              <TextInput label="Prescribed by" {...prescriber.input} />
              {prescriber.list}
            </div>
          </div>
          <GrowingTextarea
            label="Remarks"
            description="What it is for, for example"
            minRows={1}
            maxRows={6}
            maxLength={WORDS_LENGTH}
            value={facts.notes}
            onChange={({ currentTarget: { value } }) => onChange({ ...facts, notes: value })}
          />
        </div>
      </details>
    </>
  );
}
