import { Radio, Switch, TextInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useId } from "react";
import { placeSideBySide } from "../../../lib/side-by-side.ts";
import { Choices } from "../../../ui/choices.tsx";
import { GrowingTextarea } from "../../../ui/growing-textarea.tsx";
import { Soft } from "../../../ui/text.tsx";
import type { Problems } from "../client/plan-args.ts";
import type { PlanValues } from "../client/plan-values.ts";
import type { Plan } from "../client/use-plans.ts";
import { FACT_LENGTH, NAME_LENGTH, WORDS_LENGTH } from "../rules/limits.ts";
import type { PlanFacts } from "../schema.ts";
import styles from "./plan-fields.module.css";

/** The props of each part of the editor. */
export type PartProps = {
  values: PlanValues;
  problems: Problems;
  onChange: (values: PlanValues) => void;
};

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

type FactsProps = {
  facts: PlanFacts;
  problems: Problems;
  /** All plans of the notebook: their values are suggested again. */
  plans: readonly Plan[];
  onChange: (facts: PlanFacts) => void;
};

type FactFieldProps = FactsProps & {
  name: Exclude<keyof PlanFacts, "notes">;
  label: string;
  description?: string;
  suggestions?: readonly string[];
  isRequired?: boolean;
};

function FactField({ facts, problems, plans, onChange, name, suggestions = [], ...rest }: FactFieldProps) {
  const { isRequired, ...labels } = rest;
  const id = useId();
  const known = [...new Set([...plans.map((plan) => plan[name]), ...suggestions])].filter(Boolean);
  return (
    <div>
      <TextInput
        {...labels}
        {...(isRequired && { withAsterisk: true, "aria-required": true })}
        list={known.length > 0 ? id : undefined}
        autoComplete="off"
        maxLength={name === "name" || name === "prescriber" ? NAME_LENGTH : FACT_LENGTH}
        value={facts[name]}
        error={problems[name]}
        onChange={({ currentTarget: { value } }) => onChange({ ...facts, [name]: value })}
      />
      {known.length > 0 && (
        <datalist id={id}>
          {known.map((text) => (
            <option key={text} value={text} />
          ))}
        </datalist>
      )}
    </div>
  );
}

/** The name of a medicine and its strength, with earlier ones as suggestions. */
export const NameFields = (props: FactsProps) => (
  <div className={styles.uneven}>
    <FactField {...props} name="name" label="Name of the medicine" isRequired />
    <FactField {...props} name="strength" label="Strength" />
  </div>
);

/** What else is known of a medicine. */
export const AboutFields = (props: FactsProps) => (
  <>
    <div className={styles.pair}>
      <FactField {...props} name="form" label="Form" description="For example: coated tablet" />
      <FactField
        {...props}
        name="route"
        label="How it is given"
        description="For example: by mouth"
        suggestions={ROUTES}
      />
      <FactField {...props} name="prescriber" label="Prescribed by" />
    </div>
    <GrowingTextarea
      label="Remarks"
      description="What it is for, for example"
      minRows={1}
      maxRows={6}
      maxLength={WORDS_LENGTH}
      value={props.facts.notes}
      onChange={({ currentTarget: { value } }) => props.onChange({ ...props.facts, notes: value })}
    />
  </>
);

type MedicineFieldsProps = PartProps & {
  plans: readonly Plan[];
  /** The short id of the notebook. */
  diaryId: string;
  /** Shown while nothing is typed. */
  offers: ReactNode;
};

/** Which medicine a new plan is about. A medicine that was planned before is counted as then. */
export function MedicineFields({ values, problems, onChange, plans, diaryId, offers }: MedicineFieldsProps) {
  const { facts } = values;
  const same = findPlansOfName(plans, facts.name).find(({ endedAt }) => endedAt === null);
  return (
    <div className={styles.fields}>
      <NameFields
        facts={facts}
        problems={problems}
        plans={plans}
        onChange={(next) => {
          const [known] = findPlansOfName(plans, next.name);
          const isOther = known && next.name !== facts.name && values.doseUnit === "tablet";
          onChange({ ...values, facts: next, ...(isOther && { doseUnit: known.doseUnit }) });
        }}
      />
      {same && (
        <Soft role="status">
          There is already a plan with this name:{" "}
          <Link to="/care/$diaryId/plans/$planId" params={{ diaryId, planId: same._id }}>
            {placeSideBySide([same.name, same.strength])}
          </Link>
        </Soft>
      )}
      {facts.name === "" && offers}
    </div>
  );
}

/** The plans with a name, in any case. */
function findPlansOfName(plans: readonly Plan[], name: string): Plan[] {
  const wanted = name.trim().toLowerCase();
  return wanted === "" ? [] : plans.filter((plan) => plan.name.trim().toLowerCase() === wanted);
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
    <Choices>
      <Radio value="team" label="Care team" description="Owner, admins, caregivers and clinicians" />
      <Radio value="extended" label="Everyone" description="All members of this notebook, viewers too" />
    </Choices>
  </Radio.Group>
);

/** Who sees a new plan, and whether it is encrypted; the plan of an encrypted list can't be open. */
export const ReaderFields = ({
  values,
  onChange,
  isListEncrypted,
}: PartProps & { isListEncrypted: boolean }) => (
  <>
    <VisibilityChoice
      value={values.visibility}
      onChange={(visibility) => onChange({ ...values, visibility })}
    />
    <Switch
      label="Encrypt this plan"
      description={
        isListEncrypted
          ? "The list is encrypted, so the plan is too."
          : "Names, instructions and notes are stored encrypted; times, amounts and limits are not, nor the name of who gave a dose when you type it. This can't be changed later."
      }
      checked={values.isEncrypted}
      disabled={isListEncrypted}
      onChange={({ currentTarget: { checked } }) => onChange({ ...values, isEncrypted: checked })}
    />
  </>
);
