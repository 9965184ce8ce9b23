import type { Message } from "../../../lib/words/message.ts";
import { hasVersionDecimals, MAX_VERSION, PROGRAM_NAME_LENGTH } from "../rules.ts";
import type { ProgramRow } from "../schema.ts";

/** The values of a program's edit dialog; the version is the text as typed. */
export type ProgramValues = {
  name: string;
  version: string;
  isActive: boolean;
  isPublic: boolean;
  isOfficial: boolean;
};
type Program = Pick<ProgramRow, "name" | "version" | "isActive" | "isPublic" | "isOfficial">;

export const PROGRAM_WORDS = {
  nameRequired: { key: "adminprogram.nameRequired" },
  nameLong: { key: "adminprogram.nameLong", values: { most: PROGRAM_NAME_LENGTH } },
  versionRequired: { key: "adminprogram.versionRequired" },
  versionNumber: { key: "adminprogram.versionNumber" },
  versionLeast: { key: "adminprogram.versionLeast" },
  versionMost: { key: "adminprogram.versionMost", values: { most: MAX_VERSION } },
  versionDecimals: { key: "adminprogram.versionDecimals" },
} as const satisfies Record<string, Message>;

export const toValues = ({ name, version, isActive, isPublic, isOfficial }: Program): ProgramValues => ({
  name,
  version: String(version),
  isActive,
  isPublic,
  isOfficial,
});

/** The changed fields in the form of the server's arguments; empty when nothing has changed. */
export function getChanges(program: Program, values: ProgramValues) {
  const name = values.name.trim();
  const version = values.version.trim() === "" ? Number.NaN : Number(values.version);
  return {
    ...(name !== program.name.trim() && { name }),
    ...(version !== program.version && { version }),
    ...(values.isActive !== program.isActive && { isActive: values.isActive }),
    ...(values.isPublic !== program.isPublic && { isPublic: values.isPublic }),
    ...(values.isOfficial !== program.isOfficial && { isOfficial: values.isOfficial }),
  };
}

export type ProgramErrors = { name?: Message; version?: Message };

/** Validates the fields; empty when all are valid. */
export function findErrors({ name, version }: ProgramValues): ProgramErrors {
  const errors: ProgramErrors = {};
  if (!name.trim()) errors.name = PROGRAM_WORDS.nameRequired;
  else if (name.trim().length > PROGRAM_NAME_LENGTH) errors.name = PROGRAM_WORDS.nameLong;
  const wrong = versionProblem(version);
  if (wrong) errors.version = wrong;
  return errors;
}

function versionProblem(typed: string): Message | null {
  if (!typed.trim()) return PROGRAM_WORDS.versionRequired;
  const version = Number(typed);
  if (!Number.isFinite(version)) return PROGRAM_WORDS.versionNumber;
  if (version < 0) return PROGRAM_WORDS.versionLeast;
  if (version > MAX_VERSION) return PROGRAM_WORDS.versionMost;
  return hasVersionDecimals(version) ? null : PROGRAM_WORDS.versionDecimals;
}
