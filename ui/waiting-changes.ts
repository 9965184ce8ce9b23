import type { JSONValue } from "convex/values";
import { useSyncExternalStore } from "react";
import type { Layer } from "./layer.ts";

/** A change that the server hasn't decided, or has refused. */
export type WaitingChange = {
  seq: number;
  path: string;
  args: Record<string, JSONValue>;
  layer: Layer | null;
  /** Why it isn't sent, in words for people: the server refused it, or it is torn; null while it waits. */
  refusal: string | null;
  /** The server's answer that asks the person; `isKept`: who made the change knew that it waits here. */
  question: { answer: JSONValue; isKept: boolean } | null;
};

/** What this device keeps of changes on their way to the server. */
export type WaitingSource = {
  /** Whether a change of this subject waits for the connection: an id of a note, comment or task. */
  isWaiting: (subject: string) => boolean;
  /** Whether changes outlive the page; false where the browser keeps nothing. */
  keepsChanges: () => boolean;
  /** All changes of this person, oldest first; the same array until one of them changes. */
  listWaiting: () => readonly WaitingChange[];
  /** Gives a refused change up. */
  discard: (seq: number) => Promise<void>;
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

const NONE: readonly WaitingChange[] = [];

/** All changes that the server hasn't made, oldest first; the same array until one of them changes. */
export const listWaiting = (): readonly WaitingChange[] => source?.listWaiting() ?? NONE;

/** Whether an answer of the server asks the person about one of them. */
export const hasQuestion = (): boolean => listWaiting().some(({ question }) => question !== null);

/** Whether the server refused a change for good, without a question. */
export const isRefused = ({ refusal, question }: WaitingChange): boolean =>
  refusal !== null && question === null;

/** Gives a refused change up. */
export const discardChange = async (seq: number): Promise<void> => source?.discard(seq);

/** Calls back when a list or answer of this file may have changed. Returns how to stop that. */
export const watchWaiting = (listener: () => void): (() => void) =>
  source?.watchShown(listener) ?? (() => {});

/** Whether a change of this subject, an id of a note, comment or task, waits for the connection on this device. */
export const useIsWaiting = (subject: string): boolean =>
  useSyncExternalStore(watchWaiting, () => isWaiting(subject));
