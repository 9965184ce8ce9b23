import { PRODUCT_NAME } from "../../../../lib/product.ts";
import { t, writeParts } from "../../../../lib/words/t.ts";
import { escapeHtml, getLanguageAttributes } from "../../../../server/mail/letter.ts";

type Page =
  | { state: "refused"; baseUrl: string }
  | { state: "asked" | "ended"; mails: string; baseUrl: string /** Just chosen here. */; isNew?: boolean };

/** The page of a link that ends mails, in the language of its present reader. Plain HTML: it has to work in any viewer that a mail program opens. */
export function unsubscribePage(page: Page): string {
  const { title, text, button } = buildContent(page);
  return `<!doctype html>
<html ${getLanguageAttributes()}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} – ${PRODUCT_NAME}</title>
<style>
:root { color-scheme: light dark; --text: #1b1b1b; --soft: #555; --page: #fff; --accent: #0b5c6b; --on-accent: #fff }
@media (prefers-color-scheme: dark) {
  :root { --text: #ededed; --soft: #b5b5b5; --page: #16191a; --accent: #7cc7d6; --on-accent: #10262b }
}
body { margin: 0; background: var(--page); color: var(--text); font: 1.0625rem/1.5 system-ui, sans-serif }
main { max-width: 34rem; margin: 0 auto; padding: 2rem 1.25rem }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 1.5rem 0 1rem }
button { min-height: 3rem; padding: 0.5rem 1.25rem; border: 0; border-radius: 0.5rem; background: var(--accent);
  color: var(--on-accent); font: inherit; font-weight: 600; cursor: pointer }
a { color: var(--accent) }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px }
small { display: block; margin-top: 2rem; color: var(--soft); font-size: 0.9375rem }
</style>
</head>
<body>
<main>
<strong>${PRODUCT_NAME}</strong>
<h1 role="status">${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
${button ? `<form method="post">${button.isBack ? '<input type="hidden" name="again" value="1">' : ""}<button>${escapeHtml(button.label)}</button></form>` : ""}
<small>${writeSettingsHint(`${page.baseUrl}/account`)}</small>
</main>
</body>
</html>
`;
}

function buildContent(page: Page): {
  title: string;
  text: string;
  button?: { label: string; isBack: boolean };
} {
  if (page.state === "refused") return { title: t("letters.refusedTitle"), text: t("letters.refusedText") };
  const { mails } = page;
  if (page.state === "ended") {
    return {
      title: t(page.isNew ? "letters.done" : "letters.endedTitle"),
      text: t("letters.endedText", { mails }),
      button: { label: t("letters.sendAgain"), isBack: true },
    };
  }
  return {
    title: t(page.isNew ? "letters.done" : "letters.askTitle"),
    text: t(page.isNew ? "letters.againText" : "letters.askText", { mails }),
    button: { label: t("letters.noMoreOfThese"), isBack: false },
  };
}

function writeSettingsHint(url: string): string {
  const link = (parts: (string | { html: string })[]) => ({
    html: `<a href="${escapeHtml(url)}">${escapeHtml(parts.join(""))}</a>`,
  });
  return writeParts<{ html: string }>("letters.chooseInSettings", { link })
    .map((part) => (typeof part === "string" ? escapeHtml(part) : part.html))
    .join("");
}
