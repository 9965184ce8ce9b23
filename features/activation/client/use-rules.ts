import { useEffect, useState } from "react";

/** What decides about an activation, with the engine of recurrences behind it. */
export type Rules = typeof import("../rules.ts");

/** Fetches the rules beside what the wizard asks the server for; undefined until they are here. */
export function useRules(): Rules | undefined {
  const [rules, setRules] = useState<Rules>();
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    import("../rules.ts").then((module) => setRules(module), setFailure);
  }, []);
  // The page's own message and its "try again".
  if (failure) throw failure;
  return rules;
}
