import { type NotificationData, notifications } from "@mantine/notifications";
import type { ReactNode } from "react";
import { createId } from "../lib/ids.ts";
import { t } from "../lib/words/t.ts";
import { recentMessages } from "./messages.ts";

/** The default duration of a notification, ms. */
const SHORT_MS = 6000;
/** For slow readers: time to find a failure, and time per letter. */
const FIND_MS = 8000;
const LETTER_MS = 80;
/** The most notifications shown at once, besides offers to undo. */
const MAX_SHOWN = 3;

/** The duration of a failure message, ms: as long as reading it takes. */
export const getReadingTime = (text: string): number => FIND_MS + LETTER_MS * text.length;

type Toast = Omit<NotificationData, "id" | "message" | "autoClose"> & {
  /** The text, also for the list of recent messages. */
  text: string;
  /** Shown instead of the plain text. */
  content?: ReactNode;
  /** The duration, ms; longer while it has the mouse or the focus. */
  closeAfter?: number;
  /** It has a button, so no newer notification replaces it. */
  isOffer?: boolean;
};

/** The notifications that newer ones may replace, oldest first. */
let replaceable: { id: string; text: string }[] = [];

/** Shows a notification and adds its text to the recent messages; returns how to remove it. */
export function showToast({ text, content = text, closeAfter = SHORT_MS, isOffer, ...toast }: Toast) {
  const id = createId();
  recentMessages.add({ id, text, isFailure: toast.role === "alert", at: Date.now() });
  makeRoom(text);
  if (!isOffer) replaceable.push({ id, text });
  const data = { ...toast, id, message: content };
  notifications.show({
    ...data,
    autoClose: closeAfter,
    // The kit itself pauses the timer only for the mouse.
    onFocusCapture: () => notifications.update({ ...data, autoClose: false }),
    onBlurCapture: () => notifications.update({ ...data, autoClose: closeAfter }),
    onClose: (closed) => {
      replaceable = replaceable.filter((each) => each.id !== id);
      toast.onClose?.(closed);
    },
  });
  return () => void notifications.hide(id);
}

/** Removes the oldest ones to make room, and an earlier one with the same text. */
function makeRoom(text: string): void {
  const others = replaceable.filter((each) => each.text !== text);
  const stay = others.slice(-(MAX_SHOWN - 1));
  for (const each of replaceable) if (!stay.includes(each)) notifications.hide(each.id);
}

/** Reports a success; closes after 6 s. */
export function notifySuccess(message: string): void {
  showToast({ text: message, color: "teal", role: "status" });
}

/** Reports a failure: announced at once, and shown as long as reading it takes. */
export function notifyFailure(message: string): void {
  const closeAfter = getReadingTime(message);
  showToast({ text: message, title: t("ui.failed"), color: "red", role: "alert", closeAfter });
}

/** Reports a failure in the background: announced at the next pause, closes by itself. */
export function notifyBackgroundFailure(message: string): void {
  showToast({ text: message, color: "gray", role: "status" });
}

/** As `notifyFailure`, for a failure that is visible anyway: closes after 6 s. */
export function notifyVisibleFailure(message: string): void {
  showToast({ text: message, color: "red", role: "alert" });
}
