import { useIsAway } from "./use-is-unreachable.ts";

/** The state of something that isn't saved yet: `children` while it is being sent, else that it waits. */
export function UnsentWords({ children }: { children: string }) {
  return useIsAway() ? "Waiting to be sent" : children;
}
