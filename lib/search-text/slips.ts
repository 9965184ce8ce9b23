/** Words shorter than this are compared exactly: too many others are one slip away. */
export const SHORTEST_WITH_SLIP = 5;
/** From this length on two slips are forgiven. */
const SHORTEST_WITH_TWO = 8;
/** From this length on a word may be the beginning of a match, slips included. */
const SHORTEST_BEGINNING = 6;

const slipsForgiven = (length: number) =>
  length < SHORTEST_WITH_SLIP ? 0 : length < SHORTEST_WITH_TWO ? 1 : 2;

/**
 * Whether a word was probably meant by the typed one: a letter too many, too few, wrong, or two changed places. Two such
 * slips in a long word.
 */
export function isSlip(typed: string, word: string): boolean {
  const [a, b] = [[...typed], [...word]];
  const most = slipsForgiven(a.length);
  if (most === 0 || b.length < a.length - most) return false;
  const mayGoOn = a.length >= SHORTEST_BEGINNING;
  if (!mayGoOn && b.length > a.length + most) return false;
  const width = Math.min(b.length, a.length + most);
  let beforeLast: number[] = [];
  let last = Array.from({ length: width + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= width; j++) {
      const wrong = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + wrong);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, beforeLast[j - 2]! + 1);
      row.push(cost);
    }
    if (Math.min(...row) > most) return false;
    [beforeLast, last] = [last, row];
  }
  return mayGoOn ? Math.min(...last) <= most : last[b.length]! <= most;
}
