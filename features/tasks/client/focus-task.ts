/** How long a list may take to show a task, ms. */
const WAIT_MS = 3000;

/** Brings a task of a list into sight and puts the focus on its title, as soon as the list shows it. */
export function focusTask(taskId: string, until = Date.now() + WAIT_MS): void {
  const title = document.querySelector<HTMLElement>(`[data-task="${taskId}"] h3 button`);
  if (title) {
    title.scrollIntoView({ block: "center" });
    title.focus();
  } else if (Date.now() < until) {
    setTimeout(() => focusTask(taskId, until), 100);
  }
}
