import type { HandoverPage, Line } from "./page.ts";

/** A line as running text: what it is and who, then what is said about it. The screen shows the same in the same order. */
export const toLineTexts = ({
  text,
  facts,
  marks,
  parts = [],
  detail,
}: Line): [head: string, ...rest: string[]] => [
  [text, facts.join(" · "), ...marks].filter(Boolean).join(" "),
  ...parts.map(([heading, words]) => `${heading}: ${words}`),
  ...(detail ? [detail] : []),
];

export type PaperPart = { heading: string; lines: [head: string, ...rest: string[]][] };

/** A page as it stands on paper, part by part. */
export function toPaper(page: HandoverPage): { parts: PaperPart[]; ends: string[] } {
  return {
    parts: page.sections.map(({ title, lines, more }) => ({
      heading: title,
      lines: [...lines.map(toLineTexts), ...(more ? [[more] as [string]] : [])],
    })),
    ends: [page.nothing, page.quiet].filter((text) => text !== null),
  };
}
