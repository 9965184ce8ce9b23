/** The first letters of up to two words of a name, in capitals; "?" when there is no name. */
export function initials(name: string | null | undefined): string {
  const words = (name ?? "").trim().split(/\s+/).filter(Boolean).slice(0, 2);
  // By code points: a letter outside the basic plane must not be cut in half.
  const letters = words.map((word) => [...word][0]!.toLocaleUpperCase());
  return letters.join("") || "?";
}
