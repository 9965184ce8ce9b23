import { draftKey } from "../../../ui/draft.ts";

/** Where the entries wait that the server hasn't written. Apart from them, so that a page can look without loading what sends them. */
export const getKeptDosesKey = (): string => draftKey("doses", "waiting");
