import { MAX_MENTIONS } from "../../lib/mentions.ts";
import { VISIBILITIES, type Visibility } from "../../lib/visibility-levels.ts";
import type { Message } from "../../lib/words/message.ts";

/** Limits of comments. Lengths are in characters. */
export const COMMENT_LENGTH = 10_000;
/** The most comments in a list: the newest, oldest first. */
export const COMMENTS_SHOWN = 1000;

export const TARGET_TYPES = ["note", "task", "program"] as const;
/** The target of a comment: a note, a task, or an activated program (by its diary program id). */
export type TargetType = (typeof TARGET_TYPES)[number];

/** The texts of the panel, verbatim where the specification has them (care-core 8). */
export const COMMENT_MESSAGES = {
  empty: { key: "commentrules.empty" },
  tooLong: { key: "commentrules.tooLong", values: { most: COMMENT_LENGTH } },
  tooManyMentions: { key: "commentrules.tooManyMentions", values: { most: MAX_MENTIONS } },
  changed: { key: "commentrules.changed" },
  notMentionable: { key: "commentrules.notMentionable" },
  createFailed: { key: "commentrules.createFailed" },
  updateFailed: { key: "commentrules.updateFailed" },
  deleteFailed: { key: "commentrules.deleteFailed" },
  deleteQuestion: { key: "commentrules.deleteQuestion" },
} as const satisfies Record<string, Message>;

/** The visibilities that a comment can have on a target with this one, the widest first. */
export const listLevelsWithin = (visibility: Visibility): Visibility[] =>
  VISIBILITIES.slice(0, VISIBILITIES.indexOf(visibility) + 1).reverse();

/** The narrower of two visibilities. */
export const narrow = (a: Visibility, b: Visibility): Visibility =>
  VISIBILITIES.indexOf(a) < VISIBILITIES.indexOf(b) ? a : b;
