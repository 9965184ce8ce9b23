/** How long to wait for a list to show a task, in ms. */
const WAIT_MS = 3000;

/** Scrolls to a task of a list and focuses its title, as soon as the list shows it. */
export function focusTask(taskId: string, until = Date.now() + WAIT_MS): void {
  const title = document.querySelector<HTMLElement>(`[data-task="${taskId}"] h3 button`);
  if (title) {
    title.scrollIntoView({ block: "center" });
    title.focus();
  } else if (Date.now() < until) {
    setTimeout(() => focusTask(taskId, until), 100);
  }
}
