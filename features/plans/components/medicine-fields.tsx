import { Radio, Switch, TextInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useId } from "react";
import { placeSideBySide } from "../../../lib/side-by-side.ts";
import type { Key } from "../../../lib/words/keys.ts";
import { t } from "../../../lib/words/t.ts";
import { Choices } from "../../../ui/choices.tsx";
import { GrowingTextarea } from "../../../ui/growing-textarea.tsx";
import { Rich } from "../../../ui/rich.tsx";
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
const ROUTES: Key[] = [
  "planparts.routeMouth",
  "planparts.routeTongue",
  "planparts.routeEye",
  "planparts.routeEar",
  "planparts.routeNose",
  "planparts.routeInhaled",
  "planparts.routeSkin",
  "planparts.routeInjected",
  "planparts.routeRectum",
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
    <FactField {...props} name="name" label={t("planparts.name")} isRequired />
    <FactField {...props} name="strength" label={t("planparts.strength")} />
  </div>
);

/** What else is known of a medicine. */
export const AboutFields = (props: FactsProps) => (
  <>
    <div className={styles.pair}>
      <FactField
        {...props}
        name="form"
        label={t("planparts.form")}
        description={t("planparts.formExample")}
      />
      <FactField
        {...props}
        name="route"
        label={t("planparts.route")}
        description={t("planparts.routeExample")}
        suggestions={ROUTES.map((route) => t(route))}
      />
      <FactField {...props} name="prescriber" label={t("planparts.prescriber")} />
    </div>
    <GrowingTextarea
      label={t("planparts.remarks")}
      description={t("planparts.remarksExample")}
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
          <Rich
            text="planparts.samePlan"
            values={{
              name: placeSideBySide([same.name, same.strength]),
              plan: (name) => (
                <Link to="/care/$diaryId/plans/$planId" params={{ diaryId, planId: same._id }}>
                  {name}
                </Link>
              ),
            }}
          />
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
    label={t("planparts.whoSees")}
    value={value}
    onChange={(visibility) => onChange(visibility as Plan["visibility"])}
  >
    <Choices>
      <Radio value="team" label={t("planparts.team")} description={t("planparts.teamText")} />
      <Radio value="extended" label={t("planparts.everyone")} description={t("planparts.everyoneText")} />
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
      label={t("planparts.encrypt")}
      description={isListEncrypted ? t("planparts.encryptList") : t("planparts.encryptText")}
      checked={values.isEncrypted}
      disabled={isListEncrypted}
      onChange={({ currentTarget: { checked } }) => onChange({ ...values, isEncrypted: checked })}
    />
  </>
);
