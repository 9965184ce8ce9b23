import type { Caller } from "./access/gate.ts";
import { escapeHtml } from "./mail/letter.ts";
import type { Vault } from "./vault/vault.ts";

/** Who reads which notebook for a copy, in one snapshot; what they see is found anew for each page. */
export type CopyReader = { caller: Caller; diaryId: string; vault: Vault };

/** How the page of a copy words a moment (epoch ms): in the notebook's time zone. */
export type MomentInWords = (ts: number) => string;

/** One row of the page: a heading, a line of facts, and HTML that is escaped already. */
export type CopyArticle = { title: string; facts: string[]; body: string };

/** The notebook itself: it stands at the head of the page and as `notebook` in the JSON. */
export type CopyHead = {
  name: string;
  timeZone: string;
  json: object;
  /** HTML below the heading. */
  body: string;
};

type CopiedRow = { _id: string };

/** A list of the notebook that a copy holds, such as its notes. */
export type CopySection<Row extends CopiedRow = CopiedRow> = {
  /** Its name in the JSON. */
  name: string;
  /** Its heading on the page. */
  title: string;
  /** Rows after a cursor, some at a time, and the cursor of what comes next; null when that was all. */
  page(reader: CopyReader, cursor: string | null): Promise<{ rows: Row[]; next: string | null }>;
  article(row: Row, inWords: MomentInWords): CopyArticle;
};

/** A file of a copy; `path` is where the ZIP has it. */
export type CopyFile = {
  path: string;
  at: Date;
  /** Null when it was never stored. */
  objectName: string | null;
  /** Sealed by the notebook's key; null for a file that isn't encrypted. */
  fileKey: Buffer | null;
};

/** What hangs on the rows of other rooms' sections, such as comments. */
export type CopyAddition<Item = unknown> = {
  /** Its field in the JSON of a row. */
  field: string;
  /** The sections to whose rows it belongs. */
  to: readonly string[];
  /** What hangs on some rows of a section, by their ids. */
  read(reader: CopyReader, section: string, rows: readonly CopiedRow[]): Promise<Map<string, Item[]>>;
  /** An item in the JSON; as it is unless it says otherwise. */
  json?(item: Item): unknown;
  html(items: readonly Item[], inWords: MomentInWords): string;
  fileOf?(item: Item): CopyFile;
};

/** What a room gives to the copy of a notebook. Sections and additions stand in the order of the rooms. */
export type CopyPart = {
  head?(reader: CopyReader): Promise<CopyHead>;
  // biome-ignore lint/suspicious/noExplicitAny: a list of sections, each with rows of its own kind
  sections?: readonly CopySection<any>[];
  // biome-ignore lint/suspicious/noExplicitAny: a list of additions, each with items of its own kind
  additions?: readonly CopyAddition<any>[];
};

/** A text that people wrote, as a paragraph of the page; nothing for an empty one. */
export const paragraph = (text: string): string =>
  text ? `<div class="text">${escapeHtml(text)}</div>\n` : "";
