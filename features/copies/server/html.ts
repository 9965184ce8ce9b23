import { PRODUCT_NAME } from "../../../lib/product.ts";
import { clockInZone, dayInZone, shortDay } from "../../../lib/zone-day.ts";
import { escapeHtml } from "../../../server/mail/letter.ts";
import { newerListWords, summaryText } from "../../medications/rules.ts";
import type { Visibility } from "../../notes/rules.ts";
import { STATUS_LABELS } from "../../tasks/rules/states.ts";
import type { CopiedNote, CopiedTask, CopySource } from "./copy.ts";

type About = Awaited<ReturnType<CopySource["about"]>>;
type Comments = CopiedNote["comments"];

/** A moment (epoch ms) in the notebook's time zone, in words. */
type InWords = (ts: number) => string;

const READERS: Record<Visibility, string> = { private: "Only me", team: "Care team", extended: "Everyone" };

/** Nothing may run in this page or be fetched by it but the files beside it, whatever its texts are. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

const STYLE = `body{max-width:44rem;margin:0 auto;padding:1.5rem;font:1rem/1.5 system-ui,sans-serif;color:#1b1b1b}
h2{margin-top:3rem;border-bottom:2px solid #0b5c6b}article{margin:2rem 0;break-inside:avoid-page}
h3{margin:0}.meta{margin:0;color:#555}.text{white-space:pre-wrap}h1,h3,p,li,td,dd,.text{unicode-bidi:plaintext}
table{border-collapse:collapse;width:100%}th,td{border:1px solid #bbb;padding:.25rem .5rem;text-align:start;vertical-align:top}
body,.text{overflow-wrap:anywhere}.wide{overflow-x:auto}.wide td{min-width:5rem;overflow-wrap:break-word}
@media(max-width:40rem){body{padding:1rem}.wide table{width:max-content;max-width:60rem}}
.comment{margin:.5rem 0 0 1rem;padding-left:.75rem;border-left:3px solid #bbb}dt{font-weight:600}dd{margin:0 0 .5rem}`;

/** A copy as a page to be read in any browser and printed, note by note. */
export async function* htmlOf(source: CopySource, at: Date): AsyncGenerator<Buffer, void, undefined> {
  const about = await source.about();
  const { name, timeZone } = about.notebook;
  const inWords: InWords = (ts) => `${shortDay(dayInZone(ts, timeZone))}, ${clockInZone(ts, timeZone)}`;
  yield Buffer.from(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}"><title>${escapeHtml(name)}</title><style>${STYLE}</style></head><body>
<h1>${escapeHtml(name)}</h1>
<p class="meta">A copy from ${PRODUCT_NAME} of ${inWords(at.getTime())} (${escapeHtml(timeZone)}): what its reader saw then.</p>
${personOf(about)}<h2>Notes</h2>
`);
  for await (const note of source.notes()) yield Buffer.from(noteOf(note, inWords));
  yield Buffer.from("<h2>Tasks</h2>\n");
  for await (const task of source.tasks()) yield Buffer.from(taskOf(task, inWords));
  yield Buffer.from(`<h2>Programs</h2>\n${about.programs.map((each) => programOf(each, inWords)).join("")}`);
  yield Buffer.from("</body></html>\n");
}

function personOf({ notebook: { description, person } }: About): string {
  const facts = Object.entries(person).flatMap(([field, value]) => {
    const text = textOf(value);
    return text ? [`<dt>${escapeHtml(wordsOf(field))}</dt><dd class="text">${escapeHtml(text)}</dd>`] : [];
  });
  return `${paragraph(description)}<dl>${facts.join("")}</dl>\n`;
}

/** "familyDoctor" as "Family doctor", "hasDNR" as "Has DNR". */
function wordsOf(field: string): string {
  const words = field
    .split(/(?<=[a-z])(?=[A-Z])/)
    .map((word) => (/^[A-Z]+$/.test(word) ? word : word.toLowerCase()));
  return words.join(" ").replace(/^[a-z]/, (letter) => letter.toUpperCase());
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join("\n");
  if (typeof value !== "object") return String(value);
  return Object.entries(value)
    .flatMap(([field, inner]) => (textOf(inner) ? [`${wordsOf(field)}: ${textOf(inner)}`] : []))
    .join(", ");
}

function noteOf(note: CopiedNote, inWords: InWords): string {
  const said = [
    note.creatorName || "Unknown",
    shortDay(note.noteDay),
    ...(note.newerList ? [newerListWords(note.newerList)] : []),
    `updated ${inWords(note.updatedAt)}`,
    READERS[note.visibility],
    ...(note.isEncrypted ? ["Encrypted"] : []),
    ...note.tags.map((tag) => `#${tag}`),
  ];
  const files = note.attachments.map(
    ({ path, filename }) =>
      `<li><a href="${escapeHtml(path.split("/").map(encodeURIComponent).join("/"))}">${escapeHtml(filename)}</a></li>`,
  );
  return `<article><h3>${escapeHtml(note.title || "Untitled")}</h3>
<p class="meta">${said.map(escapeHtml).join(" · ")}</p>
${bodyOf(note)}${files.length > 0 ? `<ul>${files.join("")}</ul>` : ""}${commentsOf(note.comments, inWords)}</article>
`;
}

