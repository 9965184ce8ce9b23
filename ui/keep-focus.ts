/** The elements that take the focus of a removed descendant: its row, its part of the page, the page. */
const PLACES = "li, section, main";

/**
 * Keeps the keyboard's place on the page: when the focused element is removed, such as a "Give" that became "Undo", its
 * row gets the focus, or the part of the page where the row was; otherwise it would begin at the top again. The row and
 * not its next button: a second Enter would undo the first. The page has one root as long as it is open, so nothing stops it.
 */
export function keepFocus(): void {
  let path: HTMLElement[] = [];
  let timer: ReturnType<typeof setTimeout>;

  const isLost = () => path[0]?.isConnected === false && document.activeElement === document.body;

  function takePlace() {
    const place = isLost() && path.find((each) => each.isConnected && each.matches(PLACES));
    if (!place) return;
    if (!place.hasAttribute("tabindex")) {
      place.tabIndex = -1;
      place.addEventListener("blur", () => place.removeAttribute("tabindex"), { once: true });
    }
    place.focus({ preventScroll: true });
  }

  document.addEventListener("focusin", ({ target }) => {
    path = [];
    for (let at = target as HTMLElement | null; at && at !== document.body; at = at.parentElement)
      path.push(at);
  });
  // After dialogs have given the focus back, and the router has moved it to a new page.
  new MutationObserver(() => {
    if (!isLost()) return;
    clearTimeout(timer);
    timer = setTimeout(takePlace, 50);
  }).observe(document.body, { childList: true, subtree: true });
}
