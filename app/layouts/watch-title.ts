/** A page may have a temporary title until it knows its real one. */
const SETTLED_MS = 300;

/**
 * Calls `tell` with the document's title once it differs from `former` and has settled. A page sets its title when it
 * is rendered, which takes a while when its code or its data are loading. Returns how to stop waiting.
 */
export function whenRenamed(former: string, tell: (title: string) => void): () => void {
  const look = () => {
    if (document.title === former) return;
    stop();
    tell(document.title);
  };
  const naming = new MutationObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(look, SETTLED_MS);
  });
  const stop = () => {
    clearTimeout(timer);
    naming.disconnect();
  };
  naming.observe(document.head, { childList: true, subtree: true, characterData: true });
  let timer = setTimeout(look, SETTLED_MS);
  return stop;
}
