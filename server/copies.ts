import type { Key } from "../lib/words/keys.ts";
import type { Caller } from "./access/gate.ts";
import { escapeHtml } from "./mail/letter.ts";
import type { Vault } from "./vault/vault.ts";

/**
 * The reader and the notebook of a copy. One snapshot serves the whole copy; the reader's rights are checked again for
 * each page.
 */
export type CopyReader = { caller: Caller; diaryId: string; vault: Vault };

/** Formats a moment (epoch ms) for the page of a copy, in the notebook's time zone. */
export type FormatMoment = (ts: number) => string;

/** One item of the HTML page: a heading, a line of facts, and HTML that is already escaped. */
export type CopyArticle = { title: string; facts: string[]; body: string };

/** The notebook itself: at the top of the HTML page and as `notebook` in the JSON. */
export type CopyHead = {
  name: string;
  timeZone: string;
  json: object;
  /** HTML below the heading. */
  body: string;
};

type CopiedRow = { _id: string };

/** A list in a copy of a notebook, such as its notes. */
export type CopySection<Row extends CopiedRow = CopiedRow> = {
  /** Its name in the JSON. */
  name: string;
  /** Its heading on the page. */
  title: Key;
  /** One page of rows after a cursor, and the cursor of the next page; null after the last. */
  page(reader: CopyReader, cursor: string | null): Promise<{ rows: Row[]; next: string | null }>;
  article(row: Row, inWords: FormatMoment): CopyArticle;
};

/** A file of a copy; `path` is its path in the ZIP. */
export type CopyFile = {
  path: string;
  at: Date;
  /** Null when it was never stored. */
  objectName: string | null;
  /** The file's key, encrypted with the notebook's key; null for a file that isn't encrypted. */
  fileKey: Buffer | null;
};

/** Items that belong to rows of other rooms' sections, such as comments. */
export type CopyAddition<Item = unknown> = {
  /** Its field in the JSON of a row. */
  field: string;
  /** The sections whose rows it belongs to. */
  to: readonly string[];
  /** The items of some rows of a section, by the ids of the rows. */
  read(reader: CopyReader, section: string, rows: readonly CopiedRow[]): Promise<Map<string, Item[]>>;
  /** The JSON form of an item; the item itself by default. */
  json?(item: Item): unknown;
  html(items: readonly Item[], inWords: FormatMoment): string;
  fileOf?(item: Item): CopyFile;
};

/** A room's part in the copy of a notebook. Sections and additions are in the order of the rooms. */
export type CopyPart = {
  head?(reader: CopyReader): Promise<CopyHead>;
  // biome-ignore lint/suspicious/noExplicitAny: a list of sections, each with rows of its own kind
  sections?: readonly CopySection<any>[];
  // biome-ignore lint/suspicious/noExplicitAny: a list of additions, each with items of its own kind
  additions?: readonly CopyAddition<any>[];
};

/** A text that people wrote, as a paragraph of the HTML page; empty for an empty text. */
export const formatParagraph = (text: string): string =>
  text ? `<div class="text">${escapeHtml(text)}</div>\n` : "";
