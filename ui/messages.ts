/** The text of a notification. */
export type Message = { id: string; text: string; isFailure: boolean; at: number };

/** How many messages are kept, for users who didn't read one in time. */
const MAX_MESSAGES = 20;

let messages: readonly Message[] = [];
const listeners = new Set<() => void>();

function set(next: readonly Message[]): void {
  messages = next;
  for (const listener of listeners) listener();
}

/**
 * The latest messages of this page, newest first; kept until the person or the page leaves. For
 * `useSyncExternalStore`.
 */
export const recentMessages = {
  get: () => messages,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  add: (message: Message) => set([message, ...messages].slice(0, MAX_MESSAGES)),
  clear: () => set([]),
};
