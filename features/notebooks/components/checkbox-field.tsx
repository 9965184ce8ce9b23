import { Checkbox } from "@mantine/core";
import { getFieldLabel } from "../client/notebook-facts.ts";
import type { FieldsProps } from "./text-field.tsx";

type CheckboxName = "hasConsent" | "hasPOA" | "hasLivingWill" | "hasDNR" | "hasOrganDonation";

export function CheckboxField({
  name,
  hint,
  values,
  set,
}: FieldsProps & { name: CheckboxName; hint?: string }) {
  return (
    <Checkbox
      label={getFieldLabel(name)}
      description={hint}
      checked={values[name]}
      onChange={({ currentTarget }) => set({ [name]: currentTarget.checked })}
    />
  );
}
