/** A page may have a name for the time until it knows its real one. */
const SETTLED_MS = 300;

/**
 * Tells the document's title once it isn't `former` any more. A page names itself when it is drawn, which takes a while
 * when its program or its data are on their way. Returns how to stop waiting.
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
