import format, { type CompiledMessage, type FormatValues } from "icu-minify/format";
import type { Key } from "./keys.ts";

/** The texts of one language. */
export type Texts = {
  /** Its code, such as "de": the name of its folder in `words/`. */
  language: string;
  /** What `Intl` writes numbers, dates and lists for, such as "de-DE". */
  locale: string;
  direction: "ltr" | "rtl";
  /** A draft has no public pages. */
  state: "complete" | "draft";
  /** A compiled message by its room and its name there. */
  find: (room: string, name: string) => CompiledMessage | undefined;
};

let getTexts: () => Texts = () => {
  throw new Error("No texts are provided");
};

/** Sets the source of texts: in a browser the language of its reader, on a server that of the present recipient. */
export function provideTexts(provider: () => Texts): void {
  getTexts = provider;
}

/** The code of the reader's language, such as "de". */
export const getLanguage = (): string => getTexts().language;

/** The locale of the reader's language for `Intl`, such as "de-DE". */
export const getLocale = (): string => getTexts().locale;

/** Whether the reader's language is a draft. */
export const isDraft = (): boolean => getTexts().state === "draft";

/** Whether a text is there, by its key: its room may not be loaded. */
export const hasText = (key: string): key is Key => findMessage(getTexts(), key) !== undefined;

export type Values = Record<string, string | number>;

/**
 * A text in the language of its reader, by its key and values. Never called while a module loads: the
 * language may be another one later.
 */
export const t = (key: Key, values?: Values): string => String(write(key, values));

/** As {@link t}, for a text that is stored: without the marks that only a page needs. */
export const writeOnce = (key: Key, values: Values): string =>
  t(key, values).replaceAll(/[\u2068\u2069]/g, "");

/** As {@link t}, for messages with tags such as `<b>{name}</b>`: a function for each tag gets its content. */
export function writeParts<Element>(key: Key, values: FormatValues<Element>): (string | Element)[] {
  const parts = write(key, values);
  return Array.isArray(parts) ? parts : [parts];
}

function write<Element = string>(key: Key, values?: FormatValues<Element>) {
  const texts = getTexts();
  const message = findMessage(texts, key);
  // The check finds such keys; a reader sees at least the rest of the screen.
  if (message === undefined) return key;
  const placed = texts.direction === "rtl" && values ? keepTogether(values) : values;
  return format(message, texts.locale, placed, { formatters });
}

/** The choice of a `select`, such as "note" or "true". */
const CHOICE = /^[a-z][\w-]*$/;

/**
 * Keeps filled-in texts of the other direction together, as Unicode's isolates do: "9:00" and what follows it would
 * change places around a Latin name.
 */
const keepTogether = <Element>(values: FormatValues<Element>): FormatValues<Element> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "string" && value !== "" && !CHOICE.test(value) ? `\u2068${value}\u2069` : value,
    ]),
  );

function findMessage({ find }: Texts, key: string): CompiledMessage | undefined {
  const dot = key.indexOf(".");
  return find(key.slice(0, dot), key.slice(dot + 1));
}

/** Creating an `Intl` format costs a hundred times as much as using it. */
function remember<Options, Made>(create: (locale: string, options: Options) => Made) {
  const made = new Map<string, Made>();
  return (locale: unknown, options: unknown): Made => {
    const key = `${locale} ${JSON.stringify(options)}`;
    const one = made.get(key) ?? create(locale as string, options as Options);
    made.set(key, one);
    return one;
  };
}

const formatters = {
  getDateTimeFormat: remember(
    (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
  ),
  getNumberFormat: remember(
    (locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
  ),
  getPluralRules: remember(
    (locale, options: Intl.PluralRulesOptions) => new Intl.PluralRules(locale, options),
  ),
};
