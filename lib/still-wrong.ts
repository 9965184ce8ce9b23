/**
 * Of the messages that a form shows beside its fields since it was last sent, those that still hold: what was mended in
 * the meantime says nothing more, and what became wrong says nothing yet.
 */
export function stillWrong<Errors extends Partial<Record<string, string>>>(
  shown: Errors,
  found: Partial<Record<keyof Errors, string>>,
): Errors {
  const left = Object.entries(shown).filter(([field]) => found[field]);
  return Object.fromEntries(left) as Errors;
}
