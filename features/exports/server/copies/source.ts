import type { CopyAddition, CopyHead, CopySection } from "../../../../server/copies.ts";

/** The reader and the notebook of a copy. */
export type CopyOf = { diaryId: string; userId: string };

/** The additions of one row, one entry per addition to its section. */
export type Additions = { addition: CopyAddition; items: readonly unknown[] }[];

/** A row of a section with its additions. */
export type CopiedRow = { row: { _id: string }; additions: Additions };

/** Reads a notebook for a copy, page by page; each page checks the reader's permissions again. */
export type CopySource = {
  head(): Promise<CopyHead>;
  sections: readonly { section: CopySection; rows(): AsyncGenerator<CopiedRow, void, undefined> }[];
};
