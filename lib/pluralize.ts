/** A count with its word: "1 note", "3 notes", "no notes" as "0 notes". `many` defaults to `one` + "s". */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
