import { TextInput } from "@mantine/core";
import { t } from "../../../lib/words/t.ts";
import { AllOrSome } from "../../../ui/all-or-some.tsx";
import { NotebookChoice } from "../../notebooks/client/public.ts";
import type { Choices, WebhookField } from "../client/choices.ts";
import { listAreaChoices } from "../client/webhook-words.ts";

type GetError = (field: WebhookField) => string | undefined;
type FieldProps<Value> = { value: Value; getError: GetError; onChange: (value: Value) => void };

export const NameField = ({
  value,
  getError,
  onChange,
  isFirst = true,
}: FieldProps<string> & { isFirst?: boolean }) => (
  <TextInput
    label={t("webhooks.name")}
    description={t("webhooks.nameHint")}
    maxLength={100}
    data-autofocus={isFirst || undefined}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
    error={getError("name")}
  />
);

export const AddressField = ({
  value,
  getError,
  onChange,
  isFirst = false,
}: FieldProps<string> & { isFirst?: boolean }) => (
  <TextInput
    label={t("webhooks.address")}
    description={t("webhooks.addressHint")}
    placeholder="https://"
    type="url"
    maxLength={1000}
    data-autofocus={isFirst || undefined}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
    error={getError("hookUrl")}
  />
);

/** The events and notebooks of a webhook. */
export function ChoiceFields({ value, getError, onChange }: FieldProps<Omit<Choices, "name">>) {
  const { areas, diaryIds } = value;
  return (
    <>
      <AllOrSome
        label={t("webhooks.about")}
        all={t("webhooks.aboutAll")}
        some={t("webhooks.aboutSome")}
        which={t("webhooks.aboutWhich")}
        options={listAreaChoices()}
        chosen={areas}
        error={getError("areas")}
        onChange={(areas) => onChange({ areas, diaryIds })}
      />
      <NotebookChoice
        chosen={diaryIds}
        error={getError("diaryIds")}
        onChange={(diaryIds) => onChange({ areas, diaryIds })}
      />
    </>
  );
}
