import { type FormEvent, useEffect, useRef, useState } from "react";
import { errorMessage } from "../../../lib/error-message.ts";
import type { KeptForm, Returned } from "./kept-form.ts";
import type { Proving } from "./proving.ts";
import { useProof } from "./use-proof.ts";

/** The field of a password has no `aria-invalid`. */
const INVALID = "[aria-invalid=true], input[data-invalid]";

/**
 * A form whose work needs a re-authentication, which is asked for last. `otherwise` is the error's text when the server
 * sends none. Its end is `ProvenFormEnd`.
 */
export function useProvenForm(proving: Proving, returned: Returned | null, otherwise: string) {
  const proof = useProof(proving, returned?.outcome ?? null);
  const [problem, setProblem] = useState<{ field: "password" | "form"; message: string } | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // Once it is marked.
  useEffect(() => {
    if (problem?.field === "password") form.current?.querySelector<HTMLElement>(INVALID)?.focus();
  }, [problem]);

  async function run(kept: KeptForm, work: (proof: string) => Promise<void>) {
    const proven = await proof.prove(kept);
    if ("message" in proven)
      return setProblem({ field: proven.isPassword ? "password" : "form", message: proven.message });
    try {
      await work(proven.proof);
    } catch (error) {
      console.error(otherwise, error);
      setProblem({ field: "form", message: errorMessage(error, otherwise) });
    }
  }

  return {
    proof,
    form,
    isBusy,
    errorOf: (field: "password" | "form") => (problem?.field === field ? problem.message : undefined),
    /** @param kept the values kept while the user signs in again at their issuer */
    onSubmit: (kept: KeptForm, work: (proof: string) => Promise<void>) => async (event: FormEvent) => {
      event.preventDefault();
      setIsBusy(true);
      setProblem(null);
      await run(kept, work);
      setIsBusy(false);
    },
  };
}

export type ProvenForm = ReturnType<typeof useProvenForm>;
