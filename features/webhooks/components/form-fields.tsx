import { TextInput } from "@mantine/core";
import { AllOrSome } from "../../../ui/all-or-some.tsx";
import { NotebookChoice } from "../../notebooks/client/public.ts";
import type { Choices, useTrouble } from "../client/use-trouble.ts";
import { AREA_CHOICES } from "../client/webhook-words.ts";

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
export function ChoiceFields({ value, errorOf, onChange }: FieldProps<Omit<Choices, "name">>) {
  const { areas, diaryIds } = value;
  return (
    <>
      <AllOrSome
        label="Of what it is told"
        all="All changes that you see"
        some="Only some things"
        which="Which things"
        options={AREA_CHOICES}
        chosen={areas}
        error={errorOf("areas")}
        onChange={(areas) => onChange({ areas, diaryIds })}
      />
      <NotebookChoice
        chosen={diaryIds}
        error={errorOf("diaryIds")}
        onChange={(diaryIds) => onChange({ areas, diaryIds })}
      />
    </>
  );
}
