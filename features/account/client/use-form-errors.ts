import { type FormEvent, useEffect, useRef, useState } from "react";
import { getErrorMessage, getRefusedArgument } from "../../../lib/error-message.ts";

/** The field of a password has no `aria-invalid`. */
const INVALID = "[aria-invalid=true], input[data-invalid]";

/** Why a form wasn't accepted, and for which field; `form` for an error of no single field. */
export type FormError<Field extends string = never> = {
  field: Field | "password" | "form";
  message: string;
};

/**
 * The submission of a form and its error. The first field with an error gets the focus. `otherwise` is the message when
 * the server gives none; `fields` are the arguments whose errors are shown at their fields.
 */
export function useFormErrors<Field extends string = never>(
  otherwise: string,
  fields: readonly Field[] = [],
) {
  const [error, setError] = useState<FormError<Field> | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // An effect, because the field is marked as invalid only after rendering.
  useEffect(() => {
    if (error && error.field !== "form") form.current?.querySelector<HTMLElement>(INVALID)?.focus();
  }, [error]);

  function toFormError(failure: unknown): FormError<Field> {
    const path = getRefusedArgument(failure);
    const field = fields.find((each) => each === path) ?? "form";
    if (field === "form") console.error(otherwise, failure);
    return { field, message: getErrorMessage(failure, otherwise) };
  }

  return {
    form,
    isBusy,
    getError: (field: Field | "password" | "form") => (error?.field === field ? error.message : undefined),
    /** @param work returns the form's error, or null */
    onSubmit: (work: () => Promise<FormError<Field> | null>) => async (event: FormEvent) => {
      event.preventDefault();
      setIsBusy(true);
      setError(null);
      setError(await work().catch(toFormError));
      setIsBusy(false);
    },
  };
}
