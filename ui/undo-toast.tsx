import { t } from "../lib/words/t.ts";
import { getReadingTime, showToast } from "./notify.ts";
import { PlainButton } from "./plain-button.tsx";
import styles from "./undo-toast.module.css";

/** The duration of an undo offer (decisions W993), and of one for something that would be deleted for good. */
const UNDO_MS = 6000;
const LAST_CHANCE_MS = 20_000;

/**
 * Reports a change just made and offers to undo it, for 6 s or as long as it has the mouse or the focus. `onEnd` is
 * called when the offer ends, used or not. Screen readers announce the message; Ctrl+Z takes the newest offer.
 */
export function offerUndo(
  message: string,
  onUndo: () => void,
  onEnd?: () => void,
  options: Pick<Offer, "takesFocus"> & { closeAfter: number } = { closeAfter: UNDO_MS },
): void {
  const undo = offer({
    message,
    label: t("ui.undo"),
    shortcut: "Control+Z",
    ...options,
    onTake: onUndo,
    onEnd: () => {
      offers.splice(offers.indexOf(undo), 1);
      if (offers.length === 0) document.removeEventListener("keydown", undoOnKey);
      onEnd?.();
    },
  });
  if (offers.length === 0) document.addEventListener("keydown", undoOnKey);
  offers.push(undo);
}

/**
 * As `offerUndo`, for a deletion that is final when the offer ends: it is shown longer, and its button gets the focus,
 * which keeps it open.
 */
export function offerUndoBeforeDeletion(message: string, onUndo: () => void, onEnd: () => void): void {
  offerUndo(message, onUndo, onEnd, { closeAfter: LAST_CHANCE_MS, takesFocus: true });
}

/** Reports a success, and offers a next step for as long as reading it takes. */
export function offerNextStep(message: string, label: string, onTake: () => void): void {
  offer({ message, label, onTake, closeAfter: getReadingTime(message) });
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

/** Shows a message with a button; returns the button's action. */
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
        <PlainButton autoFocus={takesFocus} aria-keyshortcuts={shortcut} onClick={take}>
          {label}
        </PlainButton>
      </span>
    ),
    role: "status",
    closeAfter,
    isOffer: true,
    onClose: onEnd,
  });
  return take;
}

/** The undo actions on offer, the newest last. */
const offers: (() => void)[] = [];

/** Takes the newest offer on Ctrl+Z or Cmd+Z, except in a text field, where it undoes typing. */
function undoOnKey(event: KeyboardEvent): void {
  const isUndo = event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey;
  const isWriting =
    event.target instanceof HTMLElement && event.target.matches("input, textarea, select, [contenteditable]");
  const newest = offers.at(-1);
  if (!isUndo || isWriting || !newest) return;
  event.preventDefault();
  newest();
}
