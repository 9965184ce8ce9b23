import type { CopyAddition, CopyHead, CopySection } from "../../../server/copies.ts";

/** Whose view of which notebook a copy is. */
export type CopyOf = { diaryId: string; userId: string };

/** What hangs on one row, an entry for each addition to its section. */
export type Additions = { addition: CopyAddition; items: readonly unknown[] }[];

/** A row of a section with what hangs on it. */
export type CopiedRow = { row: { _id: string }; additions: Additions };

/** What of a notebook is read to be copied, a page at a time; each page asks anew what its reader sees. */
export type CopySource = {
  head(): Promise<CopyHead>;
  sections: readonly { section: CopySection; rows(): AsyncGenerator<CopiedRow, void, undefined> }[];
};
