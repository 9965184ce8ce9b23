import { Button } from "@mantine/core";
import { showToast } from "./notify.ts";
import styles from "./undo-toast.module.css";

/** How long an undo is offered (decisions W993). */
const UNDO_MS = 6000;

/**
 * Tells what was just done and offers to take it back, for 6 s or as long as the mouse or the focus is there. `onEnd` is
 * called when the offer is over, taken or not. A screen reader hears the message; Ctrl+Z takes the newest offer.
 */
export function offerUndo(message: string, onUndo: () => void, onEnd?: () => void): void {
  const undo = () => {
    hide();
    onUndo();
  };
  offers.push(undo);
  const hide = showToast({
    text: message,
    content: (
      <span className={styles.offer}>
        <span className={styles.message}>{message}</span>
        <Button variant="default" aria-keyshortcuts="Control+Z" onClick={undo}>
          Undo
        </Button>
      </span>
    ),
    role: "status",
    closeAfter: UNDO_MS,
    isOffer: true,
    onClose: () => {
      offers.splice(offers.indexOf(undo), 1);
      onEnd?.();
    },
  });
}

/** What takes back what was just done, the newest last. */
const offers: (() => void)[] = [];

/** Takes the newest offer at Ctrl+Z or Cmd+Z, but for somebody who writes: there it takes back letters. */
export function undoByKey(event: KeyboardEvent): void {
  const isUndo = event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey;
  const isWriting =
    event.target instanceof HTMLElement && event.target.matches("input, textarea, select, [contenteditable]");
  const newest = offers.at(-1);
  if (!isUndo || isWriting || !newest) return;
  event.preventDefault();
  newest();
}
