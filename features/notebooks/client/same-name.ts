/** Ignores changes by phone keyboards: curly quotes, extra spaces. */
const plain = (name: string): string =>
  name.replace(/[‘’ʼ]/g, "'").replace(/[“”„]/g, '"').replace(/\s+/g, " ").trim();

/** Whether a typed confirmation equals the displayed name. */
export const isSameName = (typed: string, name: string): boolean => plain(typed) === plain(name);
