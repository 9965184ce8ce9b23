import { type FormEvent, useState } from "react";
import { getErrorMessage } from "../lib/error-message.ts";

/**
 * The submission of a form: whether it is under way, and why it failed. `otherwise` is the message when the server gives
 * none.
 */
export function useSubmit(
  otherwise: string,
  toMessage = (error: unknown): string => getErrorMessage(error, otherwise),
) {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  /** @param work checks the fields; when they are right it returns the promise of its request */
  const onSubmit =
    (work: (form: HTMLFormElement) => unknown) => async (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      if (isBusy) return;
      setProblem(null);
      const done = work(event.currentTarget);
      if (!(done instanceof Promise)) return;
      setIsBusy(true);
      try {
        await done;
      } catch (error) {
        console.error(otherwise, error);
        setProblem(toMessage(error));
      }
      setIsBusy(false);
    };
  return { isBusy, problem, setProblem, onSubmit };
}
