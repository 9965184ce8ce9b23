/** What takes the focus of something in it that is gone: its row, its part of the page, the page. */
const PLACES = "li, section, main";

/**
 * Keeps the keyboard's place on the page: when the focused element is removed, such as a "Give" that became "Undo", its
 * row gets the focus, or the part of the page where the row was; otherwise it would begin at the top again. The row and
 * not its next button: a second Enter would undo the first. Returns how to stop.
 */
export function keepFocus(): () => void {
  let path: Element[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const onFocus = ({ target }: FocusEvent) => {
    path = [];
    for (let at = target as Element | null; at && at !== document.body; at = at.parentElement) path.push(at);
  };

  const isLost = () =>
    path.length > 0 && !path[0]!.isConnected && (document.activeElement ?? document.body) === document.body;

  function takePlace() {
    if (!isLost()) return;
    const place = path.find((each) => each.isConnected && each.matches(PLACES));
    if (!(place instanceof HTMLElement)) return;
    const isFocusable = place.hasAttribute("tabindex");
    if (!isFocusable) {
      place.setAttribute("tabindex", "-1");
      place.addEventListener("blur", () => place.removeAttribute("tabindex"), { once: true });
    }
    place.focus({ preventScroll: true });
  }

  // After dialogs have given the focus back, and the router has moved it to a new page.
  const observer = new MutationObserver(() => {
    if (!isLost()) return;
    clearTimeout(timer);
    timer = setTimeout(takePlace, 50);
  });
  document.addEventListener("focusin", onFocus);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    document.removeEventListener("focusin", onFocus);
  };
}
