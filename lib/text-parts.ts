import { linkify, type TextPart } from "./linkify.ts";
import { findMentions, type MentionablePerson } from "./mentions.ts";

export type MarkedPart = TextPart & { isMention: boolean };

/** Splits a text into plain parts, web addresses and mentions; joined, the parts give the text again. */
export function splitText(text: string, mentioned: readonly MentionablePerson[]): MarkedPart[] {
  return linkify(text).flatMap((part) =>
    part.href === null ? splitMentions(part, mentioned) : [{ ...part, isMention: false }],
  );
}

function splitMentions(whole: TextPart, mentioned: readonly MentionablePerson[]): MarkedPart[] {
  const parts: MarkedPart[] = [];
  let end = 0;
  const take = (from: number, to: number, isMention: boolean) => {
    if (to > from)
      parts.push({ at: whole.at + from, text: whole.text.slice(from, to), href: null, isMention });
    end = to;
  };
  for (const { at, length } of findMentions(whole.text, mentioned)) {
    take(end, at, false);
    take(at, at + length, true);
  }
  take(end, whole.text.length, false);
  return parts;
}
