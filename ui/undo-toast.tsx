import { Button } from "@mantine/core";
import { readingTime, showToast } from "./notify.ts";
import styles from "./undo-toast.module.css";

/** How long an undo is offered (decisions W993), and one of what would be gone for good. */
const UNDO_MS = 6000;
const LAST_CHANCE_MS = 20_000;

/**
 * Tells what was just done and offers to take it back, for 6 s or as long as the mouse or the focus is there. `onEnd` is
 * called when the offer is over, taken or not. A screen reader hears the message; Ctrl+Z takes the newest offer.
 */
export function offerUndo(
  message: string,
  onUndo: () => void,
  onEnd?: () => void,
  options: Pick<Offer, "takesFocus"> & { closeAfter: number } = { closeAfter: UNDO_MS },
): void {
  const undo = offer({
    message,
    label: "Undo",
    shortcut: "Control+Z",
    ...options,
    onTake: onUndo,
    onEnd: () => {
      offers.splice(offers.indexOf(undo), 1);
      onEnd?.();
    },
  });
  offers.push(undo);
}

/**
 * As `offerUndo` for what is deleted for good when the offer ends: it stands longer, and the focus goes to its button,
 * which keeps it open for as long as the focus is there.
 */
export function offerLastChance(message: string, onUndo: () => void, onEnd: () => void): void {
  offerUndo(message, onUndo, onEnd, { closeAfter: LAST_CHANCE_MS, takesFocus: true });
}

/** Tells that something worked, and offers a step that goes on from there for as long as reading it takes. */
export function offerStep(message: string, label: string, onTake: () => void): void {
  offer({ message, label, onTake, closeAfter: readingTime(message) });
}

type Offer = {
  message: string;
  label: string;
  shortcut?: string;
  closeAfter: number;
  takesFocus?: boolean;
  onTake: () => void;
  onEnd?: () => void;
};

/** Shows a message with a button; returns what its press does. */
function offer({ message, label, shortcut, closeAfter, takesFocus, onTake, onEnd }: Offer): () => void {
  const take = () => {
    hide();
    onTake();
  };
  const hide = showToast({
    text: message,
    content: (
      <span className={styles.offer}>
        <span className={styles.message}>{message}</span>
        <Button variant="default" autoFocus={takesFocus} aria-keyshortcuts={shortcut} onClick={take}>
          {label}
        </Button>
      </span>
    ),
    role: "status",
    closeAfter,
    isOffer: true,
    onClose: onEnd,
  });
  return take;
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
