/** As phones type: with curly quotes, and a space too many that nobody sees. */
const plain = (name: string): string =>
  name.replace(/[‘’ʼ]/g, "'").replace(/[“”„]/g, '"').replace(/\s+/g, " ").trim();

/** Whether what somebody typed to confirm is the name that they were shown. */
export const isSameName = (typed: string, name: string): boolean => plain(typed) === plain(name);
