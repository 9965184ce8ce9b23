import { useSyncExternalStore } from "react";

/** What this device keeps of changes on their way to the server. */
export type WaitingSource = {
  /** Whether a change of this subject waits for the connection: an id of a note, comment or task. */
  isWaiting: (subject: string) => boolean;
  /** Whether changes outlive the page; false where the browser keeps nothing. */
  keepsChanges: () => boolean;
  watchShown: (listener: () => void) => () => void;
};

let source: WaitingSource | null = null;

/** Names the connection of this page; null at the end of a session. */
export function setWaitingSource(next: WaitingSource | null): void {
  source = next;
}

/** Whether changes outlive this page, so that "Waiting to be sent" is only shown of those that do. */
export const hasOutbox = (): boolean => source?.keepsChanges() ?? false;

/** Whether a change of this subject waits, outside of a component. */
export const isWaiting = (subject: string): boolean => source?.isWaiting(subject) ?? false;

/** Calls back when {@link isWaiting} may have changed. Returns how to stop that. */
export const watchWaiting = (listener: () => void): (() => void) =>
  source?.watchShown(listener) ?? (() => {});

/** Whether a change of this subject, an id of a note, comment or task, waits for the connection on this device. */
export const useIsWaiting = (subject: string): boolean =>
  useSyncExternalStore(watchWaiting, () => isWaiting(subject));
