import type { Entry, HandoverPage } from "./page.ts";

/** Formats an entry as running text: subject and author, then details, in the order of the screen. */
export const toEntryTexts = ({
  text,
  facts,
  marks,
  parts = [],
  detail,
}: Entry): [head: string, ...rest: string[]] => [
  [text, facts.join(" · "), ...marks].filter(Boolean).join(" "),
  ...parts.map(([heading, words]) => `${heading}: ${words}`),
  ...(detail ? [detail] : []),
];

export type PaperPart = { heading: string; lines: [head: string, ...rest: string[]][] };

/** Converts a page to its printed form, section by section. */
export function toPaper(page: HandoverPage): { parts: PaperPart[]; ends: string[] } {
  return {
    parts: page.sections.map(({ title, entries, more }) => ({
      heading: title,
      lines: [...entries.map(toEntryTexts), ...(more ? [[more] as [string]] : [])],
    })),
    ends: [page.nothing, page.quiet].filter((text) => text !== null),
  };
}
