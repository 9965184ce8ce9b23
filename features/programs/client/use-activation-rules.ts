import { useEffect, useState } from "react";
import { loadWithTexts } from "../../../lib/words/waiting.ts";

/** The rules of activation, including the recurrence engine. */
export type Rules = typeof import("../rules/activation.ts");

/** Loads the rules in parallel with the wizard's queries; undefined until they are loaded. */
export function useActivationRules(): Rules | undefined {
  const [rules, setRules] = useState<Rules>();
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    loadWithTexts(() => import("../rules/activation.ts")).then((module) => setRules(module), setFailure);
  }, []);
  // A failed load shows the page's own error with its "try again".
  if (failure) throw failure;
  return rules;
}
