import { getDraftKey } from "../../../ui/draft.ts";

/** Where the entries wait that the server hasn't written. Apart from them, so that a page can look without loading what sends them. */
export const getKeptDosesKey = (): string => getDraftKey("doses", "waiting");

/** An entry as this version keeps it: earlier versions kept its `kind` as `say`. */
export const upgradeKeptDose = <Entry extends object>({ say, ...rest }: Entry & { say?: string }): Entry =>
  ({ kind: say, ...rest }) as Entry & { kind?: string };
