import type { KeptForm, Returned } from "./kept-form.ts";
import type { Proving } from "./proving.ts";
import { type FormError, useFormErrors } from "./use-form-errors.ts";
import { useProof } from "./use-proof.ts";

/**
 * A form whose work needs a re-authentication, which is asked for last. `otherwise` and `fields` as in `useFormErrors`.
 * Its end is `ProvenFormEnd`.
 */
export function useProvenForm<Field extends string = never>(
  proving: Proving,
  returned: Returned | null,
  otherwise: string,
  fields: readonly Field[] = [],
) {
  const proof = useProof(proving, returned?.outcome ?? null);
  const { onSubmit, ...form } = useFormErrors(otherwise, fields);
  return {
    ...form,
    proof,
    /**
     * @param kept the values that stay while the person signs in again at their issuer
     * @param check finds an error before the re-authentication
     */
    onSubmit: (
      kept: KeptForm,
      work: (proof: string) => Promise<void>,
      check: () => FormError<Field> | null = () => null,
    ) =>
      onSubmit(async () => {
        const error = check();
        if (error) return error;
        const proven = await proof.prove(kept);
        if ("message" in proven)
          return { field: proven.isPassword ? "password" : "form", message: proven.message };
        await work(proven.proof);
        return null;
      }),
  };
}

export type ProvenForm = ReturnType<typeof useProvenForm<never>>;
