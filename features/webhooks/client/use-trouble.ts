import { type FormEvent, useEffect, useRef, useState } from "react";
import { errorMessage, refusedArgument } from "../../../lib/error-message.ts";
import type { KeptForm, Proof } from "../../account/client/public.ts";
import { WEBHOOK_MESSAGES, type WebhookArea } from "../rules.ts";

type Field = "name" | "hookUrl" | "areas" | "diaryIds" | "password" | "form";
/** What is wrong in a form, and with which of its fields. */
export type Trouble = { field: Field; message: string };

/** The field of a password has no `aria-invalid`. */
const INVALID = "[aria-invalid=true], input[data-invalid]";

const ARGUMENTS: readonly Field[] = ["name", "hookUrl", "areas", "diaryIds"];

/** What a refusal is about. */
function troubleOf(error: unknown, otherwise: string): Trouble {
  const path = refusedArgument(error);
  const field = ARGUMENTS.find((each) => each === path) ?? "form";
  return { field, message: errorMessage(error, otherwise) };
}

export type Choices = { name: string; areas: WebhookArea[] | null; diaryIds: string[] | null };

/** What isn't worth asking the server for. */
export function missingChoice({ name, areas, diaryIds }: Choices): Trouble | null {
  if (name.trim() === "") return { field: "name", message: WEBHOOK_MESSAGES.name };
  if (areas?.length === 0) return { field: "areas", message: WEBHOOK_MESSAGES.areas };
  if (diaryIds?.length === 0) return { field: "diaryIds", message: WEBHOOK_MESSAGES.notebooks };
  return null;
}

/** Does the work of a form; what is wrong then, or null. `otherwise` says what failed when the server doesn't. */
export async function troubleWith(work: () => Promise<void>, otherwise: string): Promise<Trouble | null> {
  try {
    await work();
    return null;
  } catch (error) {
    return troubleOf(error, otherwise);
  }
}

/** The same for work that needs a proof, which is asked for first; without one that is what is wrong. */
export async function troubleWithProof(
  proof: Proof,
  form: KeptForm,
  work: (proof: string) => Promise<void>,
  otherwise: string,
): Promise<Trouble | null> {
  const proven = await proof.prove(form);
  if ("message" in proven) return { field: proven.isPassword ? "password" : "form", message: proven.message };
  return troubleWith(() => work(proven.proof), otherwise);
}

/** The trouble of a form, whose first field with an error gets the focus. `onSubmit` does the work, which returns trouble. */
export function useTrouble() {
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // Once it is marked.
  useEffect(() => {
    if (trouble) form.current?.querySelector<HTMLElement>(INVALID)?.focus();
  }, [trouble]);
  return {
    form,
    isBusy,
    errorOf: (field: Field) => (trouble?.field === field ? trouble.message : undefined),
    onSubmit: (work: () => Promise<Trouble | null>) => async (event: FormEvent) => {
      event.preventDefault();
      setIsBusy(true);
      const found = await work();
      setIsBusy(false);
      setTrouble(found);
    },
  };
}
