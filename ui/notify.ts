import { type NotificationData, notifications } from "@mantine/notifications";
import type { ReactNode } from "react";
import { newId } from "../lib/ids.ts";
import { recentMessages } from "./messages.ts";

/** How long a notification stands whose length isn't given, ms. */
const SHORT_MS = 6000;
/** What slow readers need: a moment to find a failure, and then for each letter. */
const FIND_MS = 8000;
const LETTER_MS = 80;
/** How many notifications stand at once, beside offers to undo. */
const MAX_SHOWN = 3;

/** How long a failure stands, ms: as long as reading it takes. */
export const readingTime = (text: string): number => FIND_MS + LETTER_MS * text.length;

type Toast = Omit<NotificationData, "id" | "message" | "autoClose"> & {
  /** What it says, also in the list of recent messages. */
  text: string;
  /** What is shown instead of the bare text. */
  content?: ReactNode;
  /** How long it stands, ms; longer while the mouse or the focus is in it. */
  closeAfter?: number;
  /** It offers something for as long as it stands, so no newer one takes its place. */
  isOffer?: boolean;
};

/** The notifications that newer ones may replace, oldest first. */
let replaceable: { id: string; text: string }[] = [];

/** Shows a notification and keeps its text to be read again; returns how to take it away. */
export function showToast({ text, content = text, closeAfter = SHORT_MS, isOffer, ...toast }: Toast) {
  const id = newId();
  recentMessages.add({ id, text, isFailure: toast.role === "alert", at: Date.now() });
  makeRoom(text);
  if (!isOffer) replaceable.push({ id, text });
  const data = { ...toast, id, message: content };
  notifications.show({
    ...data,
    autoClose: closeAfter,
    // By itself the kit stops the time for the mouse only.
    onFocusCapture: () => notifications.update({ ...data, autoClose: false }),
    onBlurCapture: () => notifications.update({ ...data, autoClose: closeAfter }),
    onClose: (closed) => {
      replaceable = replaceable.filter((each) => each.id !== id);
      toast.onClose?.(closed);
    },
  });
  return () => void notifications.hide(id);
}

/** Takes away the oldest ones for a new one, and an earlier one that says the same. */
function makeRoom(text: string): void {
  const others = replaceable.filter((each) => each.text !== text);
  const stay = others.slice(-(MAX_SHOWN - 1));
  for (const each of replaceable) if (!stay.includes(each)) notifications.hide(each.id);
}

/** Tells that something worked; goes by itself after 6 s. */
export function notifyDone(message: string): void {
  showToast({ text: message, color: "teal", role: "status" });
}

/** Tells that something failed: is read out at once and stands as long as reading it takes. */
export function notifyFailure(message: string): void {
  const closeAfter = readingTime(message);
  showToast({ text: message, title: "That did not work", color: "red", role: "alert", closeAfter });
}

/** Tells quietly that something in the background failed: waits for a pause to be read out, goes by itself. */
export function notifyQuietly(message: string): void {
  showToast({ text: message, color: "gray", role: "status" });
}

/** As `notifyFailure`, for what is plain to see anyway: goes by itself after 6 s. */
export function notifyFailedBriefly(message: string): void {
  showToast({ text: message, color: "red", role: "alert" });
}
