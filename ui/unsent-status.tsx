import { useIsUnreachable } from "./use-is-unreachable.ts";

/** The state of something that isn't saved yet: `children` while it is being sent, else that it waits. */
export function UnsentStatus({ children }: { children: string }) {
  return useIsUnreachable() ? "Waiting to be sent" : children;
}
