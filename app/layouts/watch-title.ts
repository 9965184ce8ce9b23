/** A page may have a temporary title until it knows its real one. */
const SETTLED_MS = 300;

/**
 * Calls `onChange` with the document's title once it differs from `former` and has settled. A page sets its title when it
 * is rendered, which takes a while when its code or its data are loading. Returns how to stop waiting.
 */
export function watchTitle(former: string, onChange: (title: string) => void): () => void {
  const check = () => {
    if (document.title === former) return;
    stop();
    onChange(document.title);
  };
  const observer = new MutationObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(check, SETTLED_MS);
  });
  const stop = () => {
    clearTimeout(timer);
    observer.disconnect();
  };
  observer.observe(document.head, { childList: true, subtree: true, characterData: true });
  let timer = setTimeout(check, SETTLED_MS);
  return stop;
}
