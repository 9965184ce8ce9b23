import { useEffect, useState } from "react";
import { describeFailure, type KeptForm, type Outcome } from "./kept-form.ts";
import type { Proven, Proving } from "./proving.ts";

/** The state of a form with re-authentication; its field is `ProofField`. */
export type Proof = {
  by: Proving["by"];
  /** False while the person has to sign in again first. */
  isReady: boolean;
  /** Why the sign-in at the issuer failed to re-authenticate. */
  failure: string | null;
  password: string;
  setPassword(password: string): void;
  /** Re-authenticates; has the user sign in again first where needed. */
  prove(form: KeptForm): Promise<Proven>;
};

/** @param outcome the outcome of the sign-in that the user returns from */
export function useProof(proving: Proving, outcome: Outcome | null): Proof {
  const [password, setPassword] = useState("");
  const [isReady, setIsReady] = useState(proving.by === "password" || outcome === "done");
  const [failure, setFailure] = useState(outcome && describeFailure(outcome));

  useEffect(() => {
    if (proving.by === "password") return;
    let isHere = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    void proving.secondsLeft().then((seconds) => {
      if (!isHere) return;
      setIsReady(seconds > 0);
      timer = setTimeout(() => setIsReady(false), seconds * 1000);
    });
    return () => {
      isHere = false;
      clearTimeout(timer);
    };
  }, [proving]);

  async function prove(form: KeptForm): Promise<Proven> {
    if (proving.by === "password") return proving.prove(password, form.form);
    setFailure(null);
    const stopped = isReady ? null : await proving.signInAgain(form);
    if (stopped) return stopped;
    const proven = await proving.prove(form.form);
    setIsReady("proof" in proven || !proven.isOld);
    return proven;
  }

  return { by: proving.by, isReady, failure, password, setPassword, prove };
}
