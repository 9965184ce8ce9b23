const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/**
 * The beginning of a text, at most `length` code points long, cut between graphemes: no character is cut in half, nor
 * a letter from its accents or an emoji from its parts, unless one alone is longer than that.
 */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  // Enough of a long text to find the cut, so that the rest needn't be segmented.
  const head = text.slice(0, length * 2 + 64);
  let points = 0;
  let end = 0;
  for (const { segment, index } of graphemes.segment(head)) {
    points += [...segment].length;
    if (points > length) break;
    end = index + segment.length;
  }
  return end > 0 ? text.slice(0, end) : [...head].slice(0, length).join("");
}

/** The first line of a text, cut between words to at most `length` code points, with "…" when words are left out. */
export function getFirstWords(text: string, length: number): string {
  const [line = ""] = text.trim().split(/\s*\n/);
  const words = line.replace(/\s+/g, " ");
  const cut = cutText(words, length);
  if (cut === words) return words;
  const end = cut.lastIndexOf(" ");
  return `${(end > 0 ? cut.slice(0, end) : cut).replace(/[\s,;:.–-]+$/, "")}…`;
}

/** As `cutText`, with "…" appended when the text is longer. */
export function shorten(text: string, length: number): string {
  const cut = cutText(text, length);
  return cut === text ? text : `${cut.trimEnd()}…`;
}
