import type { CompiledMessage } from "icu-minify/format";

/**
 * Languages that no one speaks, computed from English for tests and for people who build screens: text that stays as it is
 * has no key. `en-XA` is longer and accented, `en-XB` runs from right to left.
 */
export const PSEUDO_LANGUAGES = {
  "en-XA": { name: "[Åççéñţš]", locale: "en-US", direction: "ltr", state: "draft", reviewed: true },
  "en-XB": { name: "[Mirrored]", locale: "en-US", direction: "rtl", state: "draft", reviewed: true },
} as const;

export type PseudoLanguage = keyof typeof PSEUDO_LANGUAGES;

export const isPseudo = (language: string): language is PseudoLanguage => language in PSEUDO_LANGUAGES;

const PLAIN = "AaBbCcDdEeGgHhIiJjKkLlNnOoRrSsTtUuWwYyZz";
const ACCENTED = "ÅåƁƀÇçÐðÉéĞğĤĥÎîĴĵĶķĻļÑñÖöŔŕŠšŢţÛûŴŵÝýŽž";
/** Translations are up to so much longer than English. */
const LONGER = 0.4;

/** "Search" becomes "[Šéåŕçĥ···]". */
function makeLonger(text: string): string {
  const accented = [...text].map((each) => ACCENTED[PLAIN.indexOf(each)] ?? each).join("");
  return /\p{L}/u.test(text) ? `[${accented}${"·".repeat(Math.ceil(text.length * LONGER))}]` : text;
}

/** Shows its letters in the opposite order. */
const makeMirrored = (text: string): string => (/\p{L}/u.test(text) ? `\u202e${text}\u202c` : text);

const CHANGES: Record<PseudoLanguage, (text: string) => string> = {
  "en-XA": makeLonger,
  "en-XB": makeMirrored,
};

/** A compiled English message in such a language. */
export const toPseudo = (language: PseudoLanguage, message: CompiledMessage): CompiledMessage =>
  changeTexts(message, CHANGES[language]);

/** A compiled message whose literal texts are changed; arguments and tags stay. */
export function changeTexts(message: CompiledMessage, change: (text: string) => string): CompiledMessage {
  /** A text, a number's place, or a list of nodes. */
  const visitContent = (content: unknown): unknown => {
    if (typeof content === "string") return change(content);
    return Array.isArray(content) ? content.map(visitNode) : content;
  };
  const visitNode = (node: unknown): unknown => {
    if (!Array.isArray(node)) return visitContent(node);
    const [name, kind, options] = node;
    // An argument; `kind` is a number from 1 on, with forms of a select or plural up to 3.
    if (node.length === 1 || (typeof kind === "number" && kind > 3)) return node;
    if (typeof kind === "number" && kind > 0) {
      const forms = Object.entries(options as Record<string, unknown>);
      return [name, kind, Object.fromEntries(forms.map(([form, content]) => [form, visitContent(content)]))];
    }
    // A tag with its content.
    return [name, ...node.slice(1).map(visitNode)];
  };
  return visitContent(message) as CompiledMessage;
}
