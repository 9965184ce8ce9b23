import { shortDay, toClockInZone, toDayInZone } from "../../../../lib/dates/zone-day.ts";
import { PRODUCT_NAME } from "../../../../lib/product.ts";
import { t } from "../../../../lib/words/t.ts";
import type { CopySection, FormatMoment } from "../../../../server/copies.ts";
import { escapeHtml } from "../../../../server/mail/letter.ts";
import { getReaderLanguage } from "../../../../server/words/texts.ts";
import type { CopiedRow, CopySource } from "./source.ts";

/**
 * A content security policy that lets the page run no scripts and load only files of the copy, regardless of the
 * content of its texts.
 */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

const STYLE = `body{max-width:44rem;margin:0 auto;padding:1.5rem;font:1rem/1.5 system-ui,sans-serif;color:#1b1b1b}
h2{margin-top:3rem;border-bottom:2px solid #0b5c6b}article{margin:2rem 0;break-inside:avoid-page}
h3{margin:0}.meta{margin:0;color:#555}.text{white-space:pre-wrap}h1,h3,p,li,td,dd,.text{unicode-bidi:plaintext}
table{border-collapse:collapse;width:100%}th,td{border:1px solid #bbb;padding:.25rem .5rem;text-align:start;vertical-align:top}
body,.text{overflow-wrap:anywhere}.wide{overflow-x:auto}.wide td{min-width:5rem;overflow-wrap:break-word}
@media(max-width:40rem){body{padding:1rem}.wide table{width:max-content;max-width:60rem}}
.comment{margin:.5rem 0 0;margin-inline-start:1rem;padding-inline-start:.75rem;border-inline-start:3px solid #bbb}dt{font-weight:600}dd{margin:0 0 .5rem}`;

/** A copy as an HTML page to read or print, in the language of its reader, streamed row by row. */
export async function* toHtml(source: CopySource, at: Date): AsyncGenerator<Buffer, void, undefined> {
  const { name, timeZone, body } = await source.head();
  const inWords: FormatMoment = (ts) =>
    t("copyhtml.moment", { day: shortDay(toDayInZone(ts, timeZone)), time: toClockInZone(ts, timeZone) });
  const { language, direction } = getReaderLanguage();
  const zone = escapeHtml(timeZone);
  yield Buffer.from(`<!doctype html>
<html lang="${language}"${direction === "rtl" ? ' dir="rtl"' : ""}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}"><title>${escapeHtml(name)}</title><style>${STYLE}</style></head><body>
<h1>${escapeHtml(name)}</h1>
<p class="meta">${t("copyhtml.copy", { product: PRODUCT_NAME, moment: inWords(at.getTime()), zone })}</p>
${body}`);
  for (const { section, rows } of source.sections) {
    yield Buffer.from(`<h2>${escapeHtml(t(section.title))}</h2>\n`);
    for await (const row of rows()) yield Buffer.from(toArticle(section, row, inWords));
  }
  yield Buffer.from("</body></html>\n");
}

function toArticle(section: CopySection, { row, additions }: CopiedRow, inWords: FormatMoment): string {
  const { title, facts, body } = section.article(row, inWords);
  const hanging = additions.map(({ addition, items }) =>
    items.length > 0 ? addition.html(items, inWords) : "",
  );
  return `<article><h3>${escapeHtml(title)}</h3>
<p class="meta">${facts.map(escapeHtml).join(" · ")}</p>
${body}${hanging.join("")}</article>
`;
}
