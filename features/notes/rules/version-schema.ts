import { z } from "zod";
import { day, id, moment } from "../../../lib/schemas.ts";
import { VISIBILITIES } from "../../../lib/visibility-levels.ts";
import { NOTE_PARTS } from "../rules.ts";
import { noteContent } from "../schema.ts";
import { NOTE_TYPES } from "./filters.ts";
import { mentionedPerson } from "./mention-schema.ts";

const written = { version: z.number(), writerId: id, writerName: z.string(), writtenAt: moment };

const listedVersion = z.strictObject({
  ...written,
  changed: z.array(z.enum(NOTE_PARTS)),
  isPresent: z.boolean(),
});

const noteVersion = z.strictObject({
  ...written,
  type: z.enum(NOTE_TYPES),
  title: z.string(),
  content: noteContent,
  mentioned: z.array(mentionedPerson),
  isLost: z.boolean(),
  noteDay: day,
  noteDate: moment,
  noteTime: z.string().optional(),
  visibility: z.enum(VISIBILITIES),
  tags: z.array(z.string()),
  isPresent: z.boolean(),
});

export const listNoteVersions = {
  args: z.object({ noteId: id }),
  returns: z.array(listedVersion).nullable(),
};

export const getNoteVersion = {
  args: z.object({ noteId: id, version: z.number().int().min(1).max(2_147_483_647) }),
  returns: noteVersion.nullable(),
};
