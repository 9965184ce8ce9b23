import { IconSearch } from "@tabler/icons-react";
import { Link, useLocation, useNavigate } from "@tanstack/react-router";
import { t } from "../../lib/words/t.ts";
import { usePageKeys } from "../../ui/use-page-keys.ts";
import styles from "./search-link.module.css";

/** Where "/" is a letter. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName));

/** From each page to the search of the open notebook, or of all; also by "/" and Ctrl or Cmd with K. */
export function SearchLink() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const navigate = useNavigate();
  const notebook = /^\/care\/([^/]+)/.exec(path)?.[1];
  const place = notebook && notebook !== "new" ? notebook : undefined;

  usePageKeys((event) => {
    const isSlash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey;
    const isCommand = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey;
    if (event.defaultPrevented || !(isSlash ? !isTyping(event.target) : isCommand)) return;
    // A dialog is about something else.
    if (document.querySelector('[role="dialog"]')) return;
    event.preventDefault();
    if (window.location.pathname === "/search") window.dispatchEvent(new Event("carediary:search"));
    else void navigate({ to: "/search", search: place ? { in: place } : {} });
  });

  return (
    <Link
      to="/search"
      search={place ? { in: place } : {}}
      className={styles.link}
      aria-label={t("shell.search")}
      aria-keyshortcuts="/ Control+K Meta+K"
      title={t("shell.searchKey")}
    >
      <IconSearch aria-hidden="true" />
    </Link>
  );
}
