const EMOJIS = new Map([
  ["Pill", "💊"],
  ["FileText", "📝"],
  ["Calendar", "📅"],
  ["Image", "🖼️"],
  ["Video", "🎥"],
  ["Audio", "🎵"],
  ["Handover", "🤝"],
]);

/** The emoji of a note type's icon name; a page for any other name. */
export const noteIcon = (name: string): string => EMOJIS.get(name) ?? "📄";
