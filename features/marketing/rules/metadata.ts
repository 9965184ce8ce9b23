import type { Key } from "../../../lib/words/keys.ts";
import { t } from "../../../lib/words/t.ts";
import type { PublicPath } from "../rules.ts";

/** The title of a public page in browser tabs, search results and link previews. */
export type PageMetadata = {
  path: PublicPath;
  /** Also the page's heading; the landing page has its own. */
  title: string;
  /** One or two sentences, at most 160 characters. */
  description: string;
};

/** The title and the description of each page. */
const TEXTS: Record<PublicPath, [title: Key, description: Key]> = {
  "/": ["landing.title", "landing.description"],
  "/pricing": ["pricing.title", "pricing.description"],
  "/security": ["security.title", "security.description"],
  "/help": ["help.title", "help.description"],
  "/community": ["community.title", "community.description"],
  "/about": ["about.title", "about.description"],
  "/privacy": ["privacy.title", "privacy.description"],
  "/terms": ["terms.title", "terms.description"],
  "/intended-purpose": ["purpose.title", "purpose.description"],
};

export function getMetadata(path: PublicPath): PageMetadata {
  const [title, description] = TEXTS[path];
  return { path, title: t(title), description: t(description) };
}
