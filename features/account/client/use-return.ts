import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { t } from "../../../lib/words/t.ts";
import { notifyFailure, notifySuccess } from "../../../ui/notify.ts";
import { describeFailure, type Returned, takeReturn } from "./kept-form.ts";

/**
 * The user's return from signing in at the issuer again, with the form that they left for it; null at first. Without
 * the form a message shows the outcome.
 */
export function useReturn(personId: string | null): Returned | null {
  const { history } = useRouter();
  const [returned, setReturned] = useState<Returned | null>(null);
  useEffect(() => {
    if (personId === null) return;
    const taken = takeReturn(personId, (href) => history.replace(href));
    if (!taken) return;
    if (taken.form) return setReturned(taken);
    const failure = describeFailure(taken.outcome);
    if (failure) notifyFailure(failure);
    else notifySuccess(t("proof.signedInAgain"));
  }, [personId, history]);
  return returned;
}
