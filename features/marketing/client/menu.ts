/** Closes the phone's menu when one of its links points to another place on the same page. */
export function startMenu(page: Document): void {
  const menu = page.getElementById("menu");
  menu?.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("a")) menu.hidePopover?.();
  });
}
