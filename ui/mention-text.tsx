import type { MentionablePerson } from "../lib/mentions.ts";
import { splitText } from "../lib/text-parts.ts";

type MentionTextProps = { text: string; mentioned: readonly MentionablePerson[] };

/** A text with its web addresses clickable and its mentions marked; nothing else is interpreted. */
export function MentionText({ text, mentioned }: MentionTextProps) {
  return splitText(text, mentioned).map((part) => {
    if (part.isMention) return <strong key={part.at}>{part.text}</strong>;
    if (part.href === null) return part.text;
    return (
      <a key={part.at} href={part.href} rel="noopener noreferrer nofollow" target="_blank">
        {part.text}
      </a>
    );
  });
}
