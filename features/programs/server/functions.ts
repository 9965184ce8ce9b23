import { CareError } from "../../../lib/errors.ts";
import { inNotebook } from "../../../server/access/gate.ts";
import { mutation, query } from "../../../server/functions/define.ts";
import { readProgramFile } from "../rules/program-file.ts";
import { type ProgramFile, ProgramFileError } from "../rules.ts";
import * as schema from "../schema.ts";
import { mayLinkProgram, mayReadLibrary, mayReadProgram, mayRemoveProgram } from "./access.ts";
import * as data from "./data.ts";

/**
 * The programs that the caller can activate: public ones and those uploaded for their notebooks, in `language` where
 * they have it; see `data.listPrograms`.
 */
export const listPrograms = query({
  ...schema.listPrograms,
  access: mayReadLibrary(),
  handler: ({ db, access }, { language }) => data.listPrograms(db, access, language),
});

/** One program with its content, in `language` where it has it; or null when it is missing or of a notebook that the caller isn't in. */
export const getProgram = query({
  ...schema.getProgram,
  access: mayReadProgram(),
  handler: async ({ db, access }, { language }) => access && data.getProgram(db, access, language),
});

/**
 * Adds a program for the members of a notebook, from the text of a program file or its parsed content; returns its id.
 * Refused with the invalid place in the file.
 */
export const createProgramFromUpload = mutation({
  ...schema.createProgramFromUpload,
  access: inNotebook("programs.activate"),
  handler: async ({ db, access, now, audit }, { programJson }) => {
    const program = readOrRefuse(programJson);
    const programId = await data.insertProgram(db, access, program, now);
    await audit({
      eventType: "program.uploaded",
      diaryId: access.diaryId,
      targetType: "program",
      targetId: programId,
      details: { phases: program.content.phases.length },
    });
    return programId;
  },
});

/**
 * Removes an uploaded program from the library, and from notes where it is linked for later; see `data.removeProgram`.
 */
export const deleteProgram = mutation({
  ...schema.deleteProgram,
  access: mayRemoveProgram(),
  handler: async ({ db, access, audit }, { programId }) => {
    await data.removeProgram(db, access);
    await audit({
      eventType: "program.removed",
      diaryId: access.diaryId,
      targetType: "program",
      targetId: programId,
    });
    return null;
  },
});

/** Links a program to a note, to be activated later. */
export const linkProgram = mutation({
  ...schema.linkProgram,
  access: mayLinkProgram(),
  handler: async ({ db, access, now, audit }) => {
    if (await data.insertLink(db, access, now)) {
      await audit({
        eventType: "program.linked",
        diaryId: access.diaryId,
        targetType: "program",
        targetId: access.programId,
        details: { noteId: access.noteId },
      });
    }
    return null;
  },
});

/** Removes a program that is linked to a note for later. */
export const unlinkProgram = mutation({
  ...schema.unlinkProgram,
  access: mayLinkProgram(),
  handler: async ({ db, access, audit }) => {
    if (await data.deleteLink(db, access)) {
      await audit({
        eventType: "program.unlinked",
        diaryId: access.diaryId,
        targetType: "program",
        targetId: access.programId,
        details: { noteId: access.noteId },
      });
    }
    return null;
  },
});

function readOrRefuse(programJson: unknown): ProgramFile {
  try {
    return readProgramFile(programJson);
  } catch (error) {
    if (error instanceof ProgramFileError)
      throw new CareError("invalid", error.problems[0]?.words ?? { english: error.message }, {
        path: "programJson",
      });
    throw error;
  }
}
