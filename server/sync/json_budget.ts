/** The deepest valid message holds a program as an argument, at about ten levels. */
const MAX_DEPTH = 64;
/** The arguments of an activation with a thousand activities hold about ten thousand values. */
const MAX_VALUES = 50_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const BRACKETS = { open: [0x5b, 0x7b], close: [0x5d, 0x7d] } as const;

/**
 * Checks the nesting and the number of values of JSON text before it is parsed; returns the problem, or null. A few
 * megabytes of brackets are quick to send, but block the only thread for a second while they are parsed and walked
 * through; counting them takes milliseconds. Invalid JSON is left to the parser.
 */
export function findJsonBudgetProblem(text: Uint8Array): string | null {
  let depth = 0;
  let values = 1;
  for (let i = 0; i < text.length; i++) {
    const byte = text[i]!;
    if (byte === QUOTE) i = endOfString(text, i);
    else if (byte === COMMA) values++;
    else if (byte === BRACKETS.open[0] || byte === BRACKETS.open[1]) {
      values++;
      if (++depth > MAX_DEPTH) return `is nested more than ${MAX_DEPTH} levels deep`;
    } else if (byte === BRACKETS.close[0] || byte === BRACKETS.close[1]) depth--;
    if (values > MAX_VALUES) return `has more than ${MAX_VALUES} values`;
  }
  return null;
}

/** The position of the quote that ends a string, or the end of the text. */
function endOfString(text: Uint8Array, begin: number): number {
  let i = begin + 1;
  while (i < text.length && text[i] !== QUOTE) i += text[i] === BACKSLASH ? 2 : 1;
  return i;
}
