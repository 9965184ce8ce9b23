import { Checkbox, Radio, TextInput } from "@mantine/core";
import { useState } from "react";
import { Choices } from "../../../ui/choices.tsx";
import { NotebookChoice } from "../../notebooks/client/public.ts";
import type { Choices as Chosen, useTrouble } from "../client/use-trouble.ts";
import { AREA_CHOICES } from "../client/webhook-words.ts";
import type { WebhookArea } from "../rules.ts";

type ErrorOf = ReturnType<typeof useTrouble>["errorOf"];
type FieldProps<Value> = { value: Value; errorOf: ErrorOf; onChange: (value: Value) => void };

export const NameField = ({
  value,
  errorOf,
  onChange,
  isFirst = true,
}: FieldProps<string> & { isFirst?: boolean }) => (
  <TextInput
    label="Name"
    description="By which you recognise the program."
    maxLength={100}
    data-autofocus={isFirst || undefined}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
    error={errorOf("name")}
  />
);

export const AddressField = ({
  value,
  errorOf,
  onChange,
  isFirst = false,
}: FieldProps<string> & { isFirst?: boolean }) => (
  <TextInput
    label="Address"
    description="Where the program takes messages."
    placeholder="https://"
    type="url"
    maxLength={1000}
    data-autofocus={isFirst || undefined}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
    error={errorOf("hookUrl")}
  />
);

/** Of what a webhook is told, and of which notebooks. */
export function ChoiceFields({ value, errorOf, onChange }: FieldProps<Omit<Chosen, "name">>) {
  const { areas, diaryIds } = value;
  return (
    <>
      <AreaChoice chosen={areas} errorOf={errorOf} onChange={(areas) => onChange({ areas, diaryIds })} />
      <NotebookChoice
        chosen={diaryIds}
        error={errorOf("diaryIds")}
        onChange={(diaryIds) => onChange({ areas, diaryIds })}
      />
    </>
  );
}

type AreaChoiceProps = {
  /** Null for all. */
  chosen: WebhookArea[] | null;
  errorOf: ErrorOf;
  onChange: (chosen: WebhookArea[] | null) => void;
};

function AreaChoice({ chosen, errorOf, onChange }: AreaChoiceProps) {
  // What was ticked is still ticked after a look at the other choice.
  const [ticked, setTicked] = useState(chosen ?? []);
  return (
    <>
      <Radio.Group
        label="Of what it is told"
        value={chosen === null ? "all" : "some"}
        onChange={(value) => onChange(value === "all" ? null : ticked)}
      >
        <Choices>
          <Radio value="all" label="All changes that you see" />
          <Radio value="some" label="Only some things" />
        </Choices>
      </Radio.Group>
      {chosen !== null && (
        <Checkbox.Group
          label="Which things"
          value={ticked}
          onChange={(values) => {
            setTicked(values as WebhookArea[]);
            onChange(values as WebhookArea[]);
          }}
          error={errorOf("areas")}
        >
          <Choices>
            {AREA_CHOICES.map(({ value, label }) => (
              <Checkbox key={value} value={value} label={label} />
            ))}
          </Choices>
        </Checkbox.Group>
      )}
    </>
  );
}
