import { isFullId } from "../../../lib/ids.ts";
import { type AccessRule, authenticated, denied, type NotebookAccess } from "../../../server/access/gate.ts";
import { grantCovers, grantOf } from "../../../server/access/permissions.ts";
import { seenProgram } from "../../progress/server/public.ts";

declare const proven: unique symbol;

type OnDiaryProgram = { diaryProgramId: string };
type OnExport = { exportId: string };

/** Access to the exports of a program. Readers with equal values share one result. */
export type ExportsAccess = {
  readonly [proven]: "exports";
  readonly diaryId: string;
  readonly diaryProgramId: string;
  readonly deletesAll: boolean;
  /** The reader's id when they may delete only their own exports and have some here, else null. */
  readonly ownOf: string | null;
};

/** Proof that a member sees a program and may export it. */
export type ExportingAccess = NotebookAccess & {
  readonly diaryProgramId: string;
  readonly noteId: string | null;
};

/** Proof for one export of a program that the caller sees. */
export type ExportAccess = {
  readonly [proven]: "export";
  readonly diaryId: string;
  readonly exportId: string;
  readonly userId: string;
};

/**
 * Listing the exports of one program. A missing program, a hidden one and one the caller may not export give the same
 * error.
 */
export const mayListExports = (): AccessRule<OnDiaryProgram, ExportsAccess> => ({
  action: "exports.make",
  async resolve(caller, on) {
    const { diaryId, diaryProgramId, userId, role } = await mayMakeExport().resolve(caller, on);
    const deletesAll = grantOf(role, "exports.delete") === "seen";
    const own = deletesAll
      ? undefined
      : await caller.db
          .selectFrom("program_exports")
          .select("id")
          .where("diary_id", "=", diaryId)
          .where("diary_program_id", "=", diaryProgramId)
          .where("generated_by", "=", userId)
          .limit(1)
          .executeTakeFirst();
    return { diaryId, diaryProgramId, deletesAll, ownOf: own ? userId : null } as ExportsAccess;
  },
});

/** Requesting an export. While it is created, the access of its requester is checked again. */
export const mayMakeExport = (): AccessRule<OnDiaryProgram, ExportingAccess> => ({
  action: "exports.make",
  async resolve(caller, on) {
    const found = await seenProgram(caller, on);
    if (!found || !grantCovers(grantOf(found.access.role, "exports.make"), found)) throw denied();
    return { ...found.access, diaryProgramId: on.diaryProgramId, noteId: found.noteId };
  },
});

/** Downloading or deleting one export. A missing, a hidden and somebody else's one give the same error. */
export const mayUseExport = (
  action: "exports.make" | "exports.delete",
): AccessRule<OnExport, ExportAccess> => ({
  action,
  async resolve(caller, { exportId }) {
    authenticated(caller.identity);
    const row = isFullId(exportId)
      ? await caller.db
          .selectFrom("program_exports")
          .select(["diary_program_id", "generated_by"])
          .where("id", "=", exportId)
          .executeTakeFirst()
      : undefined;
    const found = await seenProgram(caller, { diaryProgramId: row?.diary_program_id ?? "" });
    if (!row || !found) throw denied();
    const own = row.generated_by === found.access.userId;
    if (!grantCovers(grantOf(found.access.role, action), { ...found, own })) throw denied();
    const { diaryId, userId } = found.access;
    return { diaryId, exportId, userId } as ExportAccess;
  },
});
