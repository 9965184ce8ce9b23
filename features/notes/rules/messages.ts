import { MAX_MENTIONS } from "../../../lib/mentions.ts";
import type { Message } from "../../../lib/words/message.ts";
import { NOTE_CONTENT_LENGTH, NOTE_TAGS, NOTE_TITLE_LENGTH } from "./limits.ts";

/** Form messages, verbatim (care-core 8). */
export const NOTE_MESSAGES = {
  program: { key: "noterules.program" },
  title: { key: "noterules.title" },
  content: { key: "noterules.content" },
  date: { key: "noterules.date" },
  notFound: { key: "noterules.notFound" },
  createFailed: { key: "noterules.createFailed" },
  updateFailed: { key: "noterules.updateFailed" },
  deleteFailed: { key: "noterules.deleteFailed" },
  lost: { key: "noterules.lost" },
  lostReason: { key: "noterules.lostReason" },
  unknownType: { key: "noterules.unknownType" },
  titleLong: { key: "noterules.titleLong", values: { most: NOTE_TITLE_LENGTH } },
  contentLong: { key: "noterules.contentLong", values: { most: NOTE_CONTENT_LENGTH } },
  tooManyTags: { key: "noterules.tooManyTags", values: { most: NOTE_TAGS } },
  tooManyMentions: { key: "noterules.tooManyMentions", values: { most: MAX_MENTIONS } },
  notMembers: { key: "noterules.notMembers" },
  otherKind: { key: "noterules.otherKind" },
  changed: { key: "noterules.changed" },
} as const satisfies Record<string, Message>;
