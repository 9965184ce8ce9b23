import { useIsAway } from "./use-is-away.ts";

/** How something stands that was made and isn't saved yet: `children` while it is under way, else that it waits. */
export function UnsentWords({ children }: { children: string }) {
  return useIsAway() ? "Waiting to be sent" : children;
}
