import { getInitials } from "../../../lib/initials.ts";

/**
 * The initials of people on one sheet, by their keys. People with the same initials get a number behind them, in the order
 * of their keys, so that a sheet never leaves open who gave a dose.
 */
export function getDistinctInitials(people: readonly { key: string; name: string }[]): Map<string, string> {
  const sorted = [...people].sort((a, b) => (a.key < b.key ? -1 : 1));
  const byInitials = Map.groupBy(sorted, ({ name }) => getInitials(name));
  return new Map(
    [...byInitials].flatMap(([letters, same]) =>
      same.map(({ key }, index) => [key, same.length > 1 ? `${letters}${index + 1}` : letters] as const),
    ),
  );
}
