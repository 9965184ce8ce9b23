import type { Kysely } from "kysely";
import type { z } from "zod";
import type { ExportFormat } from "../lib/export-formats.ts";
import type { Message } from "../lib/words/message.ts";
import type { Caller, NotebookAccess } from "./access/gate.ts";
import type { NotebookAction } from "./access/permissions.ts";
import type { Tables } from "./db/database.ts";
import type { Vault } from "./vault/vault.ts";

/**
 * Who may see an export: everyone who may have this kind of its subject, only the care team among them, or its maker
 * alone.
 */
export type ExportAudience = "everyone" | "team" | "maker";

/** The subject of an export, as the caller sees it. */
export type ExportSubject = {
  access: NotebookAccess;
  /** The conditions of a role's rights, except who made an export. */
  rights: { own: boolean; isPrivate: boolean };
  seesTeam: boolean;
  /** The audience of the caller's export. */
  audience: ExportAudience;
};

/** A requested export; `parameters` have passed the kind's schema. */
export type ExportRequest<Parameters> = {
  subjectId: string;
  format: ExportFormat;
  parameters: Parameters;
};

/** The content of an export, read in one snapshot. */
export type ComposedExport = {
  /** Whether it holds something that is encrypted at rest; then its file is, too. */
  isEncrypted: boolean;
  /** Writes the file. */
  write(): Promise<Uint8Array>;
};

/** The parts for a composition; `db` is one read-only snapshot. */
export type ComposeParts = { db: Kysely<Tables>; vault: Vault; maker: Caller };

/**
 * A kind of export of a room (`Room.exports`). The queue of `features/exports` does the rest: it makes the file on some
 * node, shows the progress, keeps it for a time, counts downloads and deletes it.
 */
export type ExportKind<Parameters = unknown> = {
  /** Its name in calls and rows, such as `program`. */
  name: string;
  formats: readonly ExportFormat[];
  /** The schema of its parameters, strict; they are stored as JSON. */
  parameters: z.ZodType<Parameters>;
  /** A problem of a request beyond its single fields; null when there is none. */
  problem?(request: ExportRequest<Parameters>): { path: string; message: Message } | null;
  /** The actions of the permission table for making and reading one, and for deleting one. */
  actions: { make: NotebookAction; delete: NotebookAction };
  /** The subject, if the caller sees it; the queue asks again for each step, download and attempt. */
  find(caller: Caller, subjectId: string): Promise<ExportSubject | null>;
  /** The name that the file is saved under. */
  filename(
    db: Kysely<Tables>,
    subject: ExportSubject,
    request: ExportRequest<Parameters>,
    now: Date,
  ): Promise<string>;
  /** Reads the maker's current view. Throws a CareError when they have lost access. */
  compose(
    parts: ComposeParts,
    subject: ExportSubject,
    request: ExportRequest<Parameters>,
  ): Promise<ComposedExport>;
  words: {
    /** Why an export couldn't be made whose subject is gone or hidden. */
    hidden: Message;
    /** Why no more may be made at the moment. */
    open: Message;
  };
};

/** Any kind; its parameters were checked by its own schema. */
// biome-ignore lint/suspicious/noExplicitAny: a list of kinds holds any parameters
export type AnyExportKind = ExportKind<any>;
