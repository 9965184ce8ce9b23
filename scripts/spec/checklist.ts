export type Line = {
  id: string;
  /** ui, api, rule, data, limit, text or open. */
  tag: string;
  text: string;
  section: string;
};

const LINE = /^- `((?:CORE|WORK)-\d{3,4})` \[(\w+)\] (.*)$/;

/** The lines of a checklist file in order, each with its second-level heading. */
export function readChecklist(text: string): Line[] {
  let section = "";
  const lines: Line[] = [];
  for (const row of text.split("\n")) {
    const heading = row.match(/^## (.*)$/)?.[1];
    if (heading) section = heading;
    const found = row.match(LINE);
    if (found) lines.push({ id: found[1]!, tag: found[2]!, text: found[3]!, section });
  }
  return lines;
}
