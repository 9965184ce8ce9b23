import { denied, inNotebook } from "../../../server/access/gate.ts";
import { type CopyPart, formatParagraph } from "../../../server/copies.ts";
import { escapeHtml } from "../../../server/mail/letter.ts";
import { getNotebook } from "./data.ts";

/** The first section of a copy: the notebook and the person it is about. */
export const copy: CopyPart = {
  async head({ caller, diaryId }) {
    const access = await inNotebook("notebook.see").resolve(caller, { diaryId });
    const notebook = await getNotebook(caller.db, access, "");
    if (!notebook) throw denied();
    const { name, description, region, timeZone, details } = notebook;
    return {
      name,
      timeZone,
      json: { name, description, region, timeZone, person: details },
      body: `${formatParagraph(description)}<dl>${getFacts(details)}</dl>\n`,
    };
  },
};

/** The known facts about the person as an HTML list. */
export function getFacts(person: object): string {
  const facts = Object.entries(person).flatMap(([field, value]) => {
    const text = getText(value);
    return text
      ? [`<dt>${escapeHtml(describeNotebook(field))}</dt><dd class="text">${escapeHtml(text)}</dd>`]
      : [];
  });
  return facts.join("");
}

/** "familyDoctor" as "Family doctor", "hasDNR" as "Has DNR". */
function describeNotebook(field: string): string {
  const words = field
    .split(/(?<=[a-z])(?=[A-Z])/)
    .map((word) => (/^[A-Z]+$/.test(word) ? word : word.toLowerCase()));
  return words.join(" ").replace(/^[a-z]/, (letter) => letter.toUpperCase());
}

function getText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value)) return value.map(getText).filter(Boolean).join("\n");
  if (typeof value !== "object") return String(value);
  return Object.entries(value)
    .flatMap(([field, inner]) => (getText(inner) ? [`${describeNotebook(field)}: ${getText(inner)}`] : []))
    .join(", ");
}
