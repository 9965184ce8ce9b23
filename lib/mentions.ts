/** The most people that one text may mention. */
export const MAX_MENTIONS = 50;

/** A person whom a text can mention by name. */
export type MentionablePerson = { userId: string; name: string };

export type MentionRange = { at: number; length: number; userId: string };

const WORD = /[\p{L}\p{N}_]/u;

/**
 * The ranges of a text's mentions: "@" and a person's whole name. Not in the middle of a word, so that e-mail addresses
 * mention nobody. The longest matching name wins.
 */
export function findMentions(text: string, people: readonly MentionablePerson[]): MentionRange[] {
  const longestFirst = people.filter(({ name }) => name).sort((a, b) => b.name.length - a.name.length);
  const found: MentionRange[] = [];
  let end = 0;
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", Math.max(at + 1, end))) {
    if (at > 0 && WORD.test(text[at - 1]!)) continue;
    const person = longestFirst.find(({ name }) => {
      const after = text[at + 1 + name.length];
      return text.startsWith(name, at + 1) && !(after && WORD.test(after));
    });
    if (!person) continue;
    found.push({ at, length: person.name.length + 1, userId: person.userId });
    end = at + person.name.length + 1;
  }
  return found;
}

/** The ids of the people whom a text mentions, each once. */
export const listMentionedPeople = (text: string, people: readonly MentionablePerson[]): string[] => [
  ...new Set(findMentions(text, people).map(({ userId }) => userId)),
];

/** A mention that is being typed: the position of its "@" and the text after it so far. */
export type MentionQuery = { at: number; typed: string };

const TYPING = /(?:^|[^\p{L}\p{N}_])@([^@\n]{0,60})$/u;
export const MAX_SUGGESTED = 6;

/** The mention that is being typed at the caret, or null. */
export function getMentionQuery(text: string, caret: number): MentionQuery | null {
  const typed = TYPING.exec(text.slice(0, caret))?.[1];
  return typed === undefined ? null : { at: caret - typed.length - 1, typed };
}

/** The people with a name, or a word of it, that begins with the typed text; those whose whole name does come first. */
export function suggestMentions<Person extends MentionablePerson>(
  people: readonly Person[],
  typed: string,
): Person[] {
  const prefix = typed.toLocaleLowerCase();
  const rank = ({ name }: MentionablePerson) => {
    const lower = name.toLocaleLowerCase();
    if (lower.startsWith(prefix)) return 0;
    return lower.split(/\s+/).some((word) => word.startsWith(prefix)) ? 1 : 2;
  };
  return people
    .filter((person) => person.name && rank(person) < 2)
    .sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name))
    .slice(0, MAX_SUGGESTED);
}

/** Replaces the typed text with a mention; returns the new text and caret position. */
export function insertMention(text: string, { at, typed }: MentionQuery, name: string) {
  const rest = text.slice(at + 1 + typed.length);
  const mention = `@${name}${/^\s/.test(rest) ? "" : " "}`;
  return {
    text: text.slice(0, at) + mention + rest,
    caret: at + mention.length + (/^\s/.test(rest) ? 1 : 0),
  };
}
