/** Why an entry was made although it goes against others, where no person gave a reason. Stored in English. */
export const BEFORE_SEEN = "Given without a connection, before the other entry could be seen";

type Given = { seen?: readonly string[]; acknowledged?: readonly string[]; why?: string };

/**
 * The arguments of a `recordDose` that is written, made of a `giveDose` or a refused `recordDose`.
 * @param conflictIds what it conflicts with: other doses, or its own entry id for a conflict with its plan
 */
export function asHappened<Args extends Given>(args: Args, conflictIds: readonly string[]) {
  const { seen = [], acknowledged = [], why = "", ...given } = args;
  return {
    ...given,
    acknowledged: [...new Set([...seen, ...acknowledged, ...conflictIds])],
    why: why || BEFORE_SEEN,
  };
}