function bodyOf({ content, isLost }: CopiedNote): string {
  if (isLost) return "";
  if (content.type === "default") return paragraph(content.data.text);
  if (content.type !== "current-medications") return "";
  const rows = content.data.medications.map((each) =>
    [each.genericName, each.brandName, each.dosage, each.timing, each.compliance, each.notes]
      .map((text) => `<td>${escapeHtml(text)}</td>`)
      .join(""),
  );
  const head = ["Generic name", "Brand name", "Dosage", "Timing", "Compliance", "Notes"];
  return `${paragraph(summaryText(content.data.summary))}<div class="wide" tabindex="0"><table><tr>${head
    .map((text) => `<th>${text}</th>`)
    .join("")}</tr>${rows.map((cells) => `<tr>${cells}</tr>`).join("")}</table></div>`;
}

function taskOf(task: CopiedTask, inWords: InWords): string {
  const dateOf = (at: number | null, day: string | null) =>
    at === null || day === null ? [] : [task.dateOnly ? shortDay(day) : inWords(at)];
  const said = [
    STATUS_LABELS[task.status],
    ...dateOf(task.scheduledDate, task.scheduledDay),
    ...dateOf(task.dueDate, task.dueDay).map((date) => `due ${date}`),
    ...(task.assigneeName === null ? [] : [`for ${task.assigneeName || "Unknown"}`]),
    ...(task.completedAt === null
      ? []
      : [`completed ${inWords(task.completedAt)} ${task.completedByName ?? ""}`]),
    ...(task.frequency ? [task.frequency] : []),
    ...(task.programName ? [task.programName] : []),
  ];
  return `<article><h3>${escapeHtml(task.title)}</h3>
<p class="meta">${said.map(escapeHtml).join(" · ")}</p>
${paragraph(task.description ?? "")}${commentsOf(task.comments, inWords)}</article>
`;
}

function programOf(program: About["programs"][number], inWords: InWords): string {
  const { programName, status, baselineDay, completedTasks, totalTasks, comments } = program;
  return `<article><h3>${escapeHtml(programName)}</h3>
<p class="meta">${escapeHtml(status)} · since ${shortDay(baselineDay)} · ${completedTasks} of ${totalTasks} tasks</p>
${commentsOf(comments, inWords)}</article>
`;
}

const commentsOf = (comments: Comments, inWords: InWords): string =>
  comments
    .map(
      ({ creatorName, _creationTime, content }) =>
        `<div class="comment"><p class="meta">${escapeHtml(creatorName || "Unknown")} · ${inWords(_creationTime)}</p>${paragraph(content)}</div>`,
    )
    .join("");

const paragraph = (text: string): string => (text ? `<div class="text">${escapeHtml(text)}</div>\n` : "");
