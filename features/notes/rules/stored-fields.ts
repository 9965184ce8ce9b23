import { getDayStart, isCalendarDay, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { CareError } from "../../../lib/errors.ts";
import type { NoteFields } from "../rules.ts";
import type { GivenFields, NoteContent } from "../schema.ts";
import { hasSameParts, toHandoverText } from "./handover-words.ts";
import type { NoteType } from "./limits.ts";
import { NOTE_MESSAGES } from "./messages.ts";

/** The day given for a note. Throws when there is none. */
export function getGivenDay({ noteDay: day, noteDate: at }: Partial<GivenFields>, timeZone: string): string {
  if (day !== undefined) return day;
  if (at === undefined) throw new CareError("invalid", NOTE_MESSAGES.date, { path: "noteDate" });
  const found = toDayInZone(at, timeZone);
  // At the limits of the range, the day in another zone may be in an invalid year.
  if (!isCalendarDay(found)) throw new CareError("invalid", NOTE_MESSAGES.date, { path: "noteDate" });
  return found;
}

type StoredAs = { type: NoteType; noteDay: string; timeZone: string; former?: NoteContent | undefined };

/**
 * The given content as it is stored. A general note keeps the metadata of its `former` content if none is given; a list
 * of medications gets the note's day if it has no date of its own. Throws when the content doesn't match its type.
 */
export function getStoredContent(
  given: GivenFields["content"],
  { type, noteDay: day, timeZone, former }: StoredAs,
): NoteContent {
  if (given.type !== type) {
    throw new CareError("invalid", NOTE_MESSAGES.otherKind, { path: "content" });
  }
  if (given.type === "default") {
    const formerMetadata = former?.type === "default" ? former.metadata : {};
    return { type: "default", data: { text: given.data.text }, metadata: given.metadata ?? formerMetadata };
  }
  if (given.type === "handover") {
    // Where nothing else changes, the text stays in the language of its writer.
    const isSame = former?.type === "handover" && hasSameParts(former.data, given.data);
    return {
      ...given,
      data: { ...given.data, text: isSame ? former.data.text : toHandoverText(given.data) },
    };
  }
  return {
    ...given,
    data: { ...given.data, snapshotDate: given.data.snapshotDate ?? getDayStart(day, timeZone) },
  };
}

/**
 * The given fields as they are stored in a notebook of that time zone. Time and mentions stay those of the `former`
 * fields if none are given. Throws as `getStoredContent` does.
 */
export function getStoredFields(
  given: GivenFields,
  { type, timeZone, former }: Pick<StoredAs, "type" | "timeZone"> & { former?: NoteFields },
): NoteFields {
  const { title, visibility, tags } = given;
  const day = getGivenDay(given, timeZone);
  return {
    title,
    visibility,
    tags,
    noteDay: day,
    noteTime: given.noteTime === undefined ? (former?.noteTime ?? null) : given.noteTime,
    mentions: given.mentions ?? former?.mentions ?? [],
    content: getStoredContent(given.content, { type, noteDay: day, timeZone, former: former?.content }),
  };
}
