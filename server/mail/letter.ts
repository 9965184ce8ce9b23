import { PRODUCT_NAME } from "../../lib/product.ts";
import { t } from "../../lib/words/t.ts";
import { getReaderLanguage } from "../words/texts.ts";
import type { OutgoingMail } from "./message.ts";

export type Letter = {
  to: string;
  subject: string;
  heading: string;
  paragraphs: string[];
  /** Another user's text, with line breaks, set apart from our own. */
  quote?: { by: string; text: string };
  /** The main action, as a button in HTML and as a plain address in text. */
  action?: { label: string; url: string };
  /** Parts with a heading (or none) and lines, each part with a link to a page. */
  sections?: readonly LetterSection[];
  /** Small print at the end, such as instructions for a mail that wasn't requested. */
  footer?: string;
  /** Ends such mails with one request: for the headers, and for a link below the small print. */
  unsubscribe?: { label: string; url: string };
};

export type LetterSection = {
  heading: string;
  lines: readonly string[];
  link: { label: string; url: string };
};

/** Formats a letter as text and as HTML, in the language of its reader; everything passed in is escaped. */
export function writeLetter(letter: Letter): OutgoingMail {
  const { to, subject, unsubscribe } = letter;
  return { to, subject, text: toText(letter), html: toHtml(letter), unsubscribeUrl: unsubscribe?.url };
}

function toText({ heading, paragraphs, quote, action, sections = [], footer, unsubscribe }: Letter): string {
  const parts = [heading, ...paragraphs];
  if (quote) parts.push(`${t("letters.writes", { name: quote.by })}\n${quote.text.replace(/^/gm, "> ")}`);
  if (action) parts.push(`${action.label}:\n${action.url}`);
  for (const { heading: title, lines, link } of sections) {
    const head = title ? [title] : [];
    parts.push([...head, ...lines.map((line) => `- ${line}`), `${link.label}: ${link.url}`].join("\n"));
  }
  const small = [PRODUCT_NAME, ...(footer ? [footer] : [])];
  if (unsubscribe) small.push(`${unsubscribe.label}: ${unsubscribe.url}`);
  parts.push(`-- \n${small.join("\n")}`);
  return `${parts.join("\n\n")}\n`;
}

function toHtml(letter: Letter): string {
  const { subject, heading, paragraphs, quote, action, sections = [], footer, unsubscribe } = letter;
  const body = paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`);
  if (quote) body.push(blockquote(quote));
  if (action) body.push(button(action));
  body.push(...sections.map(section));
  const small = [...(footer ? [escapeHtml(footer)] : []), ...(unsubscribe ? [link(unsubscribe)] : [])];
  return `<!doctype html>
<html ${getLanguageAttributes()}>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#ffffff;color:#1b1b1b;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto">
<p style="margin:0 0 24px;font-weight:600">${escapeHtml(PRODUCT_NAME)}</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escapeHtml(heading)}</h1>
${body.join("\n")}
${small.length > 0 ? `<p style="margin:24px 0 0;font-size:14px;color:#555555">${small.join("<br>")}</p>` : ""}
</div>
</body>
</html>
`;
}

const isMirrored = (): boolean => getReaderLanguage().direction === "rtl";

/** `lang` and `dir` of a page or letter for the present reader. */
export const getLanguageAttributes = (): string =>
  `lang="${getReaderLanguage().language}"${isMirrored() ? ' dir="rtl"' : ""}`;

function blockquote({ by, text }: { by: string; text: string }): string {
  const padding = isMirrored() ? "0 16px 0 0" : "0 0 0 16px";
  const side = isMirrored() ? "right" : "left";
  return `<p style="margin:0 0 8px">${escapeHtml(t("letters.writes", { name: by }))}</p>
<blockquote dir="auto" style="margin:0 0 16px;padding:${padding};border-${side}:4px solid #0b5c6b">${escapeHtml(text).replaceAll("\n", "<br>")}</blockquote>`;
}

function section({ heading, lines, link: target }: LetterSection): string {
  const title = heading ? `<h2 style="margin:24px 0 8px;font-size:17px">${escapeHtml(heading)}</h2>\n` : "";
  const items = lines.map((line) => `<li>${escapeHtml(line)}</li>`).join("");
  const padding = isMirrored() ? "0 24px 0 0" : "0 0 0 24px";
  return `${title}<ul style="margin:0 0 8px;padding:${padding}">${items}</ul>
<p style="margin:0 0 16px">${link(target)}</p>`;
}

const link = ({ label, url }: { label: string; url: string }): string =>
  `<a href="${escapeHtml(url)}" style="color:#0b5c6b">${escapeHtml(label)}</a>`;

/** The address is below the button as well, for mail programs that show no buttons. */
function button({ label, url }: { label: string; url: string }): string {
  const href = escapeHtml(url);
  return `<p style="margin:24px 0"><a href="${href}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#0b5c6b;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(label)}</a></p>
<p style="margin:0 0 16px;font-size:14px;color:#555555">${escapeHtml(t("letters.openAddress"))} <br><a href="${href}"${isMirrored() ? ' dir="ltr"' : ""} style="color:#0b5c6b;word-break:break-all">${href}</a></p>`;
}

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes a text for HTML elements and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
