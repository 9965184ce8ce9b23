import { isFullId } from "../../../lib/ids.ts";
import { type AccessRule, authenticated, type Caller, denied } from "../../../server/access/gate.ts";
import { mayOn, mayOnOthers, type NotebookAction } from "../../../server/access/permissions.ts";
import type { AnyExportKind, ExportAudience, ExportSubject } from "../../../server/exports.ts";
import { findExportKind, getActions, type Kinds } from "./kinds.ts";

declare const proven: unique symbol;

type OnSubject = { kind: string; subjectId: string };
type OnExport = { exportId: string };

/** Access to the exports of one subject. Readers with equal values share one result. */
export type ExportsAccess = {
  readonly [proven]: "exports";
  readonly diaryId: string;
  readonly kind: string;
  readonly subjectId: string;
  readonly seesTeam: boolean;
  readonly deletesAll: boolean;
  /** The reader's id when some of the exports are theirs and it matters, else null. */
  readonly ownOf: string | null;
};

/** The right of a member who sees a subject to export it. */
export type ExportingAccess = {
  readonly [proven]: "exporting";
  readonly diaryId: string;
  readonly kind: string;
  readonly subjectId: string;
  readonly userId: string;
  readonly subject: ExportSubject;
};

/** Access to one export that the caller sees. */
export type ExportAccess = {
  readonly [proven]: "export";
  readonly diaryId: string;
  readonly exportId: string;
  readonly userId: string;
};

/**
 * Listing the exports of one subject. A missing subject, a hidden one and one the caller may not export give the same
 * error.
 */
export const mayListExports = (kinds: Kinds): AccessRule<OnSubject, ExportsAccess> => ({
  action: getActions(kinds.values(), "make"),
  async resolve(caller, { kind: name, subjectId }) {
    const kind = findExportKind(kinds, name);
    const { access, seesTeam, audience } = await exportable(caller, kind, subjectId);
    const { diaryId, userId, role } = access;
    const deletesAll = mayOnOthers(role, kind.actions.delete);
    const isForMaker = audience === "maker";
    const own =
      isForMaker || deletesAll
        ? undefined
        : await caller.db
            .selectFrom("exports")
            .select("id")
            .where("diary_id", "=", diaryId)
            .where("kind", "=", name)
            .where("subject_id", "=", subjectId)
            .where("generated_by", "=", userId)
            .limit(1)
            .executeTakeFirst();
    const ownOf = own || isForMaker ? userId : null;
    return { diaryId, kind: name, subjectId, seesTeam, deletesAll, ownOf } as ExportsAccess;
  },
});

/** Requesting an export. While it is created, the access of its requester is checked again. */
export const mayMakeExport = (kinds: Kinds): AccessRule<OnSubject, ExportingAccess> => ({
  action: getActions(kinds.values(), "make"),
  async resolve(caller, { kind: name, subjectId }) {
    const subject = await exportable(caller, findExportKind(kinds, name), subjectId);
    const { diaryId, userId } = subject.access;
    return { diaryId, kind: name, subjectId, userId, subject } as ExportingAccess;
  },
});

/** Downloading or deleting one export. A missing, a hidden and another user's one give the same error. */
export const mayUseExport = (kinds: Kinds, use: "make" | "delete"): AccessRule<OnExport, ExportAccess> => ({
  action: getActions(kinds.values(), use),
  async resolve(caller, { exportId }) {
    authenticated(caller.identity);
    const row = isFullId(exportId)
      ? await caller.db
          .selectFrom("exports")
          .select(["kind", "subject_id", "generated_by", "audience"])
          .where("id", "=", exportId)
          .executeTakeFirst()
      : undefined;
    const kind = row && kinds.get(row.kind);
    // A caller without a record gets that error for every request: the kind looks them up.
    const subject = await (kind ?? [...kinds.values()][0]!).find(caller, row?.subject_id ?? "");
    if (!row || !kind || !subject) throw denied();
    const { diaryId, userId } = subject.access;
    const isMaker = row.generated_by === userId;
    if (!isSeen(row.audience as ExportAudience, subject, isMaker)) throw denied();
    const isCovered = (action: NotebookAction, own: boolean) => covers(subject, action, own);
    if (!isCovered(kind.actions.make, subject.rights.own)) throw denied();
    if (use === "delete" && !isCovered(kind.actions.delete, isMaker)) throw denied();
    return { diaryId, exportId, userId } as ExportAccess;
  },
});

/** A subject that the caller sees and may export; otherwise the same error for every reason. */
export async function exportable(
  caller: Caller,
  kind: AnyExportKind,
  subjectId: string,
): Promise<ExportSubject> {
  const subject = await kind.find(caller, subjectId);
  if (!subject || !covers(subject, kind.actions.make, subject.rights.own)) throw denied();
  return subject;
}

const covers = ({ access, rights }: ExportSubject, action: NotebookAction, own: boolean): boolean =>
  mayOn(access.role, action, { ...rights, own, seen: true });

const isSeen = (audience: ExportAudience, { seesTeam }: ExportSubject, isMaker: boolean): boolean =>
  audience === "everyone" || (audience === "team" ? seesTeam : isMaker);
