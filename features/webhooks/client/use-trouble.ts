import { useEffect, useRef, useState } from "react";
import { errorMessage, refusedArgument } from "../../../lib/error-message.ts";
import type { Unproven } from "../../account/client/public.ts";
import { WEBHOOK_MESSAGES, type WebhookArea } from "../rules.ts";

type Field = "name" | "hookUrl" | "areas" | "diaryIds" | "password" | "form";
/** What is wrong in a form, and with which of its fields. */
export type Trouble = { field: Field; message: string };

/** The field of a password has no `aria-invalid`. */
const INVALID = "[aria-invalid=true], input[data-invalid]";

const ARGUMENTS: readonly Field[] = ["name", "hookUrl", "areas", "diaryIds"];

/** What a refusal is about; `otherwise` says what failed when the server doesn't. */
export function troubleOf(error: unknown, otherwise: string): Trouble {
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

/** What is wrong with a proof that isn't one. */
export const unproven = ({ message, isPassword }: Unproven): Trouble => ({
  field: isPassword ? "password" : "form",
  message,
});

/** The trouble of a form, whose first field with an error gets the focus. `submit` does the work, which returns trouble. */
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
    async submit(work: () => Promise<Trouble | null>) {
      setIsBusy(true);
      const found = await work();
      setIsBusy(false);
      setTrouble(found);
    },
  };
}
