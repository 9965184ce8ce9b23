import { getDraftKey } from "../../../ui/draft.ts";
import type { DoseCall } from "./waiting-doses.ts";

/** Where earlier versions kept entries that the server hadn't written. Apart from what sends them, so that a page can look. */
export const getKeptDosesKey = (): string => getDraftKey("doses", "waiting");

/** An entry as earlier versions kept it: the oldest called its `kind` `say`, and none had the medicine's name. */
export type KeptDose = Omit<DoseCall, "kind" | "name"> & { kind?: string; say?: string; name?: string };

/** An entry of an earlier version as one of this version. */
export const upgradeKeptDose = ({ kind, say, entryId, diaryId, planId, slot, name, args }: KeptDose) =>
  ({ kind: kind ?? say, entryId, diaryId, planId, slot, name: name ?? "", args }) as DoseCall;
