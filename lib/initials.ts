const letters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** The first grapheme: a letter with its accents, or an emoji with its parts. */
const firstLetter = (word: string) => letters.segment(word)[Symbol.iterator]().next().value!.segment;

/** The first letters of up to two words of a name, in capitals; "?" when there is no name. */
export function getInitials(name: string | null | undefined): string {
  const words = (name ?? "").trim().split(/\s+/).filter(Boolean).slice(0, 2);
  const first = words.map((word) => firstLetter(word).toLocaleUpperCase());
  return first.join("") || "?";
}
