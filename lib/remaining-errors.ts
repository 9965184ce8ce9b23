/**
 * The messages that still apply, of those a form has shown with its fields since it was last submitted: corrected
 * fields lose theirs, and new errors show none yet.
 */
export function findRemainingErrors<Errors extends Partial<Record<string, string>>>(
  shown: Errors,
  found: Partial<Record<keyof Errors, string>>,
): Errors {
  const left = Object.entries(shown).filter(([field]) => found[field]);
  return Object.fromEntries(left) as Errors;
}
